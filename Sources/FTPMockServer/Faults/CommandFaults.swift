import FTPProtocol
import Synchronization

/// `command-…`: what the server does in addition to a command, or instead of it.
enum CommandFaults {
  static let all = [
    FaultKind(
      "command-before", .command(of: "NOOP", "CWD /"),
      "Before each command of a verb the server executes another command, without a reply.",
      "959:4.1.3:noop-ok-only"
    ) { verb, command in
      .onCommand { facts, steps in if facts.verb == verb { steps = [.also(command)] + steps } }
    },
    FaultKind(
      "command-as", .command(of: "LIST", "NLST"),
      "The server executes and answers each command of a verb as another command.",
      "959:4.2:success-means-done"
    ) { verb, command in .answering(verb, with: .obeyAs(command)) },
    FaultKind(
      "command-shared", .verb("TYPE"),
      "A command with an argument changes the setting in all sessions.",
      "959:4.1.2:parameters-persist"
    ) { verb in
      let commands = SharedCommands()
      return .onCommand { facts, steps in
        if facts.verb == verb {
          if facts.command.argument != nil { commands.add(facts.command, by: facts.session) }
        } else if facts.verb.row?.step.isOfLogin != true, let command = commands.latest(for: facts.session) {
          steps = [.also(command)] + steps
        }
      }
    },
  ]
}

/// The latest command that applies to all sessions, and which of them have executed it.
private final class SharedCommands: Sendable {
  private struct State {
    var latest: Command?
    var isDone: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Adds a command, which the session itself executes.
  func add(_ command: Command, by session: Int) {
    state.withLock { $0 = State(latest: command, isDone: [session]) }
  }

  /// The latest command, if the session has not executed it yet.
  func latest(for session: Int) -> Command? {
    state.withLock { $0.isDone.insert(session).inserted ? $0.latest : nil }
  }
}
