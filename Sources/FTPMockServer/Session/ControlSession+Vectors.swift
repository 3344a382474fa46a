import FTPProtocol
import FTPTransport
import FTPVectors

/// The actions of a session for a vector.
extension ControlSession {
  /// Lets the handler of a command do its work, without its reply.
  func obeyQuietly(_ command: Command) {
    let response = core.registry.respond(to: command, context)
    if let code = response.code { context.settle(command, code) }
    if case .transfer(let transfer) = response, case .receive(var sink) = transfer.direction { sink.cancel() }
  }

  /// The bytes for a line of a vector.
  func render(_ line: VectorLine) -> [WireStep] {
    guard let planner else { return [] }
    let steps = planner.render(line, listen: planner.listen)
    let isOfLogin = planner.facts?.verb.row?.step.isOfLogin ?? false
    if isOfLogin, context.user == nil, case .bytes(let bytes)? = steps.first, bytes.starts(with: "230".utf8) {
      // Commands that the vector leaves to the server need a user who is logged in.
      context.login = .loggedIn(.anonymous)
    }
    return steps
  }

  /// Waits for the next command while a data connection is open.
  func nextCommand() throws(Stop) -> Command {
    let deadline = idleDeadline
    do throws(TransportError) {
      while let item = try nextItem(deadline) {
        guard case .command(let command) = item else { continue }
        core.record(command, session: context.identity)
        return command
      }
    } catch {
      throw error.isCancelled ? .session(End(error)) : error.isTimeout ? .stalled : .hungUp
    }
    throw .hungUp
  }
}
