/// What an upload of a walk sends; scripts use its name.
package enum WalkContent: Hashable, Sendable {
  /// Nothing at all.
  case empty
  /// One line without a line end.
  case word
  /// Lines that end with LF.
  case lines
  /// Lines that end with CR LF.
  case text
  /// A line that ends with spaces, which some servers strip.
  case blanks
  /// This many bytes that look random.
  case bytes(Int)

  /// The bytes.
  package var bytes: [UInt8] {
    switch self {
    case .empty: []
    case .word: Array("no line end".utf8)
    case .lines: Array("one\ntwo\nthree\n".utf8)
    case .text: Array("one\r\ntwo\r\nthree\r\n".utf8)
    case .blanks: Array("three blanks   ".utf8)
    case .bytes(let count): Self.noise(count)
    }
  }

  /// Bytes that look random and are always the same.
  private static func noise(_ count: Int) -> [UInt8] {
    var state: UInt32 = 2_463_534_242
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      return UInt8(truncatingIfNeeded: state >> 11)
    }
  }
}

extension WalkContent: CustomStringConvertible {
  /// The name: `lines`, `bytes:300`.
  package var description: String {
    switch self {
    case .empty: "empty"
    case .word: "word"
    case .lines: "lines"
    case .text: "text"
    case .blanks: "blanks"
    case .bytes(let count): "bytes:\(count)"
    }
  }

  /// The most bytes that a script may request.
  static let mostBytes = 64 << 20

  /// Reads ``description``; nil for any other text.
  init?(_ description: some StringProtocol) {
    let known: [WalkContent] = [.empty, .word, .lines, .text, .blanks]
    if let content = known.first(where: { $0.description == description }) {
      self = content
      return
    }
    guard description.hasPrefix("bytes:"), let count = Int(description.dropFirst(6)),
      (0...Self.mostBytes).contains(count)
    else { return nil }
    self = .bytes(count)
  }
}
