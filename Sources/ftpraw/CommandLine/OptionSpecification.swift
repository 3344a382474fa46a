/// One option of a subcommand, as the table declares it.
///
/// Parsing, help, completions and the manual all read this value; nothing else knows the option.
struct OptionSpecification: Hashable, Sendable {
  /// The value after the name of an option.
  struct Value: Hashable, Sendable {
    /// The name in help, in capitals: `URL`, `FILE`.
    let name: String
    let kind: ValueKind

    init(_ name: String, _ kind: ValueKind) {
      self.name = name
      self.kind = kind
    }
  }

  /// The long name without its dashes; it identifies the option.
  let long: String
  /// The subcommand in which the option means this, if it means something else in others.
  let qualifier: String?
  /// The letter after a single dash, if there is one.
  let short: Character?
  /// The value of the option, or nil for a flag.
  let value: Value?
  /// Whether the option may be repeated, keeping each value.
  let isRepeatable: Bool
  /// The environment variable that replaces the option if it is not given.
  let environmentVariable: String?

  init(
    _ long: String, of qualifier: String? = nil, short: Character? = nil, value: Value? = nil,
    isRepeatable: Bool = false, environmentVariable: String? = nil
  ) {
    self.long = long
    self.qualifier = qualifier
    self.short = short
    self.value = value
    self.isRepeatable = isRepeatable
    self.environmentVariable = environmentVariable
  }

  /// The name of its row in the text of the command line.
  var textName: String { name + (qualifier.map { " (\($0))" } ?? "") }

  /// What the option does, with code in backticks, and its default if there is one.
  private var columns: [String] { CommandText.options[textName]?.first ?? [] }

  /// What the option does, with code in backticks.
  var help: String { columns.first ?? "" }

  /// The option as typed, for messages: `--server`.
  var name: String { "--\(long)" }

  /// Both spellings, the short one first: `["-s", "--server"]`.
  var spellings: [String] {
    (short.map { ["-\($0)"] } ?? []) + [name]
  }

  /// The help text followed by default and environment variable, if any.
  var fullHelp: String {
    var text = help
    if case .choices(let words) = value?.kind {
      text += " One of \(words.map { "`\($0)`" }.joined(separator: ", "))."
    }
    if isRepeatable { text += " May be repeated." }
    if columns.count > 1 { text += " Default: \(columns[1])." }
    if let environmentVariable { text += " Environment: `\(environmentVariable)`." }
    return text
  }
}
