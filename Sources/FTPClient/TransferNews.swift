import FTPConversation
import FTPProtocol
import FTPTransport

/// What the server has said about a transfer on the control connection, while the data connection is in use.
///
/// A final reply is neither recorded nor judged until the data has been read that arrived before it, or it would seem
/// early.
enum TransferNews: Sendable {
  /// Nothing yet.
  case nothing
  /// The final reply, which reports success: data may still be on its way, since the two connections have no common order.
  case reported(Reply)
  /// The final reply, which reports a failure: the server will not go on.
  case refused(Reply)
  /// Nothing more can be heard: the control connection is closed, or its replies can no longer be read.
  case ended(isClosed: Bool)

  init(final reply: Reply) { self = reply.code.isNegative ? .refused(reply) : .reported(reply) }

  /// The final reply, if it has arrived.
  var reply: Reply? {
    switch self {
    case .reported(let reply), .refused(let reply): reply
    case .nothing, .ended: nil
    }
  }

  /// The reply that ends the transfer.
  var refusal: Reply? { if case .refused(let reply) = self { reply } else { nil } }
}

/// Listens for the final reply of one transfer.
final class TransferListener: Sendable {
  private let heard: Guarded<TransferNews>

  init(having news: TransferNews) { heard = Guarded(news) }

  var news: TransferNews { heard.withLock { $0 } }

  /// Makes a connection listen whenever it waits.
  func begin(
    on connection: inout TCPConnection, for command: Int, of client: RawFTPClient, _ watch: ConnectionWatch
  ) {
    // After the end no reply can come, and what is still on its way comes soon.
    let limit = client.timeouts.abort
    connection.listening = Listening(watch) { [self] in
      guard let news = client.news(of: command) else { return .busy }
      heard.withLock { $0 = news }
      switch news {
      case .nothing: return .nothing
      case .reported: return .over(nil)
      case .refused: return .stop
      case .ended(let isClosed): return .over(isClosed ? limit : nil)
      }
    }
  }
}

extension RawFTPClient {
  /// Listens for the final reply to a command while the data connection is in use.
  func listen(on connection: inout TCPConnection, for command: Int?) -> TransferListener {
    guard let command else { return TransferListener(having: .nothing) }
    // It may have come in the segment of the preliminary one, and then the socket shows nothing more.
    let listener = TransferListener(having: news(of: command, readingSocket: false))
    if watch == nil { watch = control.connection?.makeWatch() }
    guard case .nothing = listener.news, let watch else { return listener }
    listener.begin(on: &connection, for: command, of: self, watch)
    return listener
  }

  /// What has arrived about a transfer; nil if a call of another task reads the control connection at present.
  ///
  /// It blocks the caller's thread for a moment.
  nonisolated func news(of command: Int) -> TransferNews? {
    guard let turn = line.seize() else { return nil }
    defer { line.leave(turn) }
    let news = Guarded(TransferNews.nothing)
    executor.runAndWait {
      let found = self.assumeIsolated { client in
        client.attempt { client in client.news(of: command, readingSocket: true) }
      }
      news.withLock { $0 = (try? found.get()) ?? .ended(isClosed: true) }
    }
    return news.withLock { $0 }
  }

  /// The same on the client's thread; without the socket, only bytes that were read already count.
  func news(of command: Int, readingSocket: Bool) -> TransferNews {
    if let final = inbox.final(to: command) { return TransferNews(final: final) }
    control.readAhead(fromSocket: readingSocket)
    if let reply = expectedFinal(of: command) { return TransferNews(final: reply) }
    return control.canGoOn ? .nothing : .ended(isClosed: !control.isOpen || control.hasMetEnd)
  }

  /// Takes the replies read ahead, unless another call does; what has arrived of the data was read before.
  nonisolated func takeHeardReplies() {
    guard let turn = line.seize() else { return }
    defer { line.leave(turn) }
    executor.runAndWait { self.assumeIsolated { client in try? client.keepParsedReplies() } }
  }

  /// The final reply to a command among those read ahead, as the judge will see them.
  private func expectedFinal(of command: Int) -> Reply? {
    guard !control.ahead.isEmpty else { return nil }
    var judge = recorder.judge
    return control.ahead.first { next in
      let judgement = judge.observe(reply: next.reply)
      return judgement.ordinal == command && judgement.isFinal
    }?.reply
  }

  /// Takes the replies that have arrived, which are judged although nobody asked for them.
  func takeArrivedReplies() {
    control.readAhead(fromSocket: true)
    while let next = control.takeAhead() { try? keep(recorded(next.reply, next.cuts)) }
  }
}
