import FTPProtocol

/// The sequences of commands, as the diagram draws them: what a reply leaves pending, and with which code it does.
extension SessionContext {
  var diagram: StateDiagram { configuration.diagram }

  /// Takes where the reply to a command leads.
  func settle(_ command: Command, _ code: ReplyCode) {
    let step = diagram.step(for: command.verb)
    let box = diagram.box(step, code)
    pending = box.next
    // What was agreed on before a refusal still stands.
    guard box != .failure else { return }
    // A marker waits for its transfer, over whatever sets the data connection up, where the diagram leads to one.
    if step == .rest, pending != .restarted { restart = .none }
    if step == .rnfr, pending != .rnto { renameSource = nil }
  }

  /// The reply with which a command leads on to the next of its sequence: 331 for USER and ``Step/pass``.
  ///
  /// Nil where the diagram has no such arrow.
  func reply(to verb: Verb, leadingTo step: Step, _ text: String) -> Response? {
    diagram.code(verb, leadingTo: step).map { .reply($0, text) }
  }
}
