/// One subcommand in the table: its name, its arguments, and its action.
struct Subcommand: Sendable {
  /// The action of the subcommand.
  ///
  /// A mistake in the arguments that only the subcommand can detect is thrown as ``UsageError``
  /// (``Invocation/usageError(_:suggestion:)`` makes one); any other error is reported as ``ConversationFailure`` sorts it.
  enum Action: Sendable {
    /// Runs to its end on the main thread, without the concurrency runtime being started.
    case immediate(@Sendable (Invocation) throws -> ExitStatus)
    /// Runs in a task.
    case asynchronous(@Sendable (Invocation) async throws -> ExitStatus)

    /// Makes a plan from the arguments, and carries it out in a task that an interrupt cancels.
    ///
    /// If that may take a moment to end in order, a line says at once that the interrupt has arrived.
    static func plan<Plan: Sendable>(
      _ make: @escaping @Sendable (Invocation) throws(UsageError) -> Plan, endsSlowly: Bool = false,
      _ run: @escaping @Sendable (Plan) async throws -> ExitStatus
    ) -> Action {
      .asynchronous { invocation in
        let plan = try make(invocation)
        return try await Interruption.cancels(endsSlowly ? invocation : nil) { try await run(plan) }
      }
    }
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
