/// One operand of a subcommand, as the table declares it: a word that is not an option.
struct OperandSpecification: Hashable, Sendable {
  /// The name in help, in capitals: `COMMAND`.
  let name: String
  /// The kind of the operand.
  let kind: ValueKind
  /// Whether at least one must be given.
  let isRequired: Bool
  /// Whether any number may be given; only one operand of a subcommand may say so.
  let isRepeatable: Bool
  /// What the operand is, with code in backticks.
  let help: String

  init(
    _ name: String, _ kind: ValueKind = .text, isRequired: Bool = true, isRepeatable: Bool = false,
    help: String
  ) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.isRepeatable = isRepeatable
    self.help = help
  }

  /// The operand in a synopsis: `COMMAND...`, `[SUBCOMMAND]`.
  var synopsis: String {
    let word = isRepeatable ? "\(name)..." : name
    return isRequired ? word : "[\(word)]"
  }

  /// The help text followed by the possible words, if any.
  var fullHelp: String {
    guard case .choices(let words) = kind else { return help }
    return help + " One of \(words.map { "`\($0)`" }.joined(separator: ", "))."
  }
}
