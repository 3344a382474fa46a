/// Reads a command line by the table.
///
/// Options and operands may be mixed. `--name value`, `--name=value`, `-s value`, `-svalue` and clustered
/// flags (`-vs value`) are understood; `--` makes everything after it an operand; `-` is an operand. Long
/// names are never abbreviated. A flag given twice is a flag; an option with a value given twice is an error
/// unless it is repeatable.
struct ArgumentParser: Sendable {
  /// What a command line requests.
  enum Result: Sendable {
    /// The help of a subcommand, or of the program.
    case help(Subcommand?)
    case version
    /// A subcommand to run.
    case run(Invocation)
  }

  /// The table to read by.
  let table: CommandTable
  /// The source of environment variables, passed on to the invocation.
  let console: any Console

  /// Reads the words after the program's name; throws the first mistake.
  func parse(_ arguments: [Argument]) throws(UsageError) -> Result {
    guard let first = arguments.first?.text else {
      throw UsageError("a subcommand is missing: \(table.names.joined(separator: ", "))")
    }
    switch first {
    case "-h", "--help": return .help(nil)
    case "--version": return .version
    default: break
    }
    if first.hasPrefix("-"), first != "-" {
      let nearest = Suggestion.nearest(
        to: String(first.drop { $0 == "-" }), among: table.options.map(\.long))
      throw UsageError(
        "unknown option '\(first)' before the subcommand", suggestion: nearest.map { "--\($0)" })
    }
    guard let subcommand = table.subcommand(first) else {
      if ServerWord.names(first) {
        throw UsageError(
          "a subcommand comes before a server: '\(table.program) check URL', '\(table.program) send -s URL COMMAND'"
        )
      }
      throw UsageError(
        "unknown subcommand '\(first)'", suggestion: Suggestion.nearest(to: first, among: table.names))
    }
    do {
      return try parse(arguments.dropFirst(), for: subcommand)
    } catch {
      throw UsageError(
        error.message, suggestion: error.suggestion, subcommand: error.subcommand ?? subcommand.name)
    }
  }

  private func parse(
    _ arguments: ArraySlice<Argument>, for subcommand: Subcommand
  ) throws(UsageError) -> Result {
    var reading = Reading(table: table, options: subcommand.allOptions, rest: arguments)
    while let argument = reading.rest.popFirst() {
      if reading.onlyOperands || !argument.bytes.starts(with: [dash]) || argument.bytes == [dash] {
        reading.operands.append(argument)
      } else if argument.bytes == [dash, dash] {
        reading.onlyOperands = true
        reading.operandsBeforeDashes = reading.operands.count
      } else if argument.bytes.starts(with: [dash, dash]) {
        try reading.long(argument)
      } else {
        try reading.cluster(argument)
      }
      if reading.given[OptionSpecification.help.long] != nil { return .help(subcommand) }
    }
    try check(reading.operands, of: subcommand)
    try checkEnvironment(of: subcommand, given: reading.given)
    return .run(
      Invocation(
        subcommand, of: table, console: console, options: reading.given, operands: reading.operands,
        operandsBeforeDashes: reading.operandsBeforeDashes))
  }

  private func check(_ operands: [Argument], of subcommand: Subcommand) throws(UsageError) {
    let specifications = subcommand.operands
    let repeatable = specifications.firstIndex(where: \.isRepeatable)
    let surplus = repeatable == nil ? 0 : max(0, operands.count - specifications.count)
    for (index, operand) in operands.enumerated() {
      // What is repeated takes all that the others leave.
      let place = index - min(surplus, max(0, index - (repeatable ?? 0)))
      let specification = place < specifications.count ? specifications[place] : nil
      if ServerWord.names(operand.text), specification?.kind.takesServer != true {
        throw ServerWord.error(operand.text, in: subcommand)
      }
      guard let specification else {
        // The text after a colon may be the password of a forgotten `--user`.
        let shown = operand.text.prefix { $0 != ":" }
        throw UsageError(
          "unexpected operand '\(shown)\(shown.endIndex < operand.text.endIndex ? ":..." : "")'")
      }
      do {
        try specification.kind.validate(operand.text, in: table)
      } catch {
        throw UsageError("\(specification.name): \(error.message)", suggestion: error.suggestion)
      }
    }
    if let missing = specifications.dropFirst(operands.count).first(where: \.isRequired) {
      throw UsageError("\(missing.name) is missing")
    }
  }

