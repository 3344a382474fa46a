import FTPProtocol
import FTPTransport
import FTPVectors

/// Reading the control connection; everything here runs on the client's thread and blocks it.
extension RawFTPClient {
  /// How many replies that nobody asks for are kept before the server is taken to be flooding.
  static let mostKept = 10_000

  /// The oldest reply that nobody has asked for yet, or the next one to come.
  func takeReply(
    awaiting what: @autoclosure () -> String, deadline: Deadline
  ) throws(FTPClientError) -> Reply {
    if !kept.isEmpty { return kept.removeFirst().reply }
    return try readReply(awaiting: what(), deadline: deadline).reply
  }

  /// The next reply to a certain command; replies to others that come first are kept.
  func takeReply(
    to command: Int, awaiting what: @autoclosure () -> String, deadline: Deadline
  ) throws(FTPClientError) -> Reply {
    try takeReply(toAnyOf: CollectionOfOne(command), awaiting: what(), deadline: deadline).reply
  }

  /// The next reply to any of several commands, with the number of the one that it answers.
  func takeReply(
    toAnyOf commands: some Collection<Int>, awaiting what: @autoclosure () -> String, deadline: Deadline
  ) throws(FTPClientError) -> (reply: Reply, ordinal: Int) {
    for (index, next) in kept.enumerated() {
      guard let ordinal = next.judgement.ordinal, commands.contains(ordinal) else { continue }
      kept.remove(at: index)
      return (next.reply, ordinal)
    }
    while true {
      let next = try readReply(awaiting: what(), deadline: deadline)
      if let ordinal = next.judgement.ordinal, commands.contains(ordinal) { return (next.reply, ordinal) }
      try keep(next)
    }
  }

  /// Reads and keeps what has come already without waiting, so that it is judged before the next command.
  ///
  /// A connection that turns out to be closed is closed here as well, and the next write says so.
  func readArrived() throws(FTPClientError) {
    while let next = try parsedReply() { try keep(next) }
    while control.ready(for: .readable) != [] {
      let count = try receive(deadline: .never, order: .tryFirst)
      while let next = try parsedReply() { try keep(next) }
      guard count == 0 else { continue }
      if let last = try finishedReply() { try keep(last) }
    }
  }

  func keep(_ next: (reply: Reply, judgement: Judgement)) throws(FTPClientError) {
    guard kept.count < Self.mostKept else {
      throw .unexpectedReply(
        next.reply, to: "nothing", expected: "no more than \(Self.mostKept) replies unasked")
    }
    kept.append(next)
  }

  private func readReply(
    awaiting what: @autoclosure () -> String, deadline: Deadline
  ) throws(FTPClientError) -> (reply: Reply, judgement: Judgement) {
    while true {
      if let next = try parsedReply() { return next }
      guard control != nil else { throw .closedByServer(awaiting: what(), unfinished: "") }
      do throws(FTPClientError) {
        if try receive(deadline: deadline, order: .waitFirst) > 0 { continue }
      } catch {
        if case .transport(let cause) = error, cause.isTimeout {
          throw .timedOut(
            awaiting: what(), after: deadline.limit ?? .zero, unfinished: unfinishedText)
        }
        throw error
      }
      if let last = try finishedReply() { return last }
      throw .closedByServer(awaiting: what(), unfinished: unfinishedText)
    }
  }

  /// One read from the socket into the parser; 0 at the end.
  private func receive(deadline: Deadline, order: ReadOrder) throws(FTPClientError) -> Int {
    do throws(TransportError) {
      let count = try control?.read(into: &buffer, deadline: deadline, order: order) ?? 0
      if count > 0 {
        segments.received(count)
        parser.append(buffer.span.extracting(first: count))
      }
      return count
    } catch {
      if error.isPeerGone { close(.lost) }
      throw .transport(error)
    }
  }

  func parsedReply() throws(FTPClientError) -> (reply: Reply, judgement: Judgement)? {
    do throws(ReplyParserError) {
      guard let reply = try parser.next() else { return nil }
      return recorded(reply)
    } catch {
      report(error)
      throw .malformedReply(error)
    }
  }

  /// Records what the parser stopped at, the first time.
  private func report(_ error: ReplyParserError) {
    guard !isUnfinishedReported else { return }
    reportUnfinished()
    isUnfinishedReported = true
    guard case .deviation(let deviation) = error.reason else { return }
    recorder.verdict(
      Verdict(
        deviation.requirement, by: .server, expected: deviation.kind.expectation,
        received: "line \(deviation.line + 1) \(deviation.kind.summary)"))
  }

  /// Records bytes of which no reply will be made any more.
  func reportUnfinished() {
    guard !isUnfinishedReported, !parser.unfinished.isEmpty else { return }
    isUnfinishedReported = true
    recorder.unfinishedReply(parser.unfinished)
  }

  /// What the bytes before the end of the connection still make up, if anything.
  private func finishedReply() throws(FTPClientError) -> (reply: Reply, judgement: Judgement)? {
    defer { close(.byServer) }
    do throws(ReplyParserError) {
      guard let reply = try parser.finish() else { return nil }
      return recorded(reply)
    } catch {
      report(error)
      return nil
    }
  }

  /// What has come of a reply that is not complete, for messages; empty for nothing.
  var unfinishedText: String { parser.unfinished.isEmpty ? "" : parser.unfinishedDescription }

  private func recorded(_ reply: Reply) -> (reply: Reply, judgement: Judgement) {
    reportEndedData()
    return (reply, recorder.reply(reply, cuts: segments.take(reply.bytes.count)))
  }

  /// Reports data connections that the server has closed, so that the reply which follows is judged fairly.
  private func reportEndedData() {
    guard !probes.isEmpty else { return }
    for entry in probes where entry.probe.peerHasClosed { recorder.dataEnded(entry.identifier) }
    probes.removeAll { $0.probe.peerHasClosed }
  }
}
