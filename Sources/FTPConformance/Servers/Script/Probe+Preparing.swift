import FTPClient
import FTPProtocol

extension Probe {
  /// Brings the server into the state that the steps under test need.
  ///
  /// Any reply will do with which a client would get on: any 2yz, and 3yz where more is to come. If one cannot get on,
  /// the case is **skipped**, and the reason names the case that is about it: nothing that is wrong with a preparation
  /// is ever blamed on the server under the rule of the case.
  package func prepare(_ actions: CaseAction..., over connection: CaseConnection? = nil) async throws {
    var player = CasePlayer(self)
    player.session = connection
    for action in actions { try await prepare(action, as: player) }
  }

  /// Does the same for a player, and returns what a download brought.
  @discardableResult
  func prepare(_ action: CaseAction, as player: CasePlayer) async throws -> [UInt8]? {
    let connection = player.session
    return try await preparing(filled(action.command)) {
      switch action {
      case .send(let command):
        if let spoken = Self.spoken[command] {
          _ = try await spoken(self, connection)
          return nil
        }
        let line = try await player.line(of: command)
        let command = String(decoding: line, as: UTF8.self)
        let reply = try await (connection ?? ftp).send(bytes: line)
        try expect(reply, welcome(to: command), tolerating: [], to: command, citing: nil)
      case .attempt(let command): try await (connection ?? ftp).send(filled(command))
      case .store(let name, let content, let type):
        try await upload("STOR \(name)", content.bytes(seed: seed), type: type, over: connection)
      case .place(let name, let content):
        try await sent(content, startPassive("STOR \(name)", over: connection), "STOR \(name)")
      case .download(let command, let type):
        return try await download(filled(command), type: type, over: connection).bytes
      case .logInBare:
        if connections.isEmpty { try await connect() }
        try await logInOnly()
      case .listen:
        let client = try connection ?? ftp
        try await client.connectData(announcedIn: try await announcement(over: client))
      }
      return nil
    }
  }

  /// Takes steps that only prepare what the case is about; what goes wrong in them makes the case **skipped**.
  ///
  /// - Parameters:
  ///   - command: The command that they send, which decides which case is about it.
  ///   - body: The steps.
  /// - Returns: What they return.
  /// - Throws: The reason for skipping, or that the tester itself cannot go on.
  @discardableResult
  package func preparing<Value>(_ command: String, _ body: () async throws -> Value) async throws -> Value {
    do { return try await noting(nil, body) } catch {
      let stop = current.stop(by: error)
      switch stop {
      case .found(let finding), .broken(let finding): throw CaseStop(unprepared: command, finding.received)
      case .unsupported(let reason): throw CaseStop(unprepared: command, reason)
      case .skipped, .crowdedOut, .turnedAway, .impossible: throw stop
      }
    }
  }

  /// Sets up a data connection or a parameter, which is a preparation in every case that is not about the command.
  ///
  /// - Parameters:
  ///   - verb: The command that sets it up.
  ///   - command: The command of the transfer, if the steps send it as well: what is wrong with that is not excused.
  ///   - body: The steps.
  /// - Returns: What they return.
  /// - Throws: The reason for skipping, or what ends the case.
  @discardableResult
  func settingUp<Value>(
    _ verb: Verb, for command: String, _ body: () async throws -> Value
  ) async throws -> Value {
    if current.isAbout(verb) { return try await body() }
    do { return try await noting(verb, body) } catch {
      switch error {
      case let error as FTPClientError where error.isAbout(command): throw error
      case is DataAddressError, is ValueDeviation, is FTPClientError, CaseStop.found:
        return try await preparing(verb.name) { throw error }
      default: throw error
      }
    }
  }

