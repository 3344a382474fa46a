/// One subcommand in the table: its name, its arguments, and its action.
struct Subcommand: Sendable {
  /// The action of the subcommand.
  ///
  /// A mistake in the arguments that only the subcommand can detect is thrown as ``UsageError``
  /// (``Invocation/usageError(_:suggestion:)`` makes one); everything else it reports itself.
  enum Action: Sendable {
    /// Runs to its end on the main thread, without the concurrency runtime being started.
    case immediate(@Sendable (Invocation) throws(UsageError) -> ExitStatus)
    /// Runs in a task.
    case asynchronous(@Sendable (Invocation) async throws(UsageError) -> ExitStatus)
  }

  /// An example of a command line, and what it does.
  struct Example: Hashable, Sendable {
    /// The command line as typed in a POSIX shell.
    let line: String
    /// What it does, in a sentence.
    let explanation: String
  }

  /// The word that calls the subcommand.
  let name: String
  /// The operands in their order.
  var operands: [OperandSpecification] = []
  /// The options besides `--help`, which every subcommand has.
  var options: [OptionSpecification] = []
  /// Environment variables besides those of the options.
  var environment: [EnvironmentVariable] = []
  /// Descriptions of files or operands with their own notation.
  var glossaries: [Glossary] = []
  /// The exit statuses that can occur.
  var exitStatuses: [ExitStatus] = [.fine, .usage]
  let action: Action

  /// What it does, in one line without a full stop.
  var summary: String { CommandText.summary(of: name) }
  /// Paragraphs of explanation, with code in backticks.
  var details: [String] { CommandText.details(of: name) }
  /// Examples, each of which works as it stands.
  var examples: [Example] {
    CommandText.pairs("example", name).map { Example(line: $0.typed, explanation: $0.meaning) }
  }

  /// The options with `--help` at their end.
  var allOptions: [OptionSpecification] { options + [.help] }

  /// The one-line usage, the program's name included.
  func synopsis(program: String) -> String {
    let words = [program, name] + (options.isEmpty ? [] : ["[options]"]) + operands.map(\.synopsis)
    return words.joined(separator: " ")
  }
}
