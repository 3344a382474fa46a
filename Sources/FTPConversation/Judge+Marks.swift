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
    case .controlClosed(let end): observe(end: end)
    case .dataOpened: observe(data: .opened)
    case .dataRefused: observe(data: .refused)
    case .dataHalfClosed(_, by: .server): observe(data: .ended)
    case .dataClosed(_, let closing):
      observe(data: .closed(byteCount: UInt64(clamping: closing.byteCount ?? byteCount)))
    case .tls(nil, .established): observe(security: .established)
    case .tls(nil, .failed): observe(security: .failed)
    case .tls(nil, .ended): observe(security: .ended)
    case .controlOpened, .controlHalfClosed, .dataHalfClosed, .use, .tls, .wait, .noReply, .missing,
      .cutShort,
      .note:
      nil
    }
  }
}
