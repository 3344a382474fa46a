import FTPTransport

/// How a server speaks TLS (RFC 4217).
package struct ServerTLS: Sendable {
  /// When it does.
  package enum Mode: String, Sendable, CaseIterable {
    /// After AUTH, for clients that ask for it.
    case explicit
    /// After AUTH, without which there is neither a login nor a transfer in clear.
    case required
    /// From the first byte, which no RFC describes and many servers do on port 990.
    case implicit
  }

  /// When it speaks TLS.
  package var mode: Mode
  let context: TLSContext

  /// Makes the certificate ready.
  ///
  /// - Throws: where there is no library for TLS, or the certificate cannot be used.
  package init(_ mode: Mode, _ settings: TLSSettings) throws(TLSSetupError) {
    self.mode = mode
    context = try TLSContext(.server, settings)
  }
}
