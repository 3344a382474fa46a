import FTPProtocol

extension Subcommand {
  /// `ftpraw diagram [--format FORMAT]`.
  static let diagram = Subcommand(
    name: "diagram",
    summary: "Print the state diagram against which conversations are judged",
    options: [.diagramFormat],
    details: [
      """
      The state diagrams of RFC 959, section 6, extended by the commands of later RFCs: for each state, the next state \
      for each first digit of a reply.
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
