import FTPProtocol

/// The sequences of commands in the diagram: what a reply leaves pending, and with which code.
extension SessionContext {
  var diagram: StateDiagram { configuration.diagram }

  /// Records where the reply to a command leads.
  func settle(_ command: Command, _ code: ReplyCode) {
    let step = diagram.step(for: command.verb)
    let box = diagram.box(step, code)
    pending = box.next
    // A refusal does not change what was agreed before.
    guard box != .failure else { return }
    // A marker waits for its transfer while the data connection is set up, if the diagram allows it.
    if step == .rest, pending != .restarted { restart = .none }
    if step == .rnfr, pending != .rnto { renameSource = nil }
  }

  /// The reply with which a command leads to the next of its sequence: 331 for USER and ``ReplyState/pass``.
  ///
  /// Nil if the diagram has no such arrow.
  func reply(to verb: Verb, leadingTo step: ReplyState, _ text: String) -> Response? {
    diagram.code(verb, leadingTo: step).map { .reply($0, text) }
  }
}
