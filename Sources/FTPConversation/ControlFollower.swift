import FTPProtocol

/// Follows the bytes of both directions of a control connection from outside, and reports them to a recorder.
///
/// A proxy, or a reader of captures, sees only segments. When TLS
/// begins, records are noted by type and length, since nothing more is visible.
package struct ControlFollower: Sendable {
  package let recorder: ConversationRecorder
  private var parser = ReplyParser()
  private var segments = SegmentTracker()
  private var commands = CommandParser(lineLength: Self.longestLine)
  /// Bytes of the client's current line so far, and how many of them are not recorded.
  private var line = (count: 0, omitted: 0)
  private var tls: (client: TLSRecords, server: TLSRecords)?
  /// Whether TLS is decrypted, so that everything can be read.
  private let isReadThroughTLS: Bool
  private var clearAfterAgreement = 0

  /// The most bytes of a client's line that are recorded; the others are counted.
  private static let longestLine = 65_536

  /// Begins with a new connection.
  ///
  /// - Parameters:
  ///   - recorder: what the conversation is recorded in.
  ///   - isReadThroughTLS: Whether TLS is decrypted by the caller.
  ///   - beginsUnderTLS: Whether unreadable TLS begins at once.
  package init(
    _ recorder: ConversationRecorder, isReadThroughTLS: Bool = false, beginsUnderTLS: Bool = false
  ) {
    self.recorder = recorder
    self.isReadThroughTLS = isReadThroughTLS
    if beginsUnderTLS { tls = (TLSRecords(), TLSRecords()) }
  }

  /// How many bytes the last segment had after a reply that agrees to TLS, if it is decrypted: they are not read,
  /// since an attacker may have inserted them.
  package mutating func takeClearAfterAgreement() -> Int {
    defer { clearAfterAgreement = 0 }
    return clearAfterAgreement
  }

  /// Whether commands and replies can be read: no TLS is in the way.
  package var isReadable: Bool { tls == nil }

  /// The server's bytes that do not form a reply yet.
  package var unfinishedReply: ArraySlice<UInt8> { parser.unfinished }

  /// The client has sent a segment; returns the commands that it completes.
  package mutating func client(_ segment: [UInt8]) -> [Command] {
    if let clear = protected(segment, by: .client) { return clear.isEmpty ? [] : client(clear) }
    record(segment)
    commands.append(segment)
    var complete: [Command] = []
    while let outcome = commands.next() {
      if case .command(let command, _, _) = outcome { complete.append(command) }
    }
    return complete
  }

  /// The server has sent a segment; returns the replies that it completes.
  package mutating func server(_ segment: [UInt8]) -> [Reply] {
    if let clear = protected(segment, by: .server) { return clear.isEmpty ? [] : server(clear) }
    segments.received(segment.count)
    parser.append(segment)
    var replies: [Reply] = []
    do throws(ReplyParserError) {
      while let reply = try parser.next() {
        replies.append(reply)
        if record(reply), isReadThroughTLS {
          clearAfterAgreement = parser.unfinished.count
          parser = ReplyParser()
          segments = SegmentTracker()
          return replies
        }
        // The next bytes are the handshake, not part of a reply.
        if tls != nil { return replies + leftToTLS() }
      }
    } catch {
      giveUp()
    }
    return replies
  }

  /// The capture lacks this many bytes of the client, or of the server.
  package mutating func missed(_ count: Int, of side: ConversationMark.Side) {
    switch side {
    case .client: commands = CommandParser(lineLength: Self.longestLine)
    case .server: giveUp()
    }
    recorder.missing(count, from: side)
  }

  /// The server will send nothing more.
  package mutating func serverEnded() {
    tellOmitted()
    do throws(ReplyParserError) {
      while let reply = try parser.finish() { _ = record(reply) }
    } catch {
      giveUp()
    }
    tellTLS()
  }

  /// Records bytes of the client, except those with which a line exceeds the bound.
  private mutating func record(_ segment: [UInt8]) {
    var rest = segment[...]
    while line.count + rest.count > Self.longestLine {
      let end = rest.firstIndex(of: 0x0A)
      let part = rest[..<(end ?? rest.endIndex)]
      let kept = part.prefix(max(0, Self.longestLine - line.count))
      line.count += part.count
      line.omitted += part.count - kept.count
      guard let end else {
        if !kept.isEmpty { recorder.commandBytes(Array(kept)) }
        return
      }
      if line.omitted == 0 {
        recorder.commandBytes(Array(rest[...end]))
      } else {
        if !kept.isEmpty { recorder.commandBytes(Array(kept)) }
        tellOmitted()
        recorder.commandBytes([0x0A])
      }
      line.count = 0
      rest = rest[(end + 1)...]
    }
    guard !rest.isEmpty else { return }
    line.count = rest.lastIndex(of: 0x0A).map { rest.endIndex - $0 - 1 } ?? line.count + rest.count
    recorder.commandBytes(rest.count == segment.count ? segment : Array(rest))
  }

  private mutating func tellOmitted() {
    guard line.omitted > 0 else { return }
    recorder.missing(line.omitted, from: .client)
    line.omitted = 0
  }

  /// Returns whether the reply agrees to TLS.
  private mutating func record(_ reply: Reply) -> Bool {
    let judgement = recorder.reply(reply, cuts: segments.take(reply.byteCount))
    guard reply.code == 234, judgement.isFinal, recorder.judge.protection.exchange == .negotiating else {
      return false
    }
    if !isReadThroughTLS { tls = (TLSRecords(), TLSRecords()) }
    return true
  }

  /// Bytes that cannot be read as a reply are recorded as they are, and reading resumes after them.
  private mutating func giveUp() {
    recorder.unfinishedReply(parser.unfinished)
    parser = ReplyParser()
    segments = SegmentTracker()
  }

  private mutating func leftToTLS() -> [Reply] {
    let rest = Array(parser.unfinished)
    parser = ReplyParser()
    segments = SegmentTracker()
    return rest.isEmpty ? [] : server(rest)
  }
}

extension ControlFollower {
  /// Removes the protected part of a segment; nil if there is none, otherwise the bytes after it in clear.
  private mutating func protected(_ segment: [UInt8], by side: ConversationMark.Side) -> [UInt8]? {
    guard var tls = tls.take() else { return nil }
    let (runs, clear) =
      side == .client ? tls.client.receive(segment) : tls.server.receive(segment)
    // The direction that was silent so far may have ended what the other one began.
    let others = side == .client ? tls.server.flush() : tls.client.flush()
    tell(others, from: side == .client ? .server : .client)
    tell(runs, from: side)
    if clear == 0 { self.tls = tls }
    return Array(segment.suffix(clear))
  }

  private mutating func tellTLS() {
    guard var tls = tls.take() else { return }
    tell(tls.client.flush(), from: .client)
    tell(tls.server.flush(), from: .server)
    // The other side may still have something to say.
    self.tls = tls
  }

  private func tell(_ runs: [TLSRecords.Run], from side: ConversationMark.Side) {
    for run in runs {
      recorder.tls(nil, .record(run.type, byteCount: run.byteCount, from: side))
    }
  }
}
