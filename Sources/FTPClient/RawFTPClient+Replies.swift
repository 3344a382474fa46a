import FTPProtocol
import FTPTransport
import Synchronization

/// Reading the control connection; everything here runs on the client's thread and blocks it.
///
/// In names, here and in ``ControlChannel``: the *next* reply is a kept one, or is waited for; an *incoming* one is
/// waited for, and kept ones are skipped; *arrived* ones are in the socket, without a wait; *parsed* ones were already
/// read from it; the *last* is completed by the end of the connection. A *final* reply is one that is not preliminary.
extension RawFTPClient {
  /// The oldest reply not taken yet, or the next one to arrive.
  func nextReply(
    awaiting what: @autoclosure () -> FTPClientError.Awaited, deadline: Deadline
  ) throws(FTPClientError) -> Reply {
    if let reply = inbox.take() { return reply }
    while true {
      let next = try incomingReply(awaiting: what(), deadline: deadline)
      if !inbox.isDisowned(next) { return next.reply }
    }
  }

  /// The next reply to a certain command; replies to others that arrive first are kept.
  func nextReply(
    to command: Int, awaiting what: @autoclosure () -> FTPClientError.Awaited, deadline: Deadline
  ) throws(FTPClientError) -> Reply {
    try nextReply(toAnyOf: CollectionOfOne(command), awaiting: what(), deadline: deadline).reply
  }

  /// The next reply to any of several commands, with the number of the one that it answers.
  func nextReply(
    toAnyOf commands: some Collection<Int>, awaiting what: @autoclosure () -> FTPClientError.Awaited,
    deadline: Deadline
  ) throws(FTPClientError) -> (reply: Reply, ordinal: Int) {
    if let next = inbox.take(toAnyOf: commands) { return next }
    while true {
      let next = try incomingReply(awaiting: what(), deadline: deadline)
      if let ordinal = next.ordinal, commands.contains(ordinal) { return (next.reply, ordinal) }
      try keep(next)
    }
  }

  /// Reads and keeps replies that have already arrived, without waiting, so that they are judged before the next
  /// command.
  ///
  /// If the connection turns out to be closed, this side closes it too, and the next write fails.
  func keepArrivedReplies() throws(FTPClientError) {
    while let arrival = try arrived({ channel throws(ControlChannel.Failure) in try channel.arrivedReply() })
    {
      switch arrival {
      case .reply(let reply, let cuts): try keep(taken(reply, cuts))
      case .ended: if let last = lastReply() { try keep(last) }
      case .notOpen: return
      }
    }
  }

  /// Keeps the replies in the bytes already read.
  func keepParsedReplies() throws(FTPClientError) {
    while case .reply(let reply, let cuts) = try arrived({ channel throws(ControlChannel.Failure) in
      try channel.parsedReply()
    }) {
      try keep(taken(reply, cuts))
    }
  }

  /// Takes all pending replies and drops them with those that were kept, so that the next reply belongs to the next
  /// command.
  ///
  /// - Throws: as ``nextReply(within:)`` does if they do not all come within `limit`.
  package nonisolated func dropOwedReplies(within limit: Duration) async throws(FTPClientError) {
    try await blocking { client throws(FTPClientError) in
      let deadline = Deadline.after(limit)
      while !client.recorder.judge.commandsInFlight.isEmpty {
        _ = client.inbox.isDisowned(
          try client.incomingReply(awaiting: .earlierReplies, deadline: deadline))
      }
      while client.inbox.take() != nil {}
    }
  }

  func keep(_ next: ReplyInbox.Delivery) throws(FTPClientError) {
    if try !inbox.keep(next, within: configuration.recordingLimits) { dropped.add(1, ordering: .relaxed) }
  }

  /// The next reply within the first `count` bytes of the server on this connection; waits for it if necessary.
  ///
  /// Nil if these bytes complete no further reply. For a replay, which knows how much was sent, and runs on the
  /// client's thread.
  package func nextReply(ofFirst count: Int) throws(FTPClientError) -> Reply? {
    if let reply = inbox.take() { return reply }
    let deadline = Deadline.after(timeouts.reply)
    return try incomingReply(awaiting: .replyBytes, deadline: deadline) {
      (channel) throws(ControlChannel.Failure) in try channel.nextReply(ofFirst: count, deadline: deadline)
    }?.reply
  }

