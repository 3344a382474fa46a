import FTPText

/// A parsed command line: the subcommand, its options and operands.
///
/// Values were validated while they were read, so the typed accessors do not fail. An option that was not
/// given takes its value from its environment variable, if it declares one and that is set and not empty.
struct Invocation: Sendable {
  /// The subcommand that was called.
  let subcommand: Subcommand
  /// The table it was found in.
  let table: CommandTable
  /// The standard streams.
  let console: any Console
  /// The operands in their order.
  let operands: [Argument]
  /// How many of them precede `--`; nil without it.
  let operandsBeforeDashes: Int?
  /// The values given, by long option name; a flag has an empty list.
  private let given: [String: [Argument]]

  init(
    _ subcommand: Subcommand, of table: CommandTable, console: any Console, options: [String: [Argument]],
    operands: [Argument], operandsBeforeDashes: Int? = nil
  ) {
    self.subcommand = subcommand
    self.table = table
    self.console = console
    self.given = options
    self.operands = operands
    self.operandsBeforeDashes = operandsBeforeDashes
  }

  /// The words that repeat these options, as far as they are on the command line.
  func words(of options: [OptionSpecification]) -> [String] {
    options.flatMap { option in
      given[option.long].map { values in
        values.isEmpty ? [option.name] : values.flatMap { [option.name, $0.text] }
      } ?? []
    }
  }

  /// Whether a flag was given.
  func flag(_ option: OptionSpecification) -> Bool {
    given[option.long] != nil
  }

  /// Whether an option is on the command line itself.
  func isGiven(_ option: OptionSpecification) -> Bool {
    given[option.long] != nil
  }

  /// The values of a repeatable option, in their order and as bytes.
  func arguments(_ option: OptionSpecification) -> [Argument] {
    if let arguments = given[option.long] { return arguments }
    guard let variable = option.environmentVariable, let value = environment(variable) else { return [] }
    return [Argument(value)]
  }

  /// The values of a repeatable option, in their order.
  func values(_ option: OptionSpecification) -> [String] {
    arguments(option).map(\.text)
  }

  /// The value of an option, or nil if there is none.
  func value(_ option: OptionSpecification) -> String? {
    arguments(option).last?.text
  }

  /// What `read` makes of the value of an option, or nil if there is none.
  ///
  /// - Throws: ``UsageError`` if it makes nothing of it; `what` is what the value should be, as a phrase.
  func value<Value>(
    _ option: OptionSpecification, as what: String, _ read: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = value(option) else { return nil }
    guard let value = read(text) else {
      throw usageError("option '\(option.name)': '\(text)' is not \(what)")
    }
    return value
  }

  /// The value of an option of the kind ``ValueKind/duration``, or nil if there is none.
  func duration(_ option: OptionSpecification) -> Duration? {
    value(option).flatMap { try? TimeSpan.duration($0) }
  }

  /// The value of an option of the kind ``ValueKind/number(_:)``, or nil if there is none.
  func number(_ option: OptionSpecification) -> Int? {
    value(option).flatMap { Int($0) }
  }

  /// The value of an option of the kind ``ValueKind/server``, or nil if there is none.
  func server(_ option: OptionSpecification) -> ServerURL? {
    value(option).flatMap { try? ServerURL($0, overTLS: true) }
  }

  /// An environment variable, or nil if it is not set or empty.
  func environment(_ name: String) -> String? {
    console.environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether to colour the output to a stream: as `--color` says, and for `auto` whether the stream
  /// is a terminal that is not `dumb` while `NO_COLOR` is not set.
  func usesColor(on stream: ConsoleStream) -> Bool {
    switch value(.color) {
    case "always": true
    case "never": false
    default:
      console.isTerminal(stream) && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
    }
  }

  /// The width of the terminal that standard output is; nil if it is not one.
  var terminalWidth: Int? { console.isTerminal(.output) ? HelpPage.width(console) : nil }

  /// A mistake in the arguments that only the subcommand can see, ready to be thrown.
  func usageError(_ message: String, suggestion: String? = nil) -> UsageError {
    UsageError(message, suggestion: suggestion, subcommand: subcommand.name)
  }

  /// Reports a failure in one line on standard error: `ftpraw send: ...`.
  func report(_ message: String) {
    console.printError(PrintableText.line("\(table.program) \(subcommand.name): \(message)"))
  }
}
