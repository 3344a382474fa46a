/// A command line that cannot be understood, explained in one line.
struct UsageError: Error, Equatable, Sendable {
  /// What is wrong, without a capital letter and without a full stop.
  let message: String
  /// What may have been meant, if there is a likely candidate.
  let suggestion: String?
  /// The subcommand that was being read, or nil before one was recognised.
  let subcommand: String?

  init(_ message: String, suggestion: String? = nil, subcommand: String? = nil) {
    self.message = message
    self.suggestion = suggestion
    self.subcommand = subcommand
  }

  /// The line for standard error:
  /// `ftpraw: unknown subcommand 'sned'; did you mean 'send'? Try 'ftpraw --help'.`.
  func line(program: String) -> String {
    let name = subcommand.map { "\(program) \($0)" } ?? program
    let question = suggestion.map { "; did you mean '\($0)'?" } ?? "."
    return "\(name): \(message)\(question) Try '\(name) --help'."
  }
}
