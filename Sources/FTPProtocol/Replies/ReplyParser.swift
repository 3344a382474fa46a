/// Reads the replies of a server from bytes that arrive in any segments.
///
///     var parser = ReplyParser()
///     parser.append(bytesFromTheServer)
///     while let reply = try parser.next() { print(reply.code, reply.text) }
///
/// The grammar is that of RFC 959, section 4.2, by default read leniently: three digits begin a
/// reply, `ddd-` opens one of several lines, and the same code followed by a space, or by the line end, closes
/// it. LF ends a line, with or without a CR before it; an LF that is the option byte of a Telnet negotiation does
/// not. Lines that begin with no code are kept as leading lines of the next reply. Nothing is dropped: the
/// bytes of the replies in order are the bytes received. Deviations from the grammar are reported by
/// ``Reply/deviations``.
///
/// Replies do not depend on how the bytes were cut (RFC 1123, section 4.1.2.10), and neither do errors. No
/// input traps, and ``ReplyLimits`` limits the memory of the parser.
public struct ReplyParser: Sendable {
  /// What the parser accepts.
  public let leniency: Leniency
  /// The limits on what the parser holds.
  public let limits: ReplyLimits

  private(set) var scanner: ReplyScanner
  private(set) var buffer: [UInt8] = []
  /// The offset of `buffer[0]` in all bytes given so far.
  private(set) var base = 0
  private var failure: ReplyParserError?
  private var isFinished = false

  /// Makes a parser at the beginning of a connection.
  public init(_ leniency: Leniency = .lenient, limits: ReplyLimits = .standard) {
    self.leniency = leniency
    self.limits = limits
    scanner = ReplyScanner(leniency, limits: limits)
  }

  /// Takes in bytes of the server; nothing is read until ``next()``.
  public mutating func append(_ bytes: Span<UInt8>) {
    guard !isStopped, !isFinished else { return }
    compact()
    bytes.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
  }

  /// Takes in bytes of the server.
  public mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

  /// Takes in bytes of the server.
  public mutating func append(_ bytes: ArraySlice<UInt8>) { append(bytes.span) }

  /// Takes in bytes of the server.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard !isStopped, !isFinished else { return }
    compact()
    buffer.append(contentsOf: bytes)
  }

  /// The next complete reply; nil if more bytes are needed.
  ///
  /// - Throws: if a limit is exceeded, or at a deviation that the leniency rejects; then also at every later call.
  public mutating func next() throws(ReplyParserError) -> Reply? {
    if let failure { throw failure }
    // These bytes were already searched.
    guard scanner.searched < buffer.count else {
      letGoOfAll()
      return nil
    }
    // Held apart, because a span of the buffer borrows the whole parser; it is the cheaper one to hold.
    var held: [UInt8] = []
    swap(&held, &buffer)
    let outcome = scanner.next(held.span)
    swap(&held, &buffer)
    switch outcome {
    case .reply(let extent): return take(extent)
    case .needsMore: return nil
    default: throw fail(outcome)
    }
  }

  /// Marks the close by the peer and returns the rest: complete replies first, then one whose last line lacks its line end,
  /// if its code is clear; nil if nothing is left.
  ///
  /// Call it until it returns nil.
  ///
  /// - Throws: as ``next()``, and if the rest is not a reply.
  public mutating func finish() throws(ReplyParserError) -> Reply? {
    if let reply = try next() { return reply }
    isFinished = true
    var scanner = self.scanner
    let extent = scanner.finish(buffer.span)
    if let extent, extent.lineCount > limits.lines { throw fail(.tooManyLines) }
    self.scanner = scanner
    if let extent { return take(extent) }
    if scanner.deviation != nil { throw fail(.deviates) }
    guard !unfinished.isEmpty else { return nil }
    let error = ReplyParserError(
      reason: .unfinished, offset: base + scanner.start, line: scanner.lineCount, held: unfinishedDescription)
    failure = error
    throw error
  }

  /// The bytes that do not form a reply yet; empty between replies.
  public var unfinished: ArraySlice<UInt8> {
    let rest = buffer[min(scanner.start, buffer.count)...]
    // An LF that belongs to the CR before it does not begin a reply.
    return scanner.isWithoutContent(buffer.span) ? rest.prefix(0) : rest
  }

  /// Whether there was an error.
  ///
  /// A pattern, because comparing with nil copies the error.
  private var isStopped: Bool {
    if case .some = failure { true } else { false }
  }

  /// Makes a reply of an extent in the buffer and lets go of its bytes.
  private mutating func take(_ extent: ReplyExtent) -> Reply {
    let reply = Reply(extent, in: buffer.span)
    letGoOfAll()
    return reply
  }

  /// Empties the buffer if all of its replies have been taken.
  private mutating func letGoOfAll() {
    guard scanner.start == buffer.count, !buffer.isEmpty else { return }
    base += buffer.count
    buffer.removeAll(keepingCapacity: true)
    scanner.rebase(by: scanner.start)
  }

  /// Moves the held bytes to the front once most of the buffer has been taken: each byte is moved at most
  /// about once for each that was taken.
  private mutating func compact() {
    letGoOfAll()
    let taken = scanner.start
    guard taken >= 4_096, taken >= buffer.count / 2 else { return }
    buffer.removeSubrange(..<taken)
    scanner.rebase(by: taken)
    base += taken
  }

  /// Remembers why the scan stopped.
  private mutating func fail(_ outcome: ReplyScanner.Outcome) -> ReplyParserError {
    let reason: ReplyParserError.Reason
    switch outcome {
    case .lineTooLong: reason = .lineTooLong(limit: limits.lineLength)
    case .tooManyLines: reason = .tooManyLines(limit: limits.lines)
    case .tooManyBytes: reason = .replyTooLong(limit: limits.bytes)
    case .deviates, .needsMore, .reply:
      reason = scanner.deviation.map { .deviation($0) } ?? .unfinished
    }
    var line = scanner.lineCount
    if case .deviation(let deviation) = reason { line = deviation.line }
    let error = ReplyParserError(reason: reason, offset: base + scanner.start, line: line, held: "")
    failure = error
    return error
  }
}

extension Reply {
  /// Copies what a scan of `bytes` has found.
  init(_ extent: ReplyExtent, in bytes: Span<UInt8>) {
    self = bytes.extracting(extent.range).withUnsafeBytes { bytes in
      Reply(
        code: extent.code, copying: bytes, lineCount: extent.lineCount,
        strayLineCount: extent.strayLineCount, marks: extent.marks)
    }
  }
}
