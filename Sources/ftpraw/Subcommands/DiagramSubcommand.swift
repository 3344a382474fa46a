import FTPProtocol

extension Subcommand {
  /// `ftpraw diagram [--format FORMAT]`.
  static let diagram = Subcommand(
    name: "diagram",
    options: [.diagramFormat],
    action: .immediate { invocation throws(UsageError) in
      let format = invocation.value(.diagramFormat).flatMap(DiagramText.Format.init) ?? .dot
      invocation.console.print(DiagramText.text(format), terminator: "")
      return .fine
    })
}

extension OptionSpecification {
  static let diagramFormat = OptionSpecification(
    "format", of: "diagram", value: Value("FORMAT", .choices(DiagramText.Format.allCases.map(\.rawValue))))
}
