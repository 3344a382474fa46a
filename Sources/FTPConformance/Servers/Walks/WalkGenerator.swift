import FTPProtocol

/// Chooses the steps of a random walk over the state diagram: the next command depends on the state of the session, and
/// its argument on which files exist.
///
/// The commands are those in the rows of the diagram. A walk sends no command that would leave the scratch directory or
/// end the session; a command for which it has no argument is sent as in the cases of section 6.
struct WalkGenerator {
  private var random: SeededGenerator
  private let facts: ServerFacts
  private let diagram: StateDiagram
  private let verbs: [(verb: Verb, weight: Int)]
  /// How many steps are still to be chosen, without those of looks.
  private var left: Int
  private var untilLook: Int
  /// Steps that have been chosen already, the next one last.
  private var settled: [WalkStep] = []
  /// Commands that the server does not implement.
  private var absent: Set<Verb> = []
  private var isOver = false

  init(seed: UInt64, steps: Int, facts: ServerFacts, diagram: StateDiagram = .ftp) {
    random = SeededGenerator(seed: seed)
    self.facts = facts
    self.diagram = diagram
    left = steps
    untilLook = 12
    verbs = diagram.rows.filter {
      !$0.step.isContinuation && $0.step != .greeting && $0.step != .auth && $0.step != .protected
    }
    .flatMap(\.verbs).map { ($0, Self.weight(of: $0)) }.filter { $0.1 > 0 }
  }

  /// The next step; nil at the end of the walk.
  mutating func next(_ view: WalkView) -> WalkStep? {
    if let latest = view.latest, let code = latest.exchange.final?.code, code == 500 || code == 502 {
      absent.insert(latest.exchange.command.verb)
    }
    if let step = settled.popLast() { return step }
    guard left > 0 else {
      guard !isOver else { return nil }
      isOver = true
      settled = lookAtAll(view).reversed()
      return settled.popLast()
    }
    left -= 1
    untilLook -= 1
    if untilLook == 0 {
      untilLook = Int.random(in: 15...40, using: &random)
      settled = look(view).reversed()
      if let step = settled.popLast() { return step }
    }
    let isNeighbours = !view.hasNoNeighbour && Int.random(in: 0..<5, using: &random) == 0
    let session = isNeighbours ? 1 : 0
    guard var step = step(for: session, view) else { return WalkStep("NOOP", byNeighbour: isNeighbours) }
    step.isNeighbours = isNeighbours
    return step
  }

  /// How often a command is sent, relative to others.
  private static func weight(of verb: Verb) -> Int {
    guard let row = verb.row, !row.traits.contains(.needsProtection) else { return 0 }
    if row.step.isOfLogin || verb == .rein { return verb == .acct ? 0 : 1 }
    if verb == .stou { return 3 }
    if row.traits.contains(.changesFiles) { return 24 }
    if row.data != nil { return 16 }
    if row.traits.contains(.wantsFile) { return 10 }
    if row.traits.contains(.setsState) { return 12 }
    return 5
  }
}

// Which command comes next.
extension WalkGenerator {
  private mutating func step(for number: Int, _ view: WalkView) -> WalkStep? {
    guard view.model.sessions.indices.contains(number) else { return WalkStep("PWD") }
    let session = view.model.sessions[number]
    switch session.judge.login {
    case .awaitingPassword: if one(in: 12) == false { return WalkStep("PASS {password}") }
    case .none, .refused, .awaitingAccount: if one(in: 6) == false { return WalkStep("USER {user}") }
    case .loggedIn: if session.directory == nil { return WalkStep("CWD {directory}") }
    }
    // The last reply says which commands belong next; usually one of them is chosen.
    if let latest = view.latest, latest.session == number, let next = nextStep(latest.exchange), !one(in: 8) {
      for _ in 0..<8 {
        guard let verb = diagram.row(next).verbs.randomElement(using: &random) else { break }
        if let step = step(verb, next, session, view) { return step }
      }
    }
    let total = verbs.reduce(0) { $0 + $1.weight }
    for _ in 0..<40 {
      var place = Int.random(in: 0..<max(1, total), using: &random)
      guard
        let entry = verbs.first(where: { entry in
          place -= entry.weight
          return place < 0
        }), !absent.contains(entry.verb)
      else { continue }
      if let step = step(entry.verb, diagram.step(for: entry.verb), session, view) { return step }
    }
    return nil
  }

