extension Subcommand {
  /// `ftpraw shell`.
  static let shell = Subcommand(
    "shell",
    summary: "Send commands as they are typed",
    options: [.server, .passwordFile, .timeout, .verbose, .full, .color],
    environment: [.password, .noColor],
    details: [
      """
      The prompt shows the state of the session. `?` explains the last reply. An interrupt aborts a transfer \
      (`ABOR`) before it ends the session.
      """
    ],
    examples: [Example("ftpraw shell -s ftp://anonymous@localhost", "Log in, then type commands:")],
    exitStatuses: [.fine, .noConversation, .usage, .localFile, .interrupted],
    action: .asynchronous { invocation async throws(UsageError) in
      invocation.report("the shell is not part of this version")
      return .noConversation
    })
}
