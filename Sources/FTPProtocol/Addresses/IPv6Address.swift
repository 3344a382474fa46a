/// An IPv6 address without a zone, held as two numbers so that it costs no allocation.
public struct IPv6Address: Hashable, Sendable {
  /// The first eight octets.
  public let high: UInt64
  /// The last eight octets.
  public let low: UInt64

  /// Makes an address of its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes an address of its sixteen octets; nil for any other count.
  public init?(octets: some Collection<UInt8>) {
    guard octets.count == 16 else { return nil }
    self.init(
      high: octets.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
      low: octets.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// `::`.
  public static let unspecified = IPv6Address(high: 0, low: 0)
  /// `::1`.
  public static let loopback = IPv6Address(high: 0, low: 1)

  /// The sixteen octets, in the order in which they are written.
  public var octets: [UInt8] {
    [high, low].flatMap { half in
      stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> $0) }
    }
  }

  /// The IPv4 address inside `::ffff:0:0/96`; nil for any other address.
  public var mapped: IPv4Address? {
    guard high == 0, low >> 32 == 0xFFFF else { return nil }
    return IPv4Address(rawValue: UInt32(truncatingIfNeeded: low))
  }

  /// True for `::`.
  public var isUnspecified: Bool { high == 0 && low == 0 }

  /// True for `::1`.
  public var isLoopback: Bool { high == 0 && low == 1 }

  /// True for unique local (`fc00::/7`) and link-local (`fe80::/10`) addresses.
  public var isPrivate: Bool { high >> 57 == 0x7E || high >> 54 == 0x3FA }

  /// True for `ff00::/8`.
  public var isMulticast: Bool { high >> 56 == 0xFF }
}

extension IPv6Address: LosslessStringConvertible {
  /// Reads any of the text forms of RFC 4291, as ``init(text:)`` does.
  public init?(_ description: String) { self.init(text: description.utf8) }

  /// Reads the text forms of RFC 4291, section 2.2: eight groups, `::` for one or more groups of zero, and
  /// a dotted IPv4 address instead of the last two groups.
  ///
  /// Zones (`%eth0`) and brackets are not part of the forms and are refused.
  public init?(text: some Collection<UInt8>) {
    let bytes = slice(text)
    guard bytes.count <= 45 else { return nil }
    var groups: [UInt16] = []
    var gap: Int?
    var rest = bytes
    if rest.starts(with: [0x3A, 0x3A]) {
      gap = 0
      rest = rest.dropFirst(2)
    }
    while !rest.isEmpty {
      let group = rest.prefix { $0 != 0x3A }
      if group.count == rest.count, group.contains(0x2E) {
        guard let last = IPv4Address(text: group) else { return nil }
        groups.append(UInt16(truncatingIfNeeded: last.rawValue >> 16))
        groups.append(UInt16(truncatingIfNeeded: last.rawValue))
        break
      }
      guard let value = Self.group(group) else { return nil }
      groups.append(value)
      rest = rest.dropFirst(group.count)
      guard !rest.isEmpty else { break }
      rest = rest.dropFirst()
      if rest.first == 0x3A {
        guard gap == nil else { return nil }
        gap = groups.count
        rest = rest.dropFirst()
      } else if rest.isEmpty {
        return nil
      }
    }
    if let gap {
      guard groups.count <= 7 else { return nil }
      groups.insert(contentsOf: [UInt16](repeating: 0, count: 8 - groups.count), at: gap)
    }
    guard groups.count == 8 else { return nil }
    high = groups[..<4].reduce(0) { $0 << 16 | UInt64($1) }
    low = groups[4...].reduce(0) { $0 << 16 | UInt64($1) }
  }

  /// One group: one to four hexadecimal digits.
  private static func group(_ bytes: ArraySlice<UInt8>) -> UInt16? {
    guard !bytes.isEmpty, bytes.count <= 4 else { return nil }
    var value: UInt16 = 0
    for byte in bytes {
      switch byte.lowercased {
      case let digit where digit.isDigit: value = value << 4 | UInt16(digit - 0x30)
      case let letter where letter >= 0x61 && letter <= 0x66: value = value << 4 | UInt16(letter - 0x57)
      default: return nil
      }
    }
    return value
  }

  /// The canonical form of RFC 5952: lower case, no leading zeros, the first longest run of two or more
  /// zero groups as `::`, and mapped addresses with the IPv4 part in dotted decimal.
  public var description: String {
    if let mapped { return "::ffff:\(mapped)" }
    let groups = [high, low].flatMap { half in
      stride(from: UInt64(48), through: 0, by: -16).map { UInt16(truncatingIfNeeded: half >> $0) }
    }
    var gap = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, groups[end] == 0 { end += 1 }
      if end - start >= 2, end - start > gap.count { gap = start..<end }
      start = max(end, start + 1)
    }
    let text = { (part: ArraySlice<UInt16>) in part.map { String($0, radix: 16) }.joined(separator: ":") }
    guard !gap.isEmpty else { return text(groups[...]) }
    return text(groups[..<gap.lowerBound]) + "::" + text(groups[gap.upperBound...])
  }
}

extension IPv6Address {
  /// True if a word of the text is an IPv6 address.
  static func isWritten(in bytes: ArraySlice<UInt8>) -> Bool {
    bytes.split(whereSeparator: { !isTextByte($0) }).contains {
      $0.count <= 45 && $0.contains(0x3A) && IPv6Address(text: $0) != nil
    }
  }

  /// True if the number at `digits` is the tail of an IPv6 address.
  static func ends(_ bytes: ArraySlice<UInt8>, at digits: Range<Int>) -> Bool {
    guard digits.lowerBound > bytes.startIndex, bytes[digits.lowerBound - 1] == 0x3A else { return false }
    let word = bytes[..<digits.upperBound].suffix(46)
    let head = word.lastIndex { !isTextByte($0) }.map { $0 + 1 } ?? word.startIndex
    return IPv6Address(text: word[head...]) != nil
  }

  private static func isTextByte(_ byte: UInt8) -> Bool {
    byte.isDigit || byte == 0x3A || byte == 0x2E || (byte.lowercased >= 0x61 && byte.lowercased <= 0x66)
  }
}
