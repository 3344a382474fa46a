import FTPProtocol

/// Follows what a client writes, in any segmentation, and gives it back line by line with secrets replaced.
///
/// The argument of PASS, ACCT and ADAT becomes `****` here, before anything is kept, whatever the case of the
/// verb, whatever Telnet sequences stand in front of it and however the bytes were cut.
public struct CommandLines: Sendable {
  /// One line, or the part of one that has been written so far.
  public struct Line: Hashable, Sendable {
    /// The bytes with the secret replaced, line end included.
    public var bytes: [UInt8]
    /// Offsets in ``bytes`` at which one segment ended and the next began.
    public var cuts: [Int]
    /// True where the bytes begin a line, false where they go on with one that was given in part.
    public var startsLine: Bool
    /// True where the bytes end with a line end.
    public var endsLine: Bool
    /// What was replaced, so that an echo of it in a reply can be replaced as well; never recorded.
    var secret: [UInt8]?
  }

  /// Bytes of an unfinished line held at most; a longer one is given in parts.
  static let longestHeld = 65_536

  private var held: [UInt8] = []
  private var cuts: [Int] = []
  private var startsLine = true
  /// The start of a line that was given in part: enough of it to recognise the verb.
  private var opening: [UInt8] = []
  private var openingIsSecret = false

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
    for byte in segment {
      held.append(byte)
      if byte == 0x0A { body(take(endsLine: true)) }
    }
    if held.count > Self.longestHeld { body(take(endsLine: false)) }
  }

  /// Gives what is held of an unfinished line, if anything.
  public mutating func flush() -> Line? {
    held.isEmpty ? nil : take(endsLine: false)
  }

  /// The line that a segment is, if it is exactly one and nothing of it has to be replaced.
  ///
  /// That is what nearly all segments are; they need not be copied byte by byte.
  func wholeLine(_ segment: [UInt8]) -> Line? {
    guard held.isEmpty, startsLine, segment.last == 0x0A, segment.firstIndex(of: 0x0A) == segment.count - 1,
      Self.secretStart(in: segment) == nil
    else { return nil }
    return Line(bytes: segment, cuts: [], startsLine: true, endsLine: true, secret: nil)
  }

  private mutating func take(endsLine: Bool) -> Line {
    let start = startsLine ? 0 : opening.count
    let whole = startsLine ? held : opening + held
    var line = Line(bytes: held, cuts: cuts, startsLine: startsLine, endsLine: endsLine, secret: nil)
    let secretStart = openingIsSecret ? 0 : Self.secretStart(in: whole).map { max($0 - start, 0) }
    if let secretStart { redact(&line, from: secretStart) }
    openingIsSecret = !endsLine && (openingIsSecret || secretStart != nil)
    opening = endsLine ? [] : Array(whole.prefix(64))
    startsLine = endsLine
    held.removeAll(keepingCapacity: true)
    cuts.removeAll(keepingCapacity: true)
    return line
  }

  private func redact(_ line: inout Line, from start: Int) {
    var end = line.bytes.count
    while end > start, line.bytes[end - 1] == 0x0A || line.bytes[end - 1] == 0x0D { end -= 1 }
    guard end > start else { return }
    line.secret = Array(line.bytes[start..<end])
    line.bytes.replaceSubrange(start..<end, with: Array("****".utf8))
    line.cuts.removeAll { $0 > start }
  }

  /// Where the secret of a line begins, if its verb carries one.
  package static func secretStart(in line: [UInt8]) -> Int? {
    var index = 0
    while index < line.count {
      switch line[index] {
      case 0xFF where index + 1 < line.count && (0xFB...0xFE).contains(line[index + 1]): index += 3
      case 0xFF: index += 2
      case 0x20, 0x09, 0xF2: index += 1
      default: return secretStart(in: line, verbAt: index)
      }
    }
    return nil
  }

  private static func secretStart(in line: [UInt8], verbAt start: Int) -> Int? {
    guard let end = VerbTable.secretStart(in: line, verbAt: start) else { return nil }
    let separator = line[end]
    return separator == 0x20 || separator == 0x09 ? end + 1 : end
  }
}
