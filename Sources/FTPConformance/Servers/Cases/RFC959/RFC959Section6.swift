import FTPProtocol

// The cases of RFC 959, section 6: the first digits for which the state diagrams have arrows.
//
// Each is about some of the diagram's rows, with every command of those rows that is harmless for the server. The titles
// say what the arrows say, which a test checks; the judge, which follows the same arrows, does the rest.
extension Probe {
  /// Sends every command of some states that can be sent, and compares each reply with the arrows.
  func walk(_ states: [ReplyState]) async throws {
    let diagram = target.diagram
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
