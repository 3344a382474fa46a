extension Subcommand {
  /// `ftpraw man`.
  static let man = Subcommand(
    name: "man",
    action: .immediate { invocation throws(UsageError) in
      invocation.console.print(ManPage(table: invocation.table).text, terminator: "")
      return .fine
    })
}
