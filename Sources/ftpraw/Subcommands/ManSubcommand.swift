extension Subcommand {
  /// `ftpraw man`.
  static let man = Subcommand(
    name: "man",
    summary: "Print the manual page",
    details: ["The page is roff text with the `man` macros, for `man -l` or for a folder `man1`."],
    examples: [Example("ftpraw man | man -l -", "Read the manual without installing it:")],
    action: .immediate { invocation throws(UsageError) in
      invocation.console.print(ManPage(table: invocation.table).text, terminator: "")
      return .fine
    })
}