  /// Keeps what the connections exchange meanwhile as a preparation, of one command or of all that are sent, and
  /// forgets what seems wrong with it.
  private func noting<Value>(_ verb: Verb?, _ body: () async throws -> Value) async throws -> Value {
    let before = connections.map(\.eventCount)
    let known = findings
    defer {
      state.withLock { $0.findings = known }
      for (place, connection) in connections.enumerated() {
        let start = place < before.count ? before[place] : 0
        let end = connection.eventCount
        guard start < end else { continue }
        state.withLock { $0.preparations.append(.init(conversation: place, events: start..<end, verb: verb)) }
      }
    }
    return try await body()
  }

  /// The replies to a command of a preparation after which a client gets on: 3yz if the diagram has an arrow for it.
  private func welcome(to command: String) -> [ReplyPattern] {
    let row = target.diagram.row(target.diagram.step(for: Self.verb(of: command)))
    return row.box(firstDigit: 3) == .error ? [.completion] : [.completion, .intermediate]
  }

  static func verb(of command: String) -> Verb { Verb(String(command.prefix { $0 != " " })) }

  /// A command with the names that it has in this run.
  func filled(_ command: String) -> String {
    guard command.contains("{") else { return command }
    let host = (try? ftp.localAddress.host) ?? ""
    return command.replacing("{directory}", with: directory ?? ".").replacing(
      "{user}", with: String(decoding: target.login.user, as: UTF8.self)
    )
    .replacing("{host}", with: host).replacing("{octets}", with: host.replacing(".", with: ","))
    .replacing("{family}", with: host.contains(":") ? "2" : "1")
  }
}

extension FTPClientError {
  /// Whether it came of a command of a transfer, after the data connection was set up.
  fileprivate func isAbout(_ command: String) -> Bool {
    switch self {
    case .unexpectedReply(_, let sent, _): Probe.verb(of: sent) == Probe.verb(of: command)
    case .timedOut(let awaited, _, _), .closedByServer(let awaited, _):
      awaited == .reply(to: Probe.verb(of: command).name) || awaited == .finalReply
        || awaited == .finalTransferReply
    case .transport(let cause): cause.step != .connectData
    default: false
    }
  }
}

extension ServerCase {
  /// Whether a command is a subject of the case: its title or one of its rules names it, or the code that announces the
  /// address it asks for.
  package func isAbout(_ verb: Verb) -> Bool {
    let code = AddressForm.allCases.first { $0.passiveVerb == verb }?.replyCode.description
    return ([entry.title] + entry.requirements.map(\.words)).contains { text in
      text.split { !$0.isLetter && !$0.isNumber }.contains { $0 == verb.name || $0 == code ?? verb.name }
    }
  }
}

extension CaseStop {
  /// A command that only prepares the test did not work.
  init(unprepared command: String, _ received: String) {
    let witness = CaseCatalogue.witness(of: Probe.verb(of: command)).map { " (see \($0))" } ?? ""
    self = .skipped(
      "\(Escaping.ascii(command.utf8, limit: 60)), which only prepares the test, did not work: \(received)\(witness)"
    )
  }
}

extension CaseCatalogue {
  /// The case that says what is wrong if a command does not work; nil if there is none.
  static func witness(of verb: Verb) -> CaseID? {
    switch (verb, verb.row?.data) {
    case (_, .upload?), (_, .download?): return "rfc1123/4.1.2.13/store-and-remove"
    case (.list, _): return "rfc959/3.3/listing-transfer"
    case (.mdtm, _): return "rfc3659/3.1/mdtm-213"
    case (.mlsd, _): return "rfc3659/7.2/mlsd-replies"
    case (.mlst, _): return "rfc3659/7.2/mlst-reply-form"
    case (.opts, _): return "rfc2389/4/opts-success"
    case (.rest, _): return "rfc3659/5.3/rest-350"
    case (.size, _): return "rfc3659/4/size-reply-form"
    default:
      let codes = CaseID(rawValue: "rfc959/5.4/\(verb.name.lowercased())-codes")
      return entry(codes) == nil ? nil : codes
    }
  }
}
