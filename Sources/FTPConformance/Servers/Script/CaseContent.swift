import FTPProtocol

/// Bytes that a case stores, or that must come back.
package struct CaseContent: Sendable, ExpressibleByStringLiteral {
  private enum Source {
    case bytes([UInt8])
    case random(count: Int, start: Int)
    case joined([CaseContent])
  }

  private let source: Source

  /// These bytes.
  static func bytes(_ bytes: [UInt8]) -> CaseContent { CaseContent(source: .bytes(bytes)) }

  /// Bytes that look random, and are the same in every run with the same seed; any value may occur.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - start: How many of the same sequence to leave out at the beginning, for a second part or other bytes.
  /// - Returns: The content.
  static func random(_ count: Int, from start: Int = 0) -> CaseContent {
    CaseContent(source: .random(count: count, start: start))
  }

  /// One content after the other.
  static func joined(_ parts: [CaseContent]) -> CaseContent { CaseContent(source: .joined(parts)) }

  /// The bytes in a run with this seed.
  func bytes(seed: UInt64) -> [UInt8] {
    switch source {
    case .bytes(let bytes): return bytes
    case .random(let count, let start):
      var random = SeededGenerator(seed: seed)
      return Array(random.bytes(start + count)[start...])
    case .joined(let parts): return parts.flatMap { $0.bytes(seed: seed) }
    }
  }

  /// The bytes as a phrase: `'one\n'`, `10000 bytes`.
  var words: String {
    switch source {
    case .bytes(let bytes) where bytes.isEmpty: "no bytes"
    case .bytes(let bytes) where bytes.count <= 40: "'\(Escaping.ascii(bytes))'"
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .random(let count, _): "\(count) bytes"
    case .joined: "\(bytes(seed: 0).count) bytes"
    }
  }
}

extension CaseContent {
  /// A text, in UTF-8.
  package init(stringLiteral text: String) { self = .bytes(Array(text.utf8)) }
}

extension SeededGenerator {
  /// The next bytes; any value may occur.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