  private func checkEnvironment(
    of subcommand: Subcommand, given: [String: [Argument]]
  ) throws(UsageError) {
    for option in subcommand.options where given[option.long] == nil {
      guard let variable = option.environmentVariable, let kind = option.value?.kind,
        let value = console.environment(variable), !value.isEmpty
      else { continue }
      do {
        try kind.validate(value, in: table)
      } catch {
        throw UsageError("\(variable) in the environment: \(error.message)", suggestion: error.suggestion)
      }
    }
  }
}

/// The words of a subcommand read so far, and the rest.
private struct Reading {
  /// The table, for values that name something in it.
  let table: CommandTable
  /// The options that may occur.
  let options: [OptionSpecification]
  /// The words not read yet.
  var rest: ArraySlice<Argument>
  /// Values by long option name.
  var given: [String: [Argument]] = [:]
  /// Operands in their order.
  var operands: [Argument] = []
  /// Whether `--` has been read.
  var onlyOperands = false
  /// How many operands precede it.
  var operandsBeforeDashes: Int?

  /// Reads `--name`, `--name=value` or `--name value`.
  mutating func long(_ argument: Argument) throws(UsageError) {
    let parts = argument.bytes.dropFirst(2).split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(decoding: parts[0], as: UTF8.self)
    guard let option = options.first(where: { $0.long == name }) else {
      // `--name value` in one word: a line of a file of arguments, or quoted as a whole.
      let words = name.split(separator: " ", maxSplits: 1)
      if words.count == 2, options.contains(where: { $0.long == words[0] && $0.value != nil }) {
        throw UsageError("unknown option '--\(name)'", suggestion: "--\(words[0])=\(words[1])")
      }
      let nearest = Suggestion.nearest(to: name, among: options.map(\.long))
      throw UsageError("unknown option '--\(name)'", suggestion: nearest.map { "--\($0)" })
    }
    let attached = parts.count == 2 ? Argument(bytes: Array(parts[1])) : nil
    if option.value == nil {
      guard attached == nil else { throw UsageError("option '\(option.name)' takes no value") }
      given[option.long] = []
    } else {
      try take(attached, for: option, spelling: option.name)
    }
  }

  /// Reads `-v`, `-s value`, `-svalue` or `-vsvalue`; a long name after a single dash is a mistake, not a
  /// cluster.
  mutating func cluster(_ argument: Argument) throws(UsageError) {
    let word = argument.text.dropFirst()
    if word.count > 1, options.contains(where: { $0.long == word }) {
      throw UsageError("unknown option '-\(word)'", suggestion: "--\(word)")
    }
    var letters = argument.bytes.dropFirst()
    while let letter = letters.popFirst() {
      let character = Character(Unicode.Scalar(letter))
      guard letter < 0x80, let option = options.first(where: { $0.short == character }) else {
        let nearest = Suggestion.nearest(to: String(word), among: options.map(\.long))
        throw UsageError(
          "unknown option '\(letter < 0x80 ? "-\(character)" : argument.text)'",
          suggestion: nearest.map { "--\($0)" })
      }
      if option.value == nil {
        given[option.long] = []
      } else {
        let attached = letters.isEmpty ? nil : Argument(bytes: Array(letters))
        letters = []
        try take(attached, for: option, spelling: "-\(character)")
      }
    }
  }

  private mutating func take(
    _ attached: Argument?, for option: OptionSpecification, spelling: String
  ) throws(UsageError) {
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError("option '\(spelling)' needs a value: \(option.value?.name ?? "")")
    }
    if given[option.long] != nil, !option.isRepeatable {
      throw UsageError("option '\(spelling)' is given twice")
    }
    do {
      try option.value?.kind.validate(value.text, in: table)
    } catch {
      throw UsageError("option '\(spelling)': \(error.message)", suggestion: error.suggestion)
    }
    given[option.long, default: []].append(value)
  }
}

private let dash = UInt8(ascii: "-")
