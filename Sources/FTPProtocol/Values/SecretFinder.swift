/// Finds secrets in bytes of a conversation, so that none is recorded when it is repeated.
///
/// Letters match without regard to case, since a server may echo a verb in capitals, and matches are found in the text that a
/// ``TelnetDecoder`` leaves: Telnet sequences and NULs in the middle of a secret do not hide it. The work is the number of
/// bytes times the number of secrets, whatever the bytes are.
package struct SecretFinder: Sendable {
  /// The shortest secret that is searched for: a shorter one cannot be distinguished from other text.
  package static let shortest = 4
  /// The most bytes of all secrets together; the oldest are forgotten first.
  static let mostBytes = 131_072
  static let most = 64

  /// A secret in lower case, and for each number of bytes that match how many still do when the next does not.
  fileprivate struct Pattern: Sendable {
    let bytes: [UInt8]
    let fallbacks: [Int32]
    let isNumber: Bool
  }

  private var patterns: [Pattern] = []
  private var byteCount = 0

  /// Begins with no secrets.
  package init() {}

  /// Begins with secrets.
  package init(_ secrets: [[UInt8]]) { secrets.forEach { add($0) } }

  /// True if there is nothing to search for.
  package var isEmpty: Bool { patterns.isEmpty }

  /// Takes a secret in; one that is too short, or known, changes nothing.
  package mutating func add(_ secret: some Collection<UInt8>) {
    let bytes = secret.filter { $0 != 0 }.map(Self.folded)
    guard bytes.count >= Self.shortest, bytes.count <= Self.mostBytes,
      !patterns.contains(where: { $0.bytes == bytes })
    else { return }
    byteCount += bytes.count
    while patterns.count == Self.most || byteCount > Self.mostBytes, let oldest = patterns.first {
      byteCount -= oldest.bytes.count
      patterns.removeFirst()
    }
    patterns.append(
      Pattern(
        bytes: bytes, fallbacks: Self.fallbacks(of: bytes),
        isNumber: bytes.allSatisfy { 0x30...0x39 ~= $0 }))
  }

  /// How many bytes at the end may be the beginning of a secret, without decoding.
  package func openEnd(of bytes: [UInt8]) -> Int {
    let text = Self.folded(Array(bytes.suffix(patterns.map(\.bytes.count).max() ?? 0)))
    return patterns.reduce(0) { max($0, $1.find(in: text) { _ in }) }
  }

  /// The ranges of secrets in bytes, in order and without overlaps.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - openEnd: The fewest bytes at the end that count as the beginning of a secret; nil if
  ///     only complete secrets count.
  ///   - isText: Whether the bytes are those of a control connection, which may contain Telnet.
  /// - Returns: the ranges of `bytes`.
  package func ranges(in bytes: [UInt8], openEnd: Int? = nil, isText: Bool = true) -> [Range<Int>] {
    guard !isEmpty, !bytes.isEmpty else { return [] }
    let (text, offsets) = isText ? Self.text(of: bytes) : (Self.folded(bytes), nil)
    var found = ranges(in: text, at: offsets, openEnd)
    // Bytes that Telnet decoding removes, such as an endless subnegotiation, may contain a secret too.
    if offsets != nil { found += ranges(in: Self.folded(bytes), at: nil, openEnd) }
    found.sort { $0.lowerBound < $1.lowerBound }
    var joined: [Range<Int>] = []
    for range in found {
      if let last = joined.last, range.lowerBound < last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// The ranges of secrets in a text, as positions in the bytes that it was decoded from.
  private func ranges(in text: [UInt8], at offsets: [Int]?, _ openEnd: Int?) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for pattern in patterns {
      let open = pattern.find(in: text) { found.append($0) }
      if let openEnd, open >= openEnd { found.append((text.count - open)..<text.count) }
    }
    guard let offsets else { return found }
    return found.map { offsets[$0.lowerBound]..<offsets[$0.upperBound] }
  }

  /// The text with `****` in the place of each secret.
  package func redacting(_ text: String) -> String {
    guard !isEmpty else { return text }
    let bytes = Array(text.utf8)
    let ranges = ranges(in: bytes)
    return ranges.isEmpty ? text : String(decoding: bytes.masking(ranges), as: UTF8.self)
  }

  private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// Everything that is recorded passes through here.
  private static func folded(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, initialized in
      bytes.withUnsafeBufferPointer { bytes in
        var index = 0
        while index < bytes.count {
          buffer.initializeElement(at: index, to: folded(bytes[index]))
          index += 1
        }
      }
      initialized = bytes.count
    }
  }

  /// The text of bytes in lower case, and where each of its bytes began, with the end; nil if nothing was removed.
  private static func text(of bytes: [UInt8]) -> (text: [UInt8], offsets: [Int]?) {
    guard bytes.contains(Telnet.iac) || bytes.contains(0) else { return (folded(bytes), nil) }
    var decoder = TelnetDecoder()
    var text: [UInt8] = []
    var offsets: [Int] = []
    var start = 0
    for (offset, byte) in bytes.enumerated() {
      if decoder.isInText { start = offset }
      switch decoder.feed(byte) {
      case .pending, .event, .text(0): continue
      case .text(let byte): text.append(folded(byte))
      case .unescaped(let byte):
        text += [Telnet.iac, folded(byte)]
        offsets.append(start)
      }
      offsets.append(start)
    }
    return (text, offsets + [bytes.count])
  }

  private static func fallbacks(of bytes: [UInt8]) -> [Int32] {
    var fallbacks: [Int32] = [0, 0]
    fallbacks.reserveCapacity(bytes.count + 1)
    var matched = 0
    for byte in bytes.dropFirst() {
      while matched > 0, bytes[matched] != byte { matched = Int(fallbacks[matched]) }
      if bytes[matched] == byte { matched += 1 }
      fallbacks.append(Int32(matched))
    }
    return fallbacks
  }
}

