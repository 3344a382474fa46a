import FTPProtocol

/// Follows a client's bytes, in any segmentation, and returns them line by line with secrets replaced.
///
/// The argument of PASS and similar commands becomes `****` here, before anything is kept. Lines, verbs and secrets
/// are recognized in the text without Telnet sequences, as in `CommandParser`, however the bytes
/// were cut; and in the unchanged bytes too, for a server that does not know Telnet.
public struct CommandLines: Sendable {
  /// One line, or the part of one that has been written so far.
  public struct Line: Hashable, Sendable {
    /// The bytes with the secret replaced, line end included.
    public var bytes: [UInt8]
    /// Offsets in ``bytes`` at which one segment ended and the next began.
    public var cuts: [Int]
    /// True if the bytes begin a line, false if they continue one that was partly returned.
    public var startsLine: Bool
    /// True if the bytes end with a line end.
    public var endsLine: Bool
    /// The replaced bytes so far, so that an echo of them can be replaced too; never recorded.
    var secrets: [[UInt8]] = []
  }

  /// Bytes of an unfinished line held at most; a longer one is given in parts.
  static let longestHeld = 65_536

  private var held: [UInt8] = []
  private var cuts: [Int] = []
  private var startsLine = true
  private var reading = Reading()

  /// The state of the current line.
  private struct Reading: Sendable {
    var telnet = TelnetDecoder()
    /// Where the current Telnet sequence began, in the bytes held.
    var sequenceStart = 0
    /// Where the secret begins in the bytes held.
    var secretStart: Int?
    /// The secret in the text without Telnet, and that in the unchanged bytes.
    var text = FoundSecret(), bytes = FoundSecret()
  }

  private struct FoundSecret: Sendable {
    var scanner = SecretScanner()
    var secret: [UInt8] = []

    /// Takes one byte; true if it belongs to a secret.
    mutating func feed(_ byte: UInt8) -> Bool {
      guard scanner.feed(byte) else { return false }
      if secret.count < CommandLines.longestHeld { secret.append(byte) }
      return true
    }
  }

  /// Makes a follower at the start of a line.
  public init() {}

  /// Takes one segment and gives the lines that it completes, in order, to `body`.
  public mutating func append(_ segment: some Collection<UInt8>, _ body: (Line) -> Void) {
    append(Array(segment), body)
  }

  /// Takes one segment in an array and gives the lines that it completes, in order, to `body`.
  public mutating func append(_ segment: [UInt8], _ body: (Line) -> Void) {
    if let line = wholeLine(segment) { return body(line) }
    if !held.isEmpty { cuts.append(held.count) }
    for byte in segment where read(byte) { body(take(endsLine: true)) }
    if held.count > Self.longestHeld { body(take(endsLine: false)) }
  }

  /// Returns the held part of an unfinished line, if any.
  public mutating func flush() -> Line? {
    held.isEmpty ? nil : take(endsLine: false)
  }

  /// Bytes of the client are missing; those after them up to the end of the line may be the rest of a secret.
  mutating func missed(isSecret: Bool) {
    reading.telnet = TelnetDecoder()
    guard isSecret, reading.secretStart == nil else { return }
    reading.secretStart = held.count
    reading.text.scanner = .inSecret
  }

  /// The line in a segment, if it is exactly one and nothing in it must be replaced.
  ///
  /// Nearly all segments are such; they need not be copied byte by byte.
  func wholeLine(_ segment: [UInt8]) -> Line? {
    guard held.isEmpty, startsLine, reading.telnet.isInText, reading.secretStart == nil,
      segment.firstIndex(where: { $0 == 0x0A || $0 == Telnet.iac }) == segment.count - 1,
      segment.last == 0x0A, SecretScanner.secretStart(inText: segment) == nil
    else { return nil }
    return Line(bytes: segment, cuts: [], startsLine: true, endsLine: true)
  }

  /// Takes one byte; true if it ends a line.
  private mutating func read(_ byte: UInt8) -> Bool {
    if reading.telnet.isInText { reading.sequenceStart = held.count }
    if byte == 0x0A {
      reading.bytes.scanner = SecretScanner()
    } else if byte < 0x80, reading.bytes.feed(byte) {
      beginSecret()
    }
    held.append(byte)
    switch reading.telnet.feed(byte) {
    case .pending, .event: return false
    case .text(let byte): return read(text: byte)
    case .unescaped(let byte):
      _ = read(text: Telnet.iac)
      return read(text: byte)
    }
  }

  private mutating func read(text byte: UInt8) -> Bool {
    guard byte != 0x0A else { return true }
    if reading.text.feed(byte) { beginSecret() }
    return false
  }

  private mutating func beginSecret() {
    if reading.secretStart == nil { reading.secretStart = reading.sequenceStart }
  }

  private mutating func take(endsLine: Bool) -> Line {
    var line = Line(bytes: held, cuts: cuts, startsLine: startsLine, endsLine: endsLine)
    if let start = reading.secretStart { redact(&line, from: start) }
    if endsLine {
      reading = Reading()
    } else {
      reading.sequenceStart = 0
      if reading.secretStart != nil { reading.secretStart = 0 }
    }
    startsLine = endsLine
    held.removeAll(keepingCapacity: true)
    cuts.removeAll(keepingCapacity: true)
    return line
  }

  private func redact(_ line: inout Line, from start: Int) {
    var end = line.bytes.count
    while end > start, line.bytes[end - 1] == 0x0A || line.bytes[end - 1] == 0x0D { end -= 1 }
    line.secrets = [reading.text.secret, reading.bytes.secret].filter { !$0.isEmpty }
    guard end > start else { return }
    line.bytes.replaceSubrange(start..<end, with: Array("****".utf8))
    line.cuts.removeAll { $0 > start }
  }

  /// Where the secret of a whole line begins, if it has one.
  package static func secretStart(in line: [UInt8]) -> Int? {
    var lines = CommandLines()
    for byte in line where lines.read(byte) { break }
    guard let start = lines.reading.secretStart,
      line[start...].contains(where: { $0 != 0x0D && $0 != 0x0A })
    else { return nil }
    return start
  }
}
