import FTPProtocol
import Synchronization

/// `command-…`: what the server does in addition to a command, or instead of it.
enum CommandFaults {
  static let bodies: [String: FaultBody] = [
    "command-before": FaultBody(.command(of: "NOOP", "CWD /")) { verb, command in
      .onCommand { facts, steps in if facts.verb == verb { steps = [.also(command)] + steps } }
    },
    "command-as": FaultBody(.command(of: "LIST", "NLST")) { verb, command in
      .answering(verb, with: .obeyAs(command))
    },
    "command-shared": FaultBody(.verb("TYPE")) { verb in
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
