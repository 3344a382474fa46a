import FTPClient

extension Subcommand {
  /// `ftpraw shell`.
  static let shell = Subcommand(
    name: "shell",
    options: [.server, .passwordFile, .dataHost, .dataConnect, .timeout, .verbose, .full, .color]
      + OptionSpecification.ofTLS,
    environment: [.password, .keyLog, .history, .noColor],
    exitStatuses: [.fine, .noConversation, .usage, .localFile, .interrupted],
    action: .asynchronous { invocation in
      let current = CurrentCommand()
      return try await Interruption.cancels(unless: { current.abort() }) {
        await runShell(invocation, current)
      }
    })
}

/// Connects, logs in if the URL names a user, and takes lines until the end.
private func runShell(_ invocation: Invocation, _ current: CurrentCommand) async -> ExitStatus {
  var style = ConversationView.Style()
  style.isVerbose = invocation.flag(.verbose)
  style.isColored = invocation.usesColor(on: .output)
  let view = ConversationView(console: invocation.console, style: style)
  do {
    let target = try ServerTarget(invocation)
    defer { target.end() }
    let client = try await target.connect(.shown(by: view, invocation, showsData: true))
    var dialogue = Dialogue(client: client)
    dialogue.connectsAtOnce = invocation.value(.dataConnect) == "at-once"
    _ = try await target.logIn(client)
    var loop = ShellLoop(invocation, view: view, dialogue: dialogue, current: current)
    let status = try await loop.run()
    client.close()
    view.finish()
    return status
  } catch {
    view.finish()
    return invocation.report(ConversationFailure(error))
  }
}