  /// Waits for the end of the connection, and returns the reply that it completes, if any.
  ///
  /// A reply that arrives before the end is returned while the connection is still open.
  package func awaitEnd() throws(FTPClientError) -> Reply? {
    let deadline = Deadline.after(timeouts.reply)
    do throws(FTPClientError) {
      return try incomingReply(awaiting: .connectionEnd, deadline: deadline).reply
    } catch {
      guard !control.isOpen else { throw error }
      return nil
    }
  }

  private func incomingReply(
    awaiting what: @autoclosure () -> FTPClientError.Awaited, deadline: Deadline
  ) throws(FTPClientError) -> ReplyInbox.Delivery {
    let next = try incomingReply(awaiting: what(), deadline: deadline) {
      (channel) throws(ControlChannel.Failure) in try channel.nextReply(deadline: deadline)
    }
    guard let next else { throw .closedByServer(awaiting: what(), unfinished: "") }
    return next
  }

  /// Waits as `look` does; nil if that finds neither a reply nor the end.
  private func incomingReply(
    awaiting what: @autoclosure () -> FTPClientError.Awaited, deadline: Deadline,
    _ look: (inout ControlChannel) throws(ControlChannel.Failure) -> ControlChannel.Arrival?
  ) throws(FTPClientError) -> ReplyInbox.Delivery? {
    let arrival: ControlChannel.Arrival?
    do throws(FTPClientError) {
      arrival = try arrived(look)
    } catch {
      if case .transport(let cause) = error, cause.isTimeout {
        throw .timedOut(
          awaiting: what(), after: deadline.limit ?? .zero, unfinished: control.unfinishedText)
      }
      throw error
    }
    switch arrival {
    case .reply(let reply, let cuts): return try taken(reply, cuts)
    case .ended:
      if control.lacksCloseAlert {
        recorder.note("the control connection has ended without a close alert of TLS")
      }
      if let last = lastReply() { return last }
      throw .closedByServer(awaiting: what(), unfinished: control.unfinishedText)
    case .notOpen: throw .closedByServer(awaiting: what(), unfinished: "")
    case nil: return nil
    }
  }

  /// Looks at the control connection, and cleans up if that fails.
  private func arrived(
    _ look: (inout ControlChannel) throws(ControlChannel.Failure) -> ControlChannel.Arrival?
  ) throws(FTPClientError) -> ControlChannel.Arrival? {
    do throws(ControlChannel.Failure) { return try look(&control) } catch {
      switch error {
      case .transport(let error):
        if error.isPeerGone { close(.lost) }
        throw .transport(error)
      case .parser(let error):
        report(error)
        throw .malformedReply(error)
      }
    }
  }

  /// Records, once, the bytes at which the parser stopped.
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

  /// Records bytes that will never become a reply.
  func reportUnfinished() {
    guard !isUnfinishedReported, !control.unfinished.isEmpty else { return }
    isUnfinishedReported = true
    recorder.unfinishedReply(control.unfinished)
  }

  /// The reply that the bytes before the end of the connection form, if any.
  private func lastReply() -> ReplyInbox.Delivery? {
    defer { close(.byServer) }
    do throws(ControlChannel.Failure) {
      guard case .reply(let reply, let cuts) = try control.lastReply() else { return nil }
      return recorded(reply, cuts)
    } catch {
      if case .parser(let error) = error { report(error) }
      return nil
    }
  }

  /// Records a reply, and switches the record layer if it calls for that.
  ///
  /// A failed handshake does not hide the reply before it.
  private func taken(
    _ reply: Reply, _ cuts: [Int]
  ) throws(FTPClientError) -> ReplyInbox.Delivery {
    let next = recorded(reply, cuts)
    do throws(TransportError) { try control.switchLayers(after: reply) } catch {
      if error.isPeerGone { close(.lost) }
      throw .transport(error)
    }
    try followReply()
    return next
  }

  func recorded(_ reply: Reply, _ cuts: [Int]) -> ReplyInbox.Delivery {
    reportEndedData()
    return (reply, recorder.answeredCommand(by: reply, cuts: cuts))
  }

  /// Reports data connections that the server has closed, so that the reply which follows is judged fairly.
  private func reportEndedData() {
    guard !probes.isEmpty else { return }
    for entry in probes where entry.probe.peerHasClosed { recorder.dataEnded(entry.identifier) }
    probes.removeAll { $0.probe.peerHasClosed }
  }
}
