/// One operand of a subcommand, as the table declares it: a word that is not an option.
struct OperandSpecification: Hashable, Sendable {
  /// The name in help, in capitals: `COMMAND`.
  let name: String
  let kind: ValueKind
  /// Whether at least one must be given.
  let isRequired: Bool
  /// Whether any number may be given; only one operand of a subcommand may say so.
  let isRepeatable: Bool

  init(
    _ name: String, _ kind: ValueKind = .text, isRequired: Bool = true, isRepeatable: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.isRepeatable = isRepeatable
  }

  /// The operand in a synopsis: `COMMAND...`, `[SUBCOMMAND]`.
  var synopsis: String {
    let word = isRepeatable ? "\(name)..." : name
    return isRequired ? word : "[\(word)]"
  }

  /// What the operand of a subcommand is, with code in backticks, followed by the possible words, if any.
  func help(in subcommand: String) -> String {
    let help = CommandText.pairs("operand", subcommand).first { $0.typed == name }?.meaning ?? ""
    guard case .choices(let words) = kind else { return help }
    return help + " One of \(words.map { "`\($0)`" }.joined(separator: ", "))."
  }
}
