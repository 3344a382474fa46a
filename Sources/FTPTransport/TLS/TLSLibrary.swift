/// The library that speaks TLS, which is the system's and loaded when it is first asked for.
package enum TLSLibrary {
  /// The library's name and version, as it says them: `OpenSSL 3.0.15 3 Sep 2024`.
  ///
  /// - Throws: ``TLSUnavailable``, which says what to install, where there is none that can be used.
  package static func version() throws(TLSUnavailable) -> String { try OpenSSL.load().version }
}
