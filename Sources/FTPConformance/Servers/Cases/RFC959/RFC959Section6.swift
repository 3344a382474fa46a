import FTPProtocol

/// RFC 959, section 6: the first digits for which the state diagrams have arrows.
///
/// The cases are derived from the diagram: one for each requirement about some of its rows, with every command of those
/// rows that is harmless for the server. Their titles and expectations come from the arrows; the judge, which follows
/// the same arrows, does the rest.
enum RFC959Section6 {
  static let cases = cases(.ftp)

  static func cases(_ diagram: StateDiagram) -> [ServerCase] {
    [simple(diagram), transfer(diagram), rename(diagram), restart(diagram), login(diagram)]
  }

  private static func simple(_ diagram: StateDiagram) -> ServerCase {
    ServerCase(
      "rfc959/6/simple-commands", "A simple command gets \(diagram.choice(.simple) { $0 != .error }).",
      needs: [.writeAccess], scope: .everything, tags: ["slow"],
      failsWith: ["code-preliminary", "code-answer=PWD:350"], traffic: .apart
    ) { probe in
      try await probe.walk([.simple], of: diagram)
    }
  }

  private static func transfer(_ diagram: StateDiagram) -> ServerCase {
    let waiting = diagram.choice(.transfer) { $0 == .wait }
    let final = diagram.choice(.transfer) { $0 != .wait && $0 != .error }
    return ServerCase(
      "rfc959/6/transfer-commands",
      "A transfer gets \(waiting) and then \(final), never \(diagram.choice(.transfer) { $0 == .error }).",
      needs: [.data], scope: .everything, failsWith: ["code-answer=LIST:350"],
      traffic: .apart
    ) { probe in
      try await probe.walk([.transfer, .protected], of: diagram)
    }
  }

  private static func rename(_ diagram: StateDiagram) -> ServerCase {
    let first = diagram.choice(.rnfr) { $0 != .failure && $0 != .error }
    let second = diagram.choice(.rnto) { $0 != .failure && $0 != .error }
    return ServerCase(
      "rfc959/6/rename-commands", "RNFR gets \(first) or is refused, RNTO gets \(second) or is refused.",
      needs: [.writeAccess], scope: .everything,
      failsWith: ["code-answer=RNFR:250", "code-answer=RNTO:350"]
    ) { probe in
      try await probe.walk([.rnfr, .rnto], of: diagram)
    }
  }

  private static func restart(_ diagram: StateDiagram) -> ServerCase {
    ServerCase(
      "rfc959/6/rest-command",
      "REST gets \(diagram.choice(.rest) { $0 != .failure && $0 != .error }) or is refused.",
      scope: .everything, failsWith: ["code-answer=REST:200"], traffic: .apart
    ) { probe in
      try await probe.walk([.rest, .restarted], of: diagram)
    }
  }

  private static func login(_ diagram: StateDiagram) -> ServerCase {
    let never = diagram.digits(.user) { $0 == .error }
    let last = diagram.digits(.acct) { $0 == .error }.filter { !never.contains($0) }
    return ServerCase(
      "rfc959/6/login-commands",
      "USER, PASS and ACCT never get \(never.choice), ACCT never \(last.choice).",
      scope: .everything, failsWith: ["code-answer=ACCT:350"], traffic: .apart
    ) { probe in
      try await probe.walk([.user, .pass, .acct, .auth, .adat], of: diagram)
    }
  }
}

extension Probe {
  /// Sends every command of some states that can be sent, and compares each reply with the arrows.
  fileprivate func walk(_ states: [ReplyState], of diagram: StateDiagram) async throws {
    for state in states {
      for command in diagram.commands(in: state) {
        switch command.step {
        case .lines(let lines):
          for line in lines {
            let reply = try await send(filled(line))
            try follow(reply, to: line, diagram)
          }
        case .transfer(let command):
          let (reply, transfer) = try await startPassive(command)
          try follow(reply, to: command, diagram)
          guard let transfer else { continue }
          _ = try await transfer.contents()
          try follow(try await transfer.end(), to: command, diagram)
        case .begun, .left: continue
        }
      }
    }
  }

  /// Ends the case if there is no arrow for a reply to a command.
  private func follow(_ reply: Reply, to line: String, _ diagram: StateDiagram) throws {
    let state = diagram.step(for: Command(parsing: Array(line.utf8))?.verb ?? "")
    guard diagram.box(state, reply.code) == .error else { return }
    try fail(
      "\(diagram.choice(state) { $0 != .error }) to \(line)", Self.words(of: reply), citing: state.requirement
    )
  }
}
