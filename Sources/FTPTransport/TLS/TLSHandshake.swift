/// The result of a handshake.
package struct TLSHandshake: Hashable, Sendable, Codable {
  /// The version, such as `TLSv1.3`.
  package let version: String
  /// The cipher, such as `TLS_AES_256_GCM_SHA384`.
  package let cipher: String
  /// Whether an earlier session was resumed.
  package let isResumed: Bool
  /// The protocol agreed on by ALPN, or nil.
  package let applicationProtocol: String?
  /// The other end's certificate; nil if it showed none.
  package let certificate: TLSCertificate?
}

extension TLSHandshake: CustomStringConvertible {
  /// One line, such as `TLSv1.3 TLS_AES_256_GCM_SHA384, resumed`.
  package var description: String { "\(version) \(cipher)" + (isResumed ? ", resumed" : "") }
}