  /// The state that the last reply led to; nil if any command may follow.
  private func nextStep(_ exchange: Exchange) -> ReplyState? {
    guard let code = exchange.final?.code else { return nil }
    return diagram.box(diagram.step(for: exchange.command.verb), code).next
  }

  private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private mutating func one<Element>(of elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }
}

// Which argument it gets.
extension WalkGenerator {
  /// Names of files and directories: some have a common beginning, and some are unusual.
  private static let fileNames = [
    "a", "b", "a.bak", "Mixed.Case.TXT", "two words", "long-" + String(repeating: "name-", count: 14),
  ]
  private static let directoryNames = ["d", "e", "Sub dir"]
  private static let unicodeName = "na\u{EF}ve-\u{3A9}"
  private static let vocabulary = Set((fileNames + directoryNames + [unicodeName]).map { Array($0.utf8) })

  private mutating func step(_ verb: Verb, _ state: ReplyState, _ session: SessionModel, _ view: WalkView)
    -> WalkStep?
  {
    let model = view.model
    func line(_ argument: [UInt8]) -> [UInt8] { Array("\(verb) ".utf8) + argument }
    func line(_ argument: String) -> [UInt8] { line(Array(argument.utf8)) }
    switch verb.modern {
    case .stor, .appe: return WalkStep(line(newName(session)), sending: content(for: session))
    case .stou: return WalkStep(verb.name, sending: content(for: session))
    case .retr, .size, .mdtm, .dele, .rnfr: return fileName(model, session).map { WalkStep(line($0)) }
    case .mlst:
      return (one(in: 3) ? directoryName(model, session) : fileName(model, session)).map {
        WalkStep(line($0))
      }
    case .rnto: return WalkStep(line(one(in: 3) ? newDirectory() : newName(session)))
    case .mkd: return WalkStep(line(newDirectory()))
    case .rmd:
      guard let name = directoryName(model, session),
        let path = ModelPath(name, from: session.directory, top: model.top),
        !model.isInUse(path)
      else { return nil }
      return WalkStep(line(name))
    case .cwd:
      if one(in: 5) { return WalkStep(line("missing")) }
      if one(in: 4) { return session.directory == .top ? nil : WalkStep(line("..")) }
      return WalkStep(
        one(in: 4) ? line("{directory}") : directoryName(model, session).map(line) ?? line("{directory}"))
    case .cdup: return session.directory == .top ? nil : WalkStep(verb.name)
    case .pwd: return WalkStep(verb.name)
    case .type: return one(of: ["A", "I", "A N", "L 8", "i", "X"]).map { WalkStep(line($0)) }
    case .mode: return one(of: ["S", "X"]).map { WalkStep(line($0)) }
    case .stru: return one(of: ["F", "X"]).map { WalkStep(line($0)) }
    case .rest: return WalkStep(line("\(Int.random(in: 0...12, using: &random))"))
    case .nlst, .list, .mlsd:
      guard one(in: 3), let name = directoryName(model, session) else { return WalkStep(verb.name) }
      // Some servers take an argument with a space for two names, or for an option and a name.
      return WalkStep(name.contains(0x20) ? Array(verb.name.utf8) : line(name))
    case .mfmt:
      guard facts.features.contains("MFMT"), let name = fileName(model, session) else { return nil }
      let time = "20\(Int.random(in: 10...24, using: &random))0229123456".replacing("0229", with: "0228")
      return WalkStep(line(Array("\(time) ".utf8) + name))
    case .user: return WalkStep("USER {user}")
    case .pass, .rein: return WalkStep(verb == .pass ? "PASS {password}" : "REIN")
    default: return plain(verb, state)
    }
  }

  /// A command that changes nothing in the model, as the cases of section 6 send it.
  private func plain(_ verb: Verb, _ state: ReplyState) -> WalkStep? {
    guard let row = verb.row, !row.traits.contains(.changesFiles), row.address == nil, row.data == nil,
      !row.traits.contains(.wantsFile), row.step == .simple,
      case .lines(let lines)? = SequenceStep.entry(state, verb), lines.count == 1, let line = lines.first
    else { return nil }
    return WalkStep(line)
  }

  private mutating func content(for session: SessionModel) -> WalkContent {
    if session.representation == .text { return one(of: [.text, .text, .word, .empty]) ?? .text }
    if one(in: 10) { return .bytes(one(of: [70_001, 131_072]) ?? 70_001) }
    return one(of: [.lines, .lines, .word, .text, .blanks, .empty, .bytes(300), .bytes(5_000)]) ?? .lines
  }

