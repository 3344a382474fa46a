import FTPText

/// A run of the program: reads the command line, then runs the subcommand.
struct Program: Sendable {
  /// What remains to be done once the command line has been read.
  enum Step: Sendable {
    /// Nothing: the program ends with this status.
    case finished(ExitStatus)
    /// Work for a task; it returns the status to end with.
    case pending(@Sendable () async -> ExitStatus)
  }

  /// The table to read by.
  let table: CommandTable
  /// The standard streams.
  let console: any Console

  /// Reads the command line and runs everything that needs no task.
  ///
  /// `@FILE` is first replaced by the arguments in the file. No message repeats a password in the arguments, or
  /// in a URL of the environment. Under a runner of GitHub, nothing in the output is a command to it.
  func start(_ words: [Argument]) -> Step {
    let console = WorkflowConsole.over(console)
    let arguments: [Argument]
    do throws(ArgumentFile.Failure) { arguments = try ArgumentFile.expanded(words) } catch {
      console.printError(PrintableText.line("\(table.program): \(error)"))
      return .finished(.localFile)
    }
    // A subcommand reads its own variables and no others.
    let subcommand = arguments.first.flatMap { table.subcommand($0.text) }
    let variables = subcommand?.environmentVariables.compactMap { console.environment($0.name) } ?? []
    let secrets = SecretWords(arguments + variables.map { Argument($0) })
    return Program(table: table, console: DiscreetConsole(console: console, secrets: secrets)).begin(
      arguments)
  }

  private func begin(_ arguments: [Argument]) -> Step {
    do throws(UsageError) {
      switch try ArgumentParser(table: table, console: console).parse(arguments) {
      case .help(let subcommand):
        console.print(
          HelpPage(table: table, width: HelpPage.width(console)).text(for: subcommand), terminator: "")
        return .finished(.fine)
      case .version:
        console.print(Version.summary(program: table.program))
        return .finished(.fine)
      case .run(let invocation):
        switch invocation.subcommand.action {
        case .immediate(let run):
          do { return .finished(try run(invocation)) } catch { return .finished(tell(error, of: invocation)) }
        case .asynchronous(let run):
          return .pending {
            do { return try await run(invocation) } catch { return tell(error, of: invocation) }
          }
        }
      }
    } catch {
      return .finished(tell(error))
    }
  }

  /// Runs a command line to its end; ``start(_:)`` and its task in one.
  func run(_ arguments: [Argument]) async -> ExitStatus {
    switch start(arguments) {
    case .finished(let status): closing(status)
    case .pending(let work): closing(await work())
    }
  }

  /// The status to end with: a stream that failed spoils a run that would otherwise have an answer.
  func closing(_ status: ExitStatus) -> ExitStatus {
    guard let failure = console.failure else { return status }
    console.printError("\(table.program): \(failure)")
    return [.fine, .negative, .surprise].contains(status) ? .localFile : status
  }

  private func tell(_ error: any Error, of invocation: Invocation) -> ExitStatus {
    (error as? UsageError).map(tell) ?? invocation.report(ConversationFailure(error))
  }

  private func tell(_ error: UsageError) -> ExitStatus {
    console.printError(PrintableText.line(error.line(program: table.program)))
    return .usage
  }
}
