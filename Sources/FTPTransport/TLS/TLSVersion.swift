/// A version of TLS, as its number on the wire.
package struct TLSVersion: RawRepresentable, Hashable, Comparable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let tls10 = TLSVersion(rawValue: 0x0301)
  package static let tls11 = TLSVersion(rawValue: 0x0302)
  package static let tls12 = TLSVersion(rawValue: 0x0303)
  package static let tls13 = TLSVersion(rawValue: 0x0304)

  /// Reads `1.2` and the like.
  package init?(_ text: some StringProtocol) {
    switch text {
    case "1.0": self = .tls10
    case "1.1": self = .tls11
    case "1.2": self = .tls12
    case "1.3": self = .tls13
    default: return nil
    }
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension TLSVersion: CustomStringConvertible {
  /// `TLS 1.2` and the like.
  package var description: String { "TLS 1.\(rawValue - Self.tls10.rawValue)" }
}
