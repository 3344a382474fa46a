/// A value on the command line, or in the environment, that cannot be used.
struct ArgumentValueError: Error, Equatable, Sendable {
  /// What is wrong, to be printed after the option's name and a colon; it never repeats a password.
  let message: String
  /// What may have been meant, if there is a likely candidate.
  let suggestion: String?

  init(_ message: String, suggestion: String? = nil) {
    self.message = message
    self.suggestion = suggestion
  }
}
