import FTPProtocol

/// MFMT, MFCT and MFF (draft-somers-ftp-mfxx-03): clients set the facts that MLST reports.
enum FactHandlers {
  static let all = [
    CommandHandler(.mfmt) { session, argument throws(StorageError) in
      try setTime(session, argument, .modify)
    },
    CommandHandler(
      .mfct, feature: { $0.storage.knowsCreation ? "MFCT" : nil }
    ) { session, argument throws(StorageError) in
      session.storage.knowsCreation
        ? try setTime(session, argument, .create) : .reply(502, "Creation times are unknown here.")
    },
    CommandHandler(
      .mff,
      feature: { session in "MFF " + settable(session).map { $0.rawValue + ";" }.joined() }, action: setFacts),
  ]

  private static func settable(_ session: SessionContext) -> [FactChoice.Fact] {
    session.storage.knowsCreation ? [.modify, .create, .mode] : [.modify, .mode]
  }

  private static func setTime(
    _ session: SessionContext, _ argument: Argument, _ fact: FactChoice.Fact
  ) throws(StorageError) -> Response {
    let (time, path) = argument.firstWord
    guard !path.isEmpty else { return .reply(501, "A time and a pathname are needed.") }
    return try apply([FactList.Fact(fact.rawValue, bytes: time)], session, path)
  }

  @Sendable private static func setFacts(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> Response {
    guard let list = try? FactList.read(argument.bytes, .strict).value, !list.facts.isEmpty,
      !list.name.isEmpty
    else { return .reply(501, "Facts, each with a semicolon, a space and a pathname are needed.") }
    return try apply(list.facts, session, Argument(list.name))
  }

  /// Sets all facts or, if an error can be predicted, none of them.
  private static func apply(
    _ facts: [FactList.Fact], _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> Response {
    var changes: [Change] = []
    var unknown: [String] = []
    for fact in facts {
      guard let known = settable(session).first(where: { fact.name.lowercased() == $0.rawValue.lowercased() })
      else {
        unknown.append(fact.name)
        continue
      }
      guard let change = Change(known, fact.value) else {
        return .reply(501, "\(known.rawValue) cannot have that value.")
      }
      changes.append(change)
    }
    guard unknown.isEmpty else { return .reply(504, "Not implemented: \(unknown.joined(separator: " ")).") }
    let path = try session.path(argument, for: .setFacts)
    // The time of the change comes first, because a creation time may not be later.
    for change in changes where !change.isCreation { try change.apply(session.storage, path) }
    for change in changes where change.isCreation { try change.apply(session.storage, path) }
    let created = try session.storage.entry(at: path).created
    let set = changes.map { $0.isCreation ? Change.created(created ?? FileTime(seconds: 0)).fact : $0.fact }
    return .reply(ServerReply(213, bytes: (try? FactList(set, name: argument.bytes).encoded()) ?? []))
  }
}

/// A fact with a value that the storage can keep: times to the second, modes without set-user-ID and the like.
private enum Change {
  case modified(FileTime)
  case created(FileTime)
  case mode(UInt16)

  init?(_ fact: FactChoice.Fact, _ value: [UInt8]) {
    switch fact {
    case .mode:
      guard let mode = UInt16(octal: String(decoding: value, as: UTF8.self)) else { return nil }
      self = .mode(mode & 0o777)
    case .modify, .create:
      guard let time = try? TimeValue.read(value, .strict).value else { return nil }
      let moment = FileTime(seconds: time.secondsSince1970)
      self = fact == .modify ? .modified(moment) : .created(moment)
    default: return nil
    }
  }

  func apply(_ storage: any Storage, _ path: VirtualPath) throws(StorageError) {
    switch self {
    case .modified(let time): try storage.setModified(time, of: path)
    case .created(let time): try storage.setCreated(time, of: path)
    case .mode(let mode): try storage.setPermissions(mode, of: path)
    }
  }

  var isCreation: Bool {
    if case .created = self { true } else { false }
  }

  /// The facts that were set, as reported.
  var fact: FactList.Fact {
    switch self {
    case .modified(let time): .init("Modify", time.description)
    case .created(let time): .init("Create", time.description)
    case .mode(let mode): .init("UNIX.mode", mode.octal)
    }
  }
}
