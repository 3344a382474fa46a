/// A list of notations and their meanings, for a subcommand that reads its own notation.
struct Glossary: Sendable {
  /// One thing.
  struct Entry: Sendable {
    /// The notation, without backticks.
    let term: String
    /// Its meaning, in a sentence; code is between backticks.
    let explanation: String

    init(_ term: String, _ explanation: String) {
      self.term = term
      self.explanation = explanation
    }
  }

  /// The title, without a colon.
  let title: String
  /// The entries in their order.
  let entries: [Entry]
}
