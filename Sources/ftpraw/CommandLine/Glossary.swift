/// A list of things to write and what they mean, for a subcommand that reads a form of its own.
struct Glossary: Sendable {
  /// One thing.
  struct Entry: Sendable {
    /// How it is written, without backticks.
    let term: String
    /// What it means, in a sentence; code stands between backticks.
    let explanation: String

    init(_ term: String, _ explanation: String) {
      self.term = term
      self.explanation = explanation
    }
  }

  /// What the list is of, without a colon.
  let title: String
  /// The entries in their order.
  let entries: [Entry]
}
