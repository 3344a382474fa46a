extension Subcommand {
  /// `ftpraw help [SUBCOMMAND]`.
  static let help = Subcommand(
    name: "help",
    operands: [OperandSpecification("SUBCOMMAND", .subcommand, isRequired: false)],
    action: .immediate { invocation throws(UsageError) in
      let page = HelpPage(table: invocation.table, width: HelpPage.width(invocation.console))
      let subcommand = invocation.operands.first.flatMap { invocation.table.subcommand($0.text) }
      invocation.console.print(page.text(for: subcommand), terminator: "")
      return .fine
    })
}
