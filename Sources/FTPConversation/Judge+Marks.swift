import FTPProtocol

extension Judge {
  /// Takes an event of a connection: the only way by which marks reach the judge, whether they were seen by a
  /// client, a server or a proxy, in a capture, or in a vector.
  ///
  /// - Parameters:
  ///   - mark: What happened. For a reply that is no longer awaited, use `abandon(_:)`, which takes the number of its
  ///     command.
  ///   - byteCount: How many bytes a data connection carried, if its closing does not say so.
  /// - Returns: The judge's result; nil for marks without meaning for it.
  @discardableResult
  package mutating func observe(_ mark: ConversationMark, byteCount: Int = 0) -> Judgement? {
    switch mark {
    case .controlClosed(let end): return observe(end: end)
    case .dataOpened: return observe(data: .opened)
    case .dataRefused: return observe(data: .refused)
    case .dataHalfClosed(_, by: .server): return observe(data: .ended)
    case .dataClosed(_, let closing):
      return observe(data: .closed(byteCount: UInt64(clamping: closing.byteCount ?? byteCount)))
    case .tls(nil, .established): return observe(security: .established)
    case .tls(nil, .failed): return observe(security: .failed)
    case .tls(nil, .ended): return observe(security: .ended)
    case .missing(nil, _, _):
      observeGap()
      return nil
    case .missing: return observe(data: .missing)
    case .controlOpened, .controlHalfClosed, .dataHalfClosed, .use, .tls, .wait, .noReply, .cutShort, .note:
      return nil
    }
  }
}
