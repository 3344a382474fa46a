import FTPConversation
import FTPProtocol

/// What happens in a session, as a program shows it to people; the raw client's own events tell more.
public enum FTPEvent: Hashable, Sendable {
  /// The connection is there; the address of the server.
  case connected(String)
  /// The server has let the user in.
  case loggedOn(Reply)
  /// The server has not let the user in.
  case loginFailed(Reply)
  /// A command was sent; secrets are replaced.
  case sent(Command)
  /// A reply has come.
  case received(Reply)
  /// Bytes went over a data connection, this many.
  case moved(DataDirection, Int)
  /// The control connection is closed.
  case closed(ControlEnd)
}

extension FTPEvent {
  /// What an event of the conversation means here, at most two things.
  static func events(of content: ConversationEvent.Content) -> [FTPEvent] {
    switch content {
    case .controlOpened(_, let peer): return [.connected(peer)]
    case .command(let line, _): return Command(parsing: line.bytes).map { [.sent($0)] } ?? []
    case .reply(let reply, _, let judgement):
      return [.received(reply)] + (login(reply, judgement).map { [$0] } ?? [])
    case .data(_, let direction, let bytes, let omitted): return [.moved(direction, bytes.count + omitted)]
    case .controlClosed(let end): return [.closed(end)]
    default: return []
    }
  }
}

extension FTPEvent {
  private static func login(_ reply: Reply, _ judgement: Judgement) -> FTPEvent? {
    guard let step = judgement.step, [.user, .pass, .acct].contains(step) else { return nil }
    if judgement.box == .success { return .loggedOn(reply) }
    return reply.code.isNegative ? .loginFailed(reply) : nil
  }
}
