extension Subcommand {
  /// `ftpraw explain TOPIC...`.
  static let explain = Subcommand(
    name: "explain",
    summary: "Explain a reply, a verb, a requirement, a case or a fault",
    operands: [
      OperandSpecification(
        "TOPIC", .topic, isRepeatable: true,
        help: """
          A reply code (`227`), a reply (`"227 (127,0,0,1,195,81)"`, whose address is shown), a group of codes (`4yz`, \
          `x5z`), a verb (`PASV`), a requirement (`959:4.2:multiline-end`), a case of `check` (`rfc959/4.2/reply-line`), \
          a fault of `serve` (`reply-8bit`), or a document or section, to list \
          its requirements (`959`, `959:4.2`) or cases (`rfc959/4.2`).
          """)
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
