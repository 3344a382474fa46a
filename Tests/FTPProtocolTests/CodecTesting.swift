import FTPProtocol
import Testing

/// A row of a table: an input, and the reading of it as one line of text.
///
/// The line is the value, followed by the requirement of every note, with `~` before a remark. If nothing can be read,
/// it is `error:` and the reason.
struct CodecRow: Sendable, CustomStringConvertible {
  let written: String
  let read: String

  init(_ written: String, _ read: String) {
    self.written = written
    self.read = read
  }

  var description: String { written.isEmpty ? "(nothing)" : written.debugDescription }
}

/// A reading as a line of a ``CodecRow``.
func line<Value>(_ reading: Reading<Value>) -> String {
  ([String(describing: reading.value)]
    + reading.notes.map { ($0.weight == .remark ? "~" : "") + $0.requirement.rawValue })
    .joined(separator: " ")
}

/// Whether a lenient and a strict reading agree: strict must throw exactly if there is an error or a deviation, and
/// otherwise read the same value.
func agrees<Value>(lenient: Reading<Value>?, strict: Reading<Value>?) -> Bool {
  guard let lenient else { return strict == nil }
  return lenient.isCanonical ? strict == lenient : strict == nil
}

extension SeededGenerator {
  /// A text of up to `length` bytes, mostly taken from `alphabet`, sometimes any byte at all.
  mutating func bytes(upTo length: Int, from alphabet: [UInt8]) -> [UInt8] {
    (0..<Int.random(in: 0...length, using: &self)).map { _ in
      Int.random(in: 0..<20, using: &self) == 0
        ? UInt8.random(in: 0...255, using: &self) : alphabet.randomElement(using: &self) ?? 0
    }
  }

  /// `text` with a few bytes changed, removed or inserted.
  mutating func mutated(_ text: [UInt8], with alphabet: [UInt8]) -> [UInt8] {
    var bytes = text
    for _ in 0..<Int.random(in: 0...4, using: &self) {
      let index = Int.random(in: 0...bytes.count, using: &self)
      let byte = alphabet.randomElement(using: &self) ?? 0
      switch Int.random(in: 0..<3, using: &self) {
      case 0 where index < bytes.count: bytes[index] = byte
      case 1 where index < bytes.count: bytes.remove(at: index)
      default: bytes.insert(byte, at: index)
      }
    }
    return bytes
  }
}

/// The outcome of `read` as a line of a ``CodecRow``; checks that strict and lenient agree.
func outcome<Value>(
  _ read: (Leniency) throws(ValueDeviation) -> Reading<Value>,
  sourceLocation: SourceLocation = #_sourceLocation
) -> String {
  let lenient = try? read(.lenient)
  #expect(agrees(lenient: lenient, strict: try? read(.strict)), sourceLocation: sourceLocation)
  do { return line(try read(.lenient)) } catch { return "error: \(error.requirement)" }
}
