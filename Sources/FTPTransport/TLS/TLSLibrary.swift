/// The system's library for TLS, loaded on first use.
package enum TLSLibrary {
  /// The library's own name and version: `OpenSSL 3.0.15 3 Sep 2024`.
  ///
  /// - Throws: ``TLSUnavailable``, which says what to install, if none is usable.
  package static func version() throws(TLSUnavailable) -> String { try OpenSSL.load().version }
}