extension SecretFinder.Pattern {
  /// Reports where the pattern occurs, and returns how many bytes at the end may become one (Knuth, Morris and Pratt).
  fileprivate func find(in text: [UInt8], _ found: (Range<Int>) -> Void) -> Int {
    guard let first = bytes.first else { return 0 }
    let text = text.span
    var matched = 0
    var offset = 0
    while offset < text.count {
      // Most recorded bytes are not secret, and few of them can begin one.
      if matched == 0 {
        guard let next = LineEnd.offset(of: first, in: text, from: offset) else { return 0 }
        offset = next
      }
      let byte = text[offset]
      offset += 1
      while matched > 0, bytes[matched] != byte { matched = Int(fallbacks[matched]) }
      if bytes[matched] == byte { matched += 1 }
      guard matched == bytes.count else { continue }
      matched = Int(fallbacks[matched])
      let range = (offset - bytes.count)..<offset
      // A port or a size that has the digits of a secret among its own is not that secret.
      if !isNumber || !touchesDigits(range, text) { found(range) }
    }
    return matched
  }

  private func touchesDigits(_ range: Range<Int>, _ text: Span<UInt8>) -> Bool {
    (range.lowerBound > 0 && 0x30...0x39 ~= text[range.lowerBound - 1])
      || (range.upperBound < text.count && 0x30...0x39 ~= text[range.upperBound])
  }
}

extension [UInt8] {
  /// The bytes with `****` in the place of each range; the ranges must be in order and apart from each other.
  package func masking(_ ranges: [Range<Int>]) -> [UInt8] {
    guard !ranges.isEmpty else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var position = 0
    for range in ranges {
      result += self[position..<range.lowerBound]
      result += "****".utf8
      position = range.upperBound
    }
    return result + self[position...]
  }
}

extension [Range<Int>] {
  /// Maps ascending offsets in the unmasked bytes to the masked ones; an offset inside a mask becomes
  /// its end.
  package func masked(_ offsets: [Int]) -> [Int] {
    guard !isEmpty else { return offsets }
    var rest = self[...]
    var moved = 0
    return offsets.map { offset in
      while let range = rest.first, range.upperBound <= offset {
        moved += 4 - range.count
        rest = rest.dropFirst()
      }
      guard let range = rest.first, range.lowerBound < offset else { return offset + moved }
      return range.lowerBound + moved + 4
    }
  }
}
