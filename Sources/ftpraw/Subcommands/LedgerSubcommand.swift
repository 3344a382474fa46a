import FTPConformance
import FTPVectors

extension Subcommand {
  /// `ftpraw ledger [--format FORMAT] [SELECTOR...]`.
  static let ledger = Subcommand(
    name: "ledger",
    operands: [OperandSpecification("SELECTOR", .selector, isRequired: false, isRepeatable: true)],
    options: [.ledgerFormat, .vectors, .unaccounted],
    exitStatuses: [.fine, .usage, .localFile],
    action: .immediate { show(try select(Ledger(vectors: vectors($0)), $0), $0) })
}

/// The vectors of the requested folder, or of `Vectors` here; nil if there is no such folder.
private func vectors(_ invocation: Invocation) throws -> [Vector]? {
  let path = invocation.value(.vectors)
  guard path != nil || VectorFile.isFolder("Vectors") else { return nil }
  return try VectorFile.find([path ?? "Vectors"], filter: nil).compactMap { file in
    switch file.content {
    case .vector(let vector): return vector
    case .script: return nil
    case .malformed(let error):
      throw ConversationFailure(
        "\(file.path):\(error.line):\(error.column): \(error.message)", .localFile)
    }
  }
}

private func select(_ ledger: Ledger, _ invocation: Invocation) throws -> Ledger {
  let selectors = invocation.operands.map { LedgerSelector($0.text) }
  for selector in selectors where !ledger.entries.contains(where: selector.matches) {
    throw invocation.usageError(
      "no requirement matches '\(selector.text)'",
      suggestion: Suggestion.nearest(
        to: selector.text, among: ledger.documents.map(\.name) + ledger.entries.map(\.id)))
  }
  let selected =
    selectors.isEmpty ? ledger : ledger.filter { entry in selectors.contains { $0.matches(entry) } }
  return invocation.flag(.unaccounted) ? selected.filter { $0.standing == .unaccounted } : selected
}

private func show(_ ledger: Ledger, _ invocation: Invocation) -> ExitStatus {
  let text =
    switch invocation.value(.ledgerFormat) {
    case "json": ledger.json.text + "\n"
    case "html": ledger.html
    default: ledger.markdown
    }
  invocation.console.print(text, terminator: "")
  return .fine
}

extension OptionSpecification {
  static let ledgerFormat = OptionSpecification(
    "format", of: "ledger", value: Value("FORMAT", .choices(["markdown", "json", "html"])))
  static let vectors = OptionSpecification("vectors", value: Value("DIR", .file))
  static let unaccounted = OptionSpecification("unaccounted")
}
