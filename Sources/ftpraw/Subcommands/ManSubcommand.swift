extension Subcommand {
  /// `ftpraw man`.
  static let man = Subcommand(
    name: "man",
    summary: "Print the manual page",
    action: .immediate { invocation throws(UsageError) in
      invocation.console.print(ManPage(table: invocation.table).text, terminator: "")
      return .fine
    })
}
