/// An IPv4 address, held as a number so that it costs no allocation.
public struct IPv4Address: RawRepresentable, Hashable, Sendable {
  /// The address as a number, the first octet in the high bits.
  public let rawValue: UInt32

  /// Wraps an address given as a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes an address of its four octets.
  public init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
    rawValue = UInt32(first) << 24 | UInt32(second) << 16 | UInt32(third) << 8 | UInt32(fourth)
  }

  /// 0.0.0.0.
  public static let unspecified = IPv4Address(rawValue: 0)
  /// 127.0.0.1.
  public static let loopback = IPv4Address(127, 0, 0, 1)

  /// The four octets, in the order in which they are written.
  public var octets: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
  }

  /// True for 0.0.0.0/8, which names no host on a network (RFC 1122, section 3.2.1.3).
  public var isUnspecified: Bool { rawValue >> 24 == 0 }

  /// True for 127.0.0.0/8.
  public var isLoopback: Bool { rawValue >> 24 == 127 }

  /// True for addresses that mean nothing outside their own network: RFC 1918, RFC 6598, and link-local.
  public var isPrivate: Bool {
    rawValue >> 24 == 10 || rawValue >> 20 == 0xAC1 || rawValue >> 16 == 0xC0A8
      || rawValue >> 22 == 0x191 || rawValue >> 16 == 0xA9FE
  }

  /// True for 224.0.0.0/4.
  public var isMulticast: Bool { rawValue >> 28 == 0xE }

  /// True for 255.255.255.255.
  public var isBroadcast: Bool { rawValue == .max }
}

extension IPv4Address: LosslessStringConvertible {
  /// Reads four decimal numbers joined by dots, as ``init(text:)`` does.
  public init?(_ description: String) { self.init(text: description.utf8) }

  /// Reads four decimal numbers from 0 to 255 joined by dots, and nothing else.
  ///
  /// A number with a leading zero is refused, because some readers take it for octal.
  public init?(text: some Collection<UInt8>) { self.init(slice(text), leadingZeros: false) }

  /// Reads the dotted form; `leadingZeros` admits up to three digits that begin with zero, read as decimal.
  init?(_ text: ArraySlice<UInt8>, leadingZeros: Bool) {
    var number: UInt32 = 0
    var parts = 0
    for part in text.split(separator: 0x2E, maxSplits: 4, omittingEmptySubsequences: false) {
      guard part.count <= 3, let octet = part.decimal(as: UInt8.self), parts < 4 else { return nil }
      guard leadingZeros || part.count == 1 || part.first != 0x30 else { return nil }
      number = number << 8 | UInt32(octet)
      parts += 1
    }
    guard parts == 4 else { return nil }
    rawValue = number
  }

  /// The dotted decimal form, such as `192.0.2.1`.
  public var description: String {
    "\(rawValue >> 24).\(rawValue >> 16 & 255).\(rawValue >> 8 & 255).\(rawValue & 255)"
  }
}
