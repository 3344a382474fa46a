extension Subcommand {
  /// `ftpraw explain TOPIC...`.
  static let explain = Subcommand(
    "explain",
    summary: "Say what a reply code, a verb, a requirement or a case means",
    operands: [
      OperandSpecification(
        "TOPIC", .topic, isRepeatable: true,
        help: """
          A reply code (`227`), a group of codes (`4yz`, `x5z`), a verb (`PASV`), a requirement \
          (`959:4.2:multiline-end`), a case of `check` (`rfc959/4.2/reply-line`), or a document or section whose \
          requirements (`959`, `959:4.2`) or cases (`rfc959/4.2`) are listed.
          """)
    ],
    details: [
      """
      What is printed comes from the tables that conversations are judged by, with the section of the RFC that \
      says so.
      """
    ],
    examples: [
      Example("ftpraw explain 522", "What the code means, which depends on the command:"),
      Example("ftpraw explain PASV 959:4.2:multiline-end", "A verb, then a requirement:"),
    ],
    action: .immediate { invocation throws(UsageError) in
      let explanation = Explanation(width: HelpPage.width(invocation.console))
      var texts: [String] = []
      for operand in invocation.operands {
        do throws(ArgumentValueError) {
          texts.append(explanation.text(for: try Topic(operand.text)))
        } catch {
          throw invocation.usageError(error.message, suggestion: error.suggestion)
        }
      }
      invocation.console.print(texts.joined(separator: "\n"), terminator: "")
      return .fine
    })
}
