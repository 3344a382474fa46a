extension Subcommand {
  /// `ftpraw completions SHELL`.
  static let completions = Subcommand(
    name: "completions",
    operands: [OperandSpecification("SHELL", .choices(Completions.Shell.allCases.map(\.rawValue)))],
    action: .immediate { invocation throws(UsageError) in
      guard let shell = invocation.operands.first.flatMap({ Completions.Shell(rawValue: $0.text) }) else {
        throw invocation.usageError("SHELL is missing")
      }
      invocation.console.print(Completions(table: invocation.table).script(for: shell), terminator: "")
      return .fine
    })
}
