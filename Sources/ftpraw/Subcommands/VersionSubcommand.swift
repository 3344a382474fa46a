extension Subcommand {
  /// `ftpraw version`.
  static let version = Subcommand(
    "version",
    summary: "Print the version, the commit, and which TLS was found",
    details: [
      "The same as `--version`. The commit is known to a binary that was built from an archive of the sources."
    ],
    examples: [Example("ftpraw version", "See whether TLS can be spoken here:")],
    action: .immediate { invocation throws(UsageError) in
      invocation.console.print(Version.summary(program: invocation.table.program))
      return .fine
    })
}