  private mutating func newName(_ session: SessionModel) -> [UInt8] {
    if facts.features.contains("UTF8"), one(in: 10) { return Array(Self.unicodeName.utf8) }
    return Array((one(of: Self.fileNames) ?? "a").utf8)
  }

  private mutating func newDirectory() -> [UInt8] { Array((one(of: Self.directoryNames) ?? "d").utf8) }

  /// The name of a file, usually of one that exists.
  private mutating func fileName(_ model: ServerModel, _ session: SessionModel) -> [UInt8]? {
    guard !one(in: 8) else { return newName(session) }
    return name(model, session) { if case .file = $0 { true } else { false } } ?? newName(session)
  }

  /// The name of a directory, usually of one that exists.
  private mutating func directoryName(_ model: ServerModel, _ session: SessionModel) -> [UInt8]? {
    guard !one(in: 12) else { return newDirectory() }
    return name(model, session) { $0 == .directory }
  }

  /// A name as seen from the current directory of a session: plain, with the directory before it, or absolute.
  private mutating func name(
    _ model: ServerModel, _ session: SessionModel, _ isWanted: (FolderModel.Standing) -> Bool
  ) -> [UInt8]? {
    // Names that a server made up differ each time.
    let paths = model.folder.paths(isWanted).filter { path in path.names.allSatisfy(Self.vocabulary.contains)
    }
    guard let directory = session.directory, let path = one(of: paths) else { return nil }
    if path.parent == directory, let name = path.name { return name }
    if path != directory, path.isWithin(directory) {
      return Array(
        ModelPath(names: Array(path.names.dropFirst(directory.names.count))).fullName(below: []).drop {
          $0 == 0x2F
        })
    }
    return path.fullName(below: Array("{directory}".utf8))
  }
}

// Looks at the state of the server.
extension WalkGenerator {
  /// What is asked at certain points: where each session is, what its directory contains, and a few files.
  private mutating func look(_ view: WalkView) -> [WalkStep] {
    var steps: [WalkStep] = []
    for (number, session) in view.model.sessions.enumerated()
    where session.isFollowed && session.directory != nil {
      var lines = ["PWD", "NLST"].map { Array($0.utf8) }
      if facts.features.contains("MLST") { lines.append(Array("MLSD".utf8)) }
      for _ in 0..<2 {
        guard let name = name(view.model, session, { if case .file = $0 { true } else { false } }) else {
          continue
        }
        for verb in ["RETR", "SIZE", "MDTM"] where !absent.contains(Verb(verb)) {
          lines.append(Array("\(verb) ".utf8) + name)
        }
      }
      lines.shuffle(using: &random)
      steps += lines.map { WalkStep($0, byNeighbour: number == 1) }
    }
    return steps
  }

  /// What is asked at the end: everything.
  private mutating func lookAtAll(_ view: WalkView) -> [WalkStep] {
    var steps = look(view)
    let folder = view.model.folder
    let directories = [.top] + folder.paths { $0 == .directory }
    let files = folder.paths { if case .file = $0 { true } else { false } }.filter { path in
      path.names.allSatisfy(Self.vocabulary.contains)
    }
    guard view.model.sessions.first?.isFollowed ?? false else { return steps }
    let top = Array("{directory}".utf8)
    for directory in directories {
      steps.append(WalkStep(Array("CWD ".utf8) + directory.fullName(below: top)))
      steps += [WalkStep("PWD"), WalkStep("NLST"), WalkStep("LIST")]
      if facts.features.contains("MLST") { steps.append(WalkStep("MLSD")) }
    }
    steps.append(WalkStep("TYPE I"))
    for file in files {
      let name = file.fullName(below: top)
      for verb in ["SIZE", "RETR", "MDTM"] where !absent.contains(Verb(verb)) {
        steps.append(WalkStep(Array("\(verb) ".utf8) + name))
      }
    }
    return steps
  }
}

/// What is known when the next step of a walk is chosen.
struct WalkView {
  let model: ServerModel
  /// The last command with its replies, its session, and its outcome.
  let latest: (exchange: Exchange, session: Int, outcome: SessionModel.Outcome)?
  /// Whether there can be no second session.
  let hasNoNeighbour: Bool
}
