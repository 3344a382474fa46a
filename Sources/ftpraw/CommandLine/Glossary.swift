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

extension Glossary {
  /// The glossary with this title in the text of the command line.
  init(_ title: String) {
    self.init(title: title, entries: CommandText.pairs("entry", title).map { Entry($0.typed, $0.meaning) })
  }
}
