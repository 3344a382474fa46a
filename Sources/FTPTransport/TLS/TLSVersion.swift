/// A version of TLS.
public enum TLSVersion: String, Hashable, Comparable, Sendable, CaseIterable {
  case tls10 = "1.0"
  case tls11 = "1.1"
  case tls12 = "1.2"
  case tls13 = "1.3"

  /// Its number on the wire.
  var number: Int {
    switch self {
    case .tls10: 0x0301
    case .tls11: 0x0302
    case .tls12: 0x0303
    case .tls13: 0x0304
    }
  }

  /// Older versions come first.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension TLSVersion: CustomStringConvertible {
  /// `TLS 1.2` and the like.
  public var description: String { "TLS \(rawValue)" }
}
