/// Macros and numbers of OpenSSL's headers.
extension OpenSSL {
  /// How a step ended (`SSL_get_error`).
  enum StepError {
    static let none: Int32 = 0
    static let wantsRead: Int32 = 2
    static let wantsWrite: Int32 = 3
    static let closed: Int32 = 6
  }

  /// `SSL_VERIFY_PEER`, and with `SSL_VERIFY_FAIL_IF_NO_PEER_CERT`.
  static let verifiesPeer: Int32 = 1
  static let requiresPeer: Int32 = 3
  /// `SSL_FILETYPE_PEM`.
  static let pem: Int32 = 1
  /// `X509_CHECK_FLAG_NEVER_CHECK_SUBJECT`.
  static let ignoresSubject: UInt32 = 0x20
  /// `X509_V_OK`.
  static let verified = 0
  /// `CRYPTO_EX_INDEX_SSL`.
  static let connectionsIndexClass: Int32 = 0

  /// `SSL_SESS_CACHE_CLIENT` and `SSL_SESS_CACHE_NO_INTERNAL`.
  private static let clientCache = 0x0001
  private static let noInternalCache = 0x0300

  /// `SSL_CTX_set_min_proto_version`.
  func setMinimum(_ version: TLSVersion, of context: Pointer) {
    _ = contextControl(context, 123, version.number, nil)
  }

  /// `SSL_CTX_set_max_proto_version`.
  func setMaximum(_ version: TLSVersion, of context: Pointer) {
    _ = contextControl(context, 124, version.number, nil)
  }

  /// `SSL_CTX_set_session_cache_mode`, so that new sessions are reported and none is kept by the library itself.
  func tellNewSessions(of context: Pointer) {
    _ = contextControl(context, 44, Self.clientCache | Self.noInternalCache, nil)
  }

  /// `SSL_CTX_set_mode` with `SSL_MODE_ENABLE_PARTIAL_WRITE`, `SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER` and
  /// `SSL_MODE_RELEASE_BUFFERS`, which spares an idle connection its buffers.
  func setModes(of context: Pointer) { _ = contextControl(context, 33, 0x1 | 0x2 | 0x10, nil) }

  /// `SSL_set_tlsext_host_name`.
  func setServerName(_ name: String, of connection: Pointer) {
    name.withCString { _ = connectionControl(connection, 55, 0, UnsafeMutableRawPointer(mutating: $0)) }
  }

  /// `SSL_CTX_set_tlsext_servername_callback`.
  func onName(_ choice: NameChoice?, in context: Pointer) { _ = contextSetCallback(context, 53, choice) }

  /// `SSL_CTX_set_session_cache_mode` with `SSL_SESS_CACHE_OFF`, and `SSL_OP_NO_TICKET`.
  func keepNoSessions(in context: Pointer) {
    _ = contextControl(context, 44, 0, nil)
    _ = contextSetOptions(context, 1 << 14)
  }

  /// `SSL_total_renegotiations`: how many handshakes have begun after the first.
  func renegotiations(of connection: Pointer) -> Int { connectionControl(connection, 12, 0, nil) }

  /// `SSL_TLSEXT_ERR_ALERT_FATAL`.
  static let fatalAlert: Int32 = 2

  /// `BIO_pending`: how many bytes are in a stream in memory.
  func pending(_ stream: Pointer) -> Int { streamControl(stream, 10, 0, nil) }
}
