import FTPProtocol

/// Something that a server says, or sends, that is not what the commands before have left.
struct Difference: Hashable, Sendable {
  /// What differs.
  enum Subject: String, Hashable, Sendable {
    /// The current directory.
    case directory
    /// The type in force.
    case type
    /// The place at which a transfer begins.
    case restart
    /// Whether a rename is pending.
    case rename
    /// Whether something is there, and what it is.
    case presence
    /// What a file holds.
    case contents
    /// How long a file is.
    case size
    /// When a file was changed.
    case time
  }

  /// What differs.
  let subject: Subject
  /// The file or the directory that it is about.
  let path: ModelPath?
  /// The command that shows it.
  let reporter: Command
  /// What was expected of that command, as a phrase.
  let expected: String
  /// What came, in printable ASCII.
  let received: String
  /// Whether the command was refused that should have been carried out, which says something only where the server
  /// carries it out elsewhere.
  var isRefusal = false
  /// Whether the command was carried out that could not be.
  var isImpossible = false

  /// Whether another difference is of the same kind, shown by the same command.
  func isSame(as other: Difference) -> Bool {
    subject == other.subject && path == other.path && reporter.verb == other.reporter.verb
      && isRefusal == other.isRefusal && isImpossible == other.isImpossible
  }
}
