extension Subcommand {
  /// `ftpraw explain TOPIC...`.
  static let explain = Subcommand(
    name: "explain",
    operands: [OperandSpecification("TOPIC", .topic, isRepeatable: true)],
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
