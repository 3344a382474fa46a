import FTPProtocol

/// Keeps changes to files inside the folder of a sequence.
///
/// It follows the current directory of the session as far as that is certain, and decides which bytes must not be sent
/// from there.
struct WriteFence {
  /// How many levels a session may go up from its folder and still be inside the folder of the run.
  static let depth = 2

  /// The path of the folder of the sequence; nil if nothing may be written.
  let folder: [UInt8]?
  /// How many levels the session has gone up from the folder; nil if it may be anywhere.
  private var ups: Int?
  /// Whether the last bytes sent have no line end yet.
  private var isWithinLine = false
  /// Whether a command that returns to the folder waits for its reply.
  private var returns = false

  init(folder: String?) {
    self.folder = folder.map { Array($0.utf8) }
  }

  /// Records that the session is in its folder.
  mutating func enter() { ups = 0 }

  /// Whether bytes may be sent; if so, records where they lead.
  ///
  /// Commands that change files must be whole lines of ASCII that end with CR LF, because other names may not be listed
  /// in a form in which they can be removed. A server that reads up to CR LF takes two lines with LF between them for
  /// one name.
  mutating func admits(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }.map(Line.init)
    let isPlain =
      !isWithinLine && bytes.suffix(2).elementsEqual([0x0D, 0x0A])
      && zip(bytes, bytes.dropFirst()).allSatisfy { byte, next in
        0x20...0x7E ~= byte && next != 0x0A || byte == 0x0A || byte == 0x0D && next == 0x0A
      }
    var copy = self
    for line in lines where !copy.admits(line, isPlain: isPlain) { return false }
    self = copy
    isWithinLine = bytes.last != 0x0A
    return true
  }

  /// Records the reply to the last command.
  mutating func observe(_ code: ReplyCode) {
    if returns, code.kind == .completion { ups = 0 }
    returns = false
  }

  private mutating func admits(_ line: Line, isPlain: Bool) -> Bool {
    returns = false
    let verb = Verb(bytes: line.verb).modern
    switch verb {
    case .cwd where line.argument == folder:
      ups = nil
      returns = true
    case .cwd, .cdup:
      let count = line.verb.last == UInt8(ascii: "D") ? line.upCount : 1
      if line.isAbsolute { ups = nil }
      ups = ups.flatMap { $0 + count > Self.depth ? nil : $0 + count }
    case .user, .pass, .acct, .rein, .host, .smnt: ups = nil
    case .rnto, .rnfr, .site: return isPlain && isInside(line)
    default: if verb.row?.traits.contains(.changesFiles) ?? false { return isPlain && isInside(line) }
    }
    return true
  }

  /// Whether the path in a line is inside the folder.
  private func isInside(_ line: Line) -> Bool {
    folder != nil && ups == 0 && !line.isAbsolute && line.upCount == 0
  }

  /// A line as a lenient server may read it: it ignores bytes of the verb that are not letters.
  private struct Line {
    let verb: [UInt8]
    let argument: [UInt8]

    init(_ bytes: ArraySlice<UInt8>) {
      let start = bytes.firstIndex(where: Self.isLetter) ?? bytes.endIndex
      let end = bytes[start...].firstIndex(of: 0x20) ?? bytes.endIndex
      verb = bytes[start..<end].filter(Self.isLetter).map { $0 & 0xDF }
      argument = Array(bytes[end...].drop { $0 == 0x20 })
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte & 0xDF }

    var isAbsolute: Bool { argument.contains { $0 == 0x2F || $0 == 0x5C || $0 == 0x7E } }

    var upCount: Int {
      zip(argument, argument.dropFirst()).count { $0 == 0x2E && $1 == 0x2E }
    }
  }
}
