import FTPProtocol

/// The state of an unfinished download, in a file next to the target that survives the process.
///
/// It is text, one fact on a line, in the order and the form that ``bytes`` writes; the last line is a checksum of all
/// before it. Any other file is refused, because a state that is half right would join the wrong bytes.
///
/// ```
/// ftpraw-segments 1
/// server ftp.example.org:21
/// path /pub/large.bin
/// size 268435456
/// modified 20240517093000
/// part 0 134217728 8388608
/// part 134217728 268435456 0
/// check 1c291ca3
/// ```
package struct SegmentState: Hashable, Sendable {
  /// A part of the file, and how many bytes from its start are in the local file.
  package struct Part: Hashable, Sendable {
    package let range: Range<UInt64>
    package let done: UInt64
  }

  /// The host and port, as the site names them.
  package let server: [UInt8]
  /// The path as sent.
  package let path: [UInt8]
  /// The size in bytes.
  package let size: UInt64
  /// The reply to MDTM; nil if the server does not support it.
  package let modified: TimeValue?
  /// The parts, which cover the file in order.
  package let parts: [Part]

  /// The longest file that is read: 1 MiB.
  package static let longest = 1 << 20

  /// How many bytes are in the local file.
  package var done: UInt64 { parts.reduce(0) { $0 + $1.done } }

  /// The contents of the file.
  package var bytes: [UInt8] {
    var text: [UInt8] = Self.head
    func line(_ name: String, _ value: some Collection<UInt8>) {
      text += Array(name.utf8) + [Self.space]
      text += value
      text.append(Self.lineFeed)
    }
    line("server", Self.escaped(server))
    line("path", Self.escaped(path))
    line("size", "\(size)".utf8)
    if let modified { line("modified", modified.description.utf8) }
    for part in parts {
      line("part", "\(part.range.lowerBound) \(part.range.upperBound) \(part.done)".utf8)
    }
    line("check", Self.checksum(of: text[...]))
    return text
  }

  private static let head = Array("ftpraw-segments 1\n".utf8)
  private static let space: UInt8 = 0x20
  private static let lineFeed: UInt8 = 0x0A

  private static func checksum(of text: ArraySlice<UInt8>) -> [UInt8] {
    Array(DigestAlgorithm.crc32.hexDigest(of: text).utf8)
  }

  /// Printable ASCII except `%` unchanged, everything else as `%` and two digits.
  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return bytes.flatMap { byte -> [UInt8] in
      guard byte <= 0x20 || byte >= 0x7F || byte == percent else { return [byte] }
      return [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  private static let percent = UInt8(ascii: "%")
}

/// Why a state file cannot be used; the description is one line.
package struct SegmentStateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  package let line: Int
  /// What is wrong in that line, as a phrase.
  package let reason: String

  package var description: String { "line \(line) of the state file: \(reason)" }
}

extension SegmentState {
  /// Records what a plan can claim.
  package init(server: [UInt8], path: [UInt8], modified: TimeValue?, plan: SegmentPlan) {
    self.init(
      server: server, path: path, size: plan.size, modified: modified,
      parts: plan.segments.map { Part(range: $0.range, done: $0.claim) })
  }

  /// Reads a state file; throws if anything differs from what ``bytes`` writes.
  package init(parsing text: [UInt8]) throws(SegmentStateError) {
    guard text.count <= Self.longest else {
      throw SegmentStateError(line: 1, reason: "it is longer than \(Self.longest) bytes")
    }
    var lines = Lines(text)
    guard try lines.next("the version") == Self.head.dropLast()[...] else {
      throw lines.failure("it is not a state file of this version")
    }
    let server = try lines.unescaped("server")
    let path = try lines.unescaped("path")
    let size = try lines.numbers("size", count: 1)[0]
    var modified: TimeValue?
    if lines.continues(with: "modified") {
      let value = try lines.value("modified")
      modified = (try? TimeValue.read(value, .strict))?.value
      guard let modified, Array(modified.description.utf8)[...] == value else {
        throw lines.failure("not a time in the form of MDTM")
      }
    }
    var parts: [Part] = []
    var end: UInt64 = 0
    while lines.continues(with: "part") {
      let numbers = try lines.numbers("part", count: 3)
      let (start, stop, done) = (numbers[0], numbers[1], numbers[2])
      guard start == end, stop > start || size == 0, stop >= start, stop <= size, done <= stop - start else {
        throw lines.failure("a part that does not follow the previous one")
      }
      parts.append(Part(range: start..<stop, done: done))
      guard parts.count <= SegmentPlan.mostSegments, size > 0 || parts.count == 1 else {
        throw lines.failure("too many parts")
      }
      end = stop
    }
    guard end == size, !parts.isEmpty else { throw lines.failure("the parts do not cover the file") }
    let covered = lines.taken
    guard try lines.value("check") == Self.checksum(of: covered)[...] else {
      throw lines.failure("the checksum does not match")
    }
    guard lines.isAtEnd else { throw lines.failure("text follows the checksum") }
    self.init(server: server, path: path, size: size, modified: modified, parts: parts)
  }

  /// The lines of a file, one after the other.
  private struct Lines {
    private let text: [UInt8]
    private var position = 0
    private var number = 0

    init(_ text: [UInt8]) { self.text = text }

    var taken: ArraySlice<UInt8> { text[..<position] }
    var isAtEnd: Bool { position == text.count }

    func failure(_ reason: String) -> SegmentStateError {
      SegmentStateError(line: max(1, number), reason: reason)
    }

    func continues(with name: String) -> Bool { text[position...].starts(with: "\(name) ".utf8) }

    mutating func next(_ what: String) throws(SegmentStateError) -> ArraySlice<UInt8> {
      guard let end = text[position...].firstIndex(of: SegmentState.lineFeed) else {
        throw failure("\(what) is missing")
      }
      defer { position = end + 1 }
      number += 1
      return text[position..<end]
    }

    mutating func value(_ name: String) throws(SegmentStateError) -> ArraySlice<UInt8> {
      guard continues(with: name) else { throw failure("'\(name)' is missing") }
      return try next(name).dropFirst(name.utf8.count + 1)
    }

    mutating func numbers(_ name: String, count: Int) throws(SegmentStateError) -> [UInt64] {
      let words = try value(name).split(separator: SegmentState.space, omittingEmptySubsequences: false)
      let numbers = words.compactMap { word -> UInt64? in
        guard let number = UInt64(String(decoding: word, as: UTF8.self)),
          "\(number)".utf8.elementsEqual(word)
        else { return nil }
        return number
      }
      guard numbers.count == count, words.count == count else {
        throw failure("not \(count == 1 ? "a number" : "\(count) numbers")")
      }
      return numbers
    }

    mutating func unescaped(_ name: String) throws(SegmentStateError) -> [UInt8] {
      let value = try value(name)
      guard let bytes = [UInt8](percentEncoded: value) else { throw failure("two digits must follow a '%'") }
      guard SegmentState.escaped(bytes)[...] == value else { throw failure("not a valid name") }
      return bytes
    }
  }
}
