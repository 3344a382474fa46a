extension Subcommand {
  /// `ftpraw version`.
  static let version = Subcommand(
    name: "version",
    summary: "Print the version, the commit and the TLS library found",
    action: .immediate { invocation throws(UsageError) in
      invocation.console.print(Version.summary(program: invocation.table.program))
      return .fine
    })
}
