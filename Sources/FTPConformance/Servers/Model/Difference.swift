import FTPProtocol

/// Something that a server says or sends that does not agree with the earlier commands.
struct Difference: Hashable, Sendable {
  enum Subject: String, Hashable, Sendable {
    /// The current directory.
    case directory
    /// The type in force.
    case type
    /// The offset at which a transfer begins.
    case restart
    /// Whether a rename is pending.
    case rename
    /// Whether something exists, and whether it is a file or a directory.
    case presence
    /// The contents of a file.
    case contents
    /// The size of a file.
    case size
    /// The time of a file.
    case time
    /// Which facts an entry has.
    case facts
    /// Who may use the server.
    case access
  }

  var subject: Subject
  /// The file or directory in question.
  let path: ModelPath?
  /// The command that shows it.
  let reporter: Command
  /// What was expected of that command, as a phrase.
  let expected: String
  /// What was received, in printable ASCII.
  let received: String
  /// Whether the command was refused although it should have been carried out; that counts only if the server carries
  /// it out for another file or directory.
  var isRefusal = false
  /// Whether the command was carried out although that is impossible.
  var isImpossible = false
  /// Whether somebody got in with a password that differs from the right one only in blanks around it.
  var isLenient = false
  /// The rule that it breaks, if the difference alone shows it.
  var rule: RequirementID?

  /// Whether nothing excuses it: a file has other bytes than were stored, or one with a plain name is gone.
  var isCertain: Bool {
    switch subject {
    case .contents, .size, .restart, .type: !isRefusal
    case .presence: !isImpossible && path?.names.allSatisfy(ServerModel.isPlain) ?? false
    case .directory: rule != nil
    // Servers differ on whether a refused password ends what USER has begun.
    case .access: rule != Self.unnamedUser && !isLenient
    case .rename, .time, .facts: false
    }
  }

  /// Whether another difference has the same subject, and is shown by the same command.
  func isSame(as other: Difference) -> Bool {
    subject == other.subject && path == other.path && reporter.verb == other.reporter.verb
      && isRefusal == other.isRefusal && isImpossible == other.isImpossible
  }
}
