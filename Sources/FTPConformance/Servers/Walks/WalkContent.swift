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
  /// This many bytes of a kind.
  case filled(Filling, Int)

  /// Kinds of bytes, of which any number can be sent.
  package enum Filling: String, Hashable, Sendable, CaseIterable {
    /// Bytes that look random.
    case bytes
    /// NULs, which servers may leave out of a file that they store in blocks.
    case zeros
    /// Bytes that look random, with NULs from one end of a block of 4 KiB to the next.
    case holes
    /// The Telnet byte 255.
    case iac
    /// CR, LF, and both, as often as they fit.
    case cr, lf, crlf
    /// CR NUL, which is a CR in Telnet.
    case crnul
    /// Byte 26, which ends a text on some systems.
    case sub
    /// Every octet in turn.
    case octets
    /// Letters of two and three bytes of UTF-8, after a byte order mark.
    case utf8

    fileprivate func bytes(_ count: Int) -> [UInt8] {
      switch self {
      case .bytes: WalkContent.noise(count)
      case .holes:
        WalkContent.noise(count).enumerated().map { $0.offset / 4_096 % 2 == 1 ? 0 : $0.element }
      case .zeros: repeating([0], count)
      case .iac: repeating([0xFF], count)
      case .cr: repeating([0x0D], count)
      case .lf: repeating([0x0A], count)
      case .crlf: repeating([0x0D, 0x0A], count)
      case .crnul: repeating([0x0D, 0], count)
      case .sub: repeating([0x1A], count)
      case .octets: repeating(Array(0...255), count)
      case .utf8:
        Array((Array("\u{FEFF}".utf8) + repeating(Array("\u{E4}\u{20AC}\n".utf8), count)).prefix(count))
      }
    }

    private func repeating(_ unit: [UInt8], _ count: Int) -> [UInt8] {
      (0..<count).map { unit[$0 % unit.count] }
    }
  }

  /// This many bytes that look random.
  package static func bytes(_ count: Int) -> WalkContent { .filled(.bytes, count) }

  package var bytes: [UInt8] {
    switch self {
    case .empty: []
    case .word: Array("no line end".utf8)
    case .lines: Array("one\ntwo\nthree\n".utf8)
    case .text: Array("one\r\ntwo\r\nthree\r\n".utf8)
    case .blanks: Array("three blanks   ".utf8)
    case .filled(let filling, let count): filling.bytes(count)
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
    case .filled(let filling, let count): "\(filling.rawValue):\(count)"
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
    let parts = description.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let filling = Filling(rawValue: String(parts[0])), let count = Int(parts[1]),
      (0...Self.mostBytes).contains(count)
    else { return nil }
    self = .filled(filling, count)
  }
}
