/// Why OpenSSL refused a step, if that matters to anyone: the number that it has in the library.
public enum TLSReason: Int, Hashable, Sendable, Codable {
  /// The peer's extensions make no sense: it chose something that was not offered.
  case badExtension = 110
  /// The peer's records have a version that is none.
  case badVersion = 116
  /// This side does not support the version that the peer chose.
  case unsupportedVersion = 258
  /// The peer supports none of the offered versions.
  case refusedVersion = 1070
  /// The peer supports none of the application protocols that were offered.
  case noApplicationProtocol = 1120

  /// Finds the reason in one of OpenSSL's error codes; nil for any other reason.
  init?(code: UInt) {
    // The errors of TLS have number 20, which begins at bit 23 since OpenSSL 3, and at bit 24 before.
    guard code >> 23 == 20 || code >> 24 == 20 else { return nil }
    self.init(rawValue: Int(code & 0xFFF))
  }

  /// Whether another choice of versions might help.
  var isAboutVersion: Bool { [.badVersion, .unsupportedVersion, .refusedVersion].contains(self) }
}
