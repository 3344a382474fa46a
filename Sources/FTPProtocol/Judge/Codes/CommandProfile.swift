/// All that the tables know of one verb, gathered once so that the judge looks a verb up once per command.
struct CommandProfile: Sendable {
  let verb: Verb
  /// The verb as a case to switch on; nil where the judge gives it no state of its own.
  let known: KnownVerb?
  /// The state of the diagram it leads to.
  let step: Step
  /// Whether the command touches files, so that a server refuses it before login.
  let needsLogin: Bool
  /// The codes it may get, in the order of the texts.
  var entries: [CommandReplies.Entry] = []
  /// Whether a list of its own says which codes may follow a 1yz reply.
  var hasSecondPhase = false

  func judge(_ code: ReplyCode, _ phase: CommandReplies.Phase) -> CommandReplies.Standing {
    let phase = phase == .afterPreliminary && !hasSecondPhase ? .first : phase
    for index in entries.indices where entries[index].code == code && entries[index].phase == phase {
      switch entries[index].weight {
      case .text: return .allowed(entries[index].origin)
      case .practice: return .tolerated(entries[index].origin)
      case .wrong: return .notListed
      }
    }
    if entries.isEmpty { return CommandReplies.judgeUnlisted(code) }
    if let origin = CommandReplies.generalOrigin(code, phase, verb) { return .tolerated(origin) }
    return hasNeighbour(of: code, phase) ? .tolerated("RFC 1123, section 4.1.2.11") : .notListed
  }

  func lists(_ entry: CommandReplies.Entry) -> Bool {
    entries.contains { $0.code == entry.code && $0.phase == entry.phase }
  }

  /// A code that no text defines may stand for a listed one that differs in the third digit alone
  /// (RFC 1123, section 4.1.2.11; RFC 2228, section 3).
  private func hasNeighbour(of code: ReplyCode, _ phase: CommandReplies.Phase) -> Bool {
    guard !CommandReplies.definedCodes.contains(code) else { return false }
    return entries.contains {
      $0.phase == phase && $0.weight != .wrong && $0.code.rawValue / 10 == code.rawValue / 10
    }
  }
}

extension CommandReplies {
  /// The rule for every command that covers a code, if one does.
  static func generalOrigin(_ code: ReplyCode, _ phase: Phase, _ verb: Verb) -> Origin? {
    if code == 421 || code.firstDigit == 6 {
      return isWithinGrammar(code) ? (code == 421 ? "RFC 959, section 4.2.1" : "RFC 2228, section 5.2") : nil
    }
    guard phase == .first, verb != connection else { return nil }
    switch code {
    case 530: return "RFC 959, section 4.2.1"
    case 332, 532: return "RFC 959, section 4.1.1"
    case 500, 501, 503, 504: return "RFC 959, section 4.2"
    case 502: return minimumVerbs.contains(verb) ? nil : "RFC 959, section 4.2"
    case 202: return baseVerbs.contains(verb) ? nil : "RFC 959, section 4.2"
    default: return nil
    }
  }

  /// The verbs that every server has (RFC 959, section 5.1), so that 502 is no answer to them.
  private static let minimumVerbs: Set<Verb> = [
    .user, .quit, .port, .type, .mode, .stru, .retr, .stor, .noop,
  ]

  /// The verbs that read or change the file system. PWD is not among them: its list has no 530.
  private static let fileVerbs: Set<Verb> = [
    .retr, .stor, .stou, .appe, .list, .nlst, .mlsd, .mlst, .thmb, .rnfr, .rnto, .dele, .rmd, .mkd, .cwd,
    .cdup,
    .xcwd, .xcup, .xmkd, .xrmd, .smnt, .size, .mdtm, .mfmt, .mfct, .mff, .hash, .avbl, .dsiz, .rmda,
  ]

  /// The verbs of RFC 959, section 5.4, whose lists name 202 where it is meant.
  private static let baseVerbs = Set(requirements.filter { $0.value.document == "959" }.keys)

  /// The profile of a verb; nil for a verb in no table.
  static func profile(of verb: Verb) -> CommandProfile? { profileIndex(of: verb).map { profiles[$0] } }

  /// The position of a verb among ``profiles``.
  static func profileIndex(of verb: Verb) -> Int? {
    guard verb.packed != 0 else { return longVerbs[verb] }
    // A search among numbers, because hashing takes longer and every command is looked up.
    var low = 0
    var high = sortedVerbs.count
    while low < high {
      let middle = (low + high) / 2
      if sortedVerbs[middle].packed < verb.packed { low = middle + 1 } else { high = middle }
    }
    guard low < sortedVerbs.count, sortedVerbs[low].packed == verb.packed else { return nil }
    return sortedVerbs[low].index
  }

  /// Every verb of the diagram and of the code tables, diagram first.
  static let profiles: [CommandProfile] = gather()

  /// The verbs that are one number each, in ascending order, with their positions.
  private static let sortedVerbs: [(packed: UInt64, index: Int)] = profiles.enumerated()
    .map { (packed: $1.verb.packed, index: $0) }.filter { $0.packed != 0 }.sorted { $0.packed < $1.packed }

  private static let longVerbs: [Verb: Int] = Dictionary(
    uniqueKeysWithValues: profiles.enumerated().filter { $1.verb.packed == 0 }.map { ($1.verb, $0) })

  /// Every code that some text gives a meaning for FTP.
  static let definedCodes: Set<ReplyCode> = Set(profiles.flatMap(\.entries).map(\.code))

  private static func gather() -> [CommandProfile] {
    var profiles: [CommandProfile] = []
    var indices: [Verb: Int] = [:]
    func index(of verb: Verb, _ step: Step) -> Int {
      if let index = indices[verb] { return index }
      indices[verb] = profiles.count
      profiles.append(
        CommandProfile(
          verb: verb, known: KnownVerb(rawValue: verb.name), step: step, needsLogin: fileVerbs.contains(verb))
      )
      return profiles.count - 1
    }
    _ = index(of: connection, .greeting)
    for row in StateDiagram.rows where row.step != .restarted {
      for verb in row.verbs { _ = index(of: verb, row.step) }
    }
    for rule in rules {
      for verb in rule.verbs {
        let position = index(of: verb, .simple)
        for entry in rule.entries where !profiles[position].lists(entry) {
          profiles[position].entries.append(entry)
          if entry.phase == .afterPreliminary { profiles[position].hasSecondPhase = true }
        }
      }
    }
    return profiles
  }
}
