import FTPConversation
import FTPProtocol

/// An event of a session, to be shown to people; the raw client's own events have more detail.
public enum FTPEvent: Hashable, Sendable {
  /// The connection was opened, to this address of the server.
  case connected(String)
  /// The login succeeded.
  case loggedOn(Reply)
  /// The login failed.
  case loginFailed(Reply)
  /// A command was sent; secrets are replaced.
  case sent(Command)
  /// A reply arrived.
  case received(Reply)
  /// This many bytes were transferred over a data connection.
  case moved(DataDirection, Int)
  /// The control connection is closed.
  case closed(ControlEnd)
}

extension FTPEvent {
  /// Converts an event of the conversation, to at most two of these.
  static func events(of content: ConversationEvent.Content) -> [FTPEvent] {
    switch content {
    case .mark(.controlOpened(let peer?, _)): return [.connected(peer)]
    case .command(let line, _): return Command(parsing: line.bytes).map { [.sent($0)] } ?? []
    case .reply(let reply, _, let judgement):
      return [.received(reply)] + (login(reply, judgement).map { [$0] } ?? [])
    case .data(_, let direction, let bytes, let omitted): return [.moved(direction, bytes.count + omitted)]
    case .mark(.controlClosed(let end)): return [.closed(end)]
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
