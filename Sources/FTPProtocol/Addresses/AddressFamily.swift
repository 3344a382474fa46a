/// A family of network addresses, by the number that EPRT and EPSV use for it (RFC 2428, section 2).
///
/// The numbers are IANA's address family numbers and the type is open to all of them.
package struct AddressFamily: RawRepresentable, Hashable, Sendable {
  /// IANA's address family number.
  package let rawValue: UInt16

  /// Wraps a number.
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// IPv4: 1.
  package static let ipv4 = AddressFamily(rawValue: 1)
  /// IPv6: 2.
  package static let ipv6 = AddressFamily(rawValue: 2)

  /// The families that this toolkit can carry in a ``DataAddress``.
  package static let known: [AddressFamily] = [.ipv4, .ipv6]

  /// The number that LPRT and 228 use for the family, which is the version of IP (RFC 1639, section 2);
  /// nil for a family without one.
  package var longNumber: UInt8? { self == .ipv4 ? 4 : self == .ipv6 ? 6 : nil }

  /// Makes a family from the number in LPRT or 228; nil unless it is 4 or 6.
  package init?(longNumber: UInt8) {
    switch longNumber {
    case 4: self = .ipv4
    case 6: self = .ipv6
    default: return nil
    }
  }
}

extension AddressFamily: CustomStringConvertible, Comparable {
  /// `IPv4`, `IPv6`, or `address family 7`.
  package var description: String {
    self == .ipv4 ? "IPv4" : self == .ipv6 ? "IPv6" : "address family \(rawValue)"
  }

  /// Orders families by number.
  package static func < (left: AddressFamily, right: AddressFamily) -> Bool { left.rawValue < right.rawValue }
}

extension AddressFamily {
  /// The end of a 522 reply: the numbers in parentheses, such as `(1,2)` (RFC 2428, section 2).
  package static func list(_ families: [AddressFamily]) -> String {
    "(" + families.map { String($0.rawValue) }.joined(separator: ",") + ")"
  }

  /// The families that the text of a 522 reply lists; empty if there is no list in parentheses.
  ///
  /// Spaces around the numbers are tolerated; anything but a number is skipped.
  package static func listed(in text: some Collection<UInt8>) -> [AddressFamily] {
    let bytes = slice(text)
    guard let close = bytes.lastIndex(of: 0x29), let open = bytes[..<close].lastIndex(of: 0x28) else {
      return []
    }
    return bytes[(open + 1)..<close].split(separator: 0x2C).compactMap {
      $0.trimmed.decimal(as: UInt16.self).map(AddressFamily.init(rawValue:))
    }
  }
}
