extension Subcommand {
  /// `ftpraw version`.
  static let version = Subcommand(
    name: "version",
    action: .immediate { invocation throws(UsageError) in
      invocation.console.print(Version.summary(program: invocation.table.program))
      return .fine
    })
}
