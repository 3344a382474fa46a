import FTPProtocol

extension Subcommand {
  /// `ftpraw diagram [--format FORMAT]`.
  static let diagram = Subcommand(
    "diagram",
    summary: "Print the state diagram that conversations are judged by",
    options: [.diagramFormat],
    details: [
      """
      The diagram is that of RFC 959 section 6 with the commands of the later RFCs: for each state, where a \
      reply leads by its first digit.
      """
    ],
    examples: [
      Example("ftpraw diagram | dot -Tsvg > ftp.svg", "Draw it with Graphviz:"),
      Example("ftpraw diagram --format markdown", "Read it as a table:"),
    ],
    action: .immediate { invocation throws(UsageError) in
      let format = invocation.value(.diagramFormat).flatMap(DiagramText.Format.init) ?? .dot
      invocation.console.print(DiagramText.text(format), terminator: "")
      return .fine
    })
}

extension OptionSpecification {
  /// `--format FORMAT` of `diagram`.
  static let diagramFormat = OptionSpecification(
    "format", value: Value("FORMAT", .choices(DiagramText.Format.allCases.map(\.rawValue))),
    defaultText: "`dot`", help: "The notation.")
}
