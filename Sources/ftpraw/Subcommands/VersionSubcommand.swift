extension Subcommand {
  /// `ftpraw version`.
  static let version = Subcommand(
    name: "version",
    summary: "Print the version, the commit and the TLS library found",
    details: [
      "The same as `--version`. Only a binary built from a source archive knows its commit."
    ],
    examples: [Example("ftpraw version", "See whether TLS is available here:")],
    action: .immediate { invocation throws(UsageError) in
      invocation.console.print(Version.summary(program: invocation.table.program))
      return .fine
    })
}
