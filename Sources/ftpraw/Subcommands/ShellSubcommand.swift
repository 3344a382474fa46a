import FTPClient

extension Subcommand {
  /// `ftpraw shell`.
  static let shell = Subcommand(
    "shell",
    summary: "Send commands as they are typed",
    options: [.server, .passwordFile, .dataHost, .dataConnect, .timeout, .verbose, .full, .color]
      + OptionSpecification.ofTLS,
    environment: [.password, .keyLog, .history, .noColor],
    details: [
      """
      The prompt shows the state of the session. `?` explains the last reply, `? WORD` a code, a command or a \
      requirement. `>FILE` names where downloads go, `<FILE` what uploads send; either alone forgets it again. An \
      interrupt aborts a transfer (`ABOR`) before it ends the session; the end of input ends it too.
      """,
      """
      On a terminal Tab completes verbs, and topics after `?`; the arrow keys walk through what was typed before, in \
      earlier sessions too, and ^R looks for a part of it. A line with a password is not kept.
      """,
    ],
    examples: [Example("ftpraw shell -s ftp://anonymous@localhost", "Log in, then type commands:")],
    exitStatuses: [.fine, .noConversation, .usage, .localFile, .interrupted],
    action: .asynchronous { invocation async throws(UsageError) in
      let current = CurrentCommand()
      return await Interruption.cancels(unless: { current.abort() }) {
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
    var dialogue = Dialogue(client: client, sink: nil, source: nil)
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
