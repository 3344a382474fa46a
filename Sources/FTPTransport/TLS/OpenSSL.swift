import LibC

/// The functions of the system's OpenSSL used here, found at run time: nothing is linked, so that a program without TLS
/// needs no library.
///
/// The macros of OpenSSL's headers are in `OpenSSL+Macros.swift`.
final class OpenSSL: Sendable {
  typealias Pointer = OpaquePointer
  typealias Method = @convention(c) () -> Pointer?
  typealias Make = @convention(c) (Pointer?) -> Pointer?
  typealias Release = @convention(c) (Pointer?) -> Void
  typealias Ask = @convention(c) (Pointer?) -> Int32
  typealias AskLong = @convention(c) (Pointer?) -> Int
  typealias Text = @convention(c) (Pointer?) -> UnsafePointer<CChar>?
  typealias Transfer = @convention(c) (Pointer?, UnsafeMutableRawPointer?, Int32) -> Int32
  typealias Send = @convention(c) (Pointer?, UnsafeRawPointer?, Int32) -> Int32
  typealias SetText = @convention(c) (Pointer?, UnsafePointer<CChar>?) -> Int32
  typealias SetPointer = @convention(c) (Pointer?, Pointer?) -> Int32
  typealias Control = @convention(c) (Pointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int
  /// Called with a connection and a session that may be resumed later; 1 keeps the session.
  typealias NewSession = @convention(c) (Pointer?, Pointer?) -> Int32
  /// Called with the verdict on a certificate, and its context; 1 accepts it.
  typealias Verification = @convention(c) (Int32, Pointer?) -> Int32
  /// Called with a connection whose client may have named a host; 0 continues.
  typealias NameChoice = @convention(c) (Pointer?, UnsafeMutablePointer<Int32>?, Pointer?) -> Int32
  /// Called with a line of a key log.
  typealias KeyLog = @convention(c) (Pointer?, UnsafePointer<CChar>?) -> Void
  /// Called with the protocols that a client offers by ALPN, and selects one; 0 if it has.
  typealias ProtocolChoice =
    @convention(c) (
      Pointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
      UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
    ) -> Int32

  /// The file that was loaded, such as `libssl.so.3`.
  let name: String
  /// The library's version text, such as `OpenSSL 3.0.19 27 Jan 2026`.
  let version: String

  // The contexts.
  let clientMethod: Method = symbol("TLS_client_method")
  let serverMethod: Method = symbol("TLS_server_method")
  let contextNew: Make = symbol("SSL_CTX_new")
  let contextFree: Release = symbol("SSL_CTX_free")
  let contextControl: Control = symbol("SSL_CTX_ctrl")
  let contextSetCiphers: SetText = symbol("SSL_CTX_set_cipher_list")
  let contextSetCiphersuites: SetText = symbol("SSL_CTX_set_ciphersuites")
  let contextSetALPN: @convention(c) (Pointer?, UnsafePointer<UInt8>?, UInt32) -> Int32 = symbol(
    "SSL_CTX_set_alpn_protos")
  let contextOnALPN: @convention(c) (Pointer?, ProtocolChoice?, UnsafeMutableRawPointer?) -> Void = symbol(
    "SSL_CTX_set_alpn_select_cb")
  let contextUseCertificates: SetText = symbol("SSL_CTX_use_certificate_chain_file")
  let contextUseKey: @convention(c) (Pointer?, UnsafePointer<CChar>?, Int32) -> Int32 = symbol(
    "SSL_CTX_use_PrivateKey_file")
  let contextUseCertificate: SetPointer = symbol("SSL_CTX_use_certificate")
  let contextUsePrivateKey: SetPointer = symbol("SSL_CTX_use_PrivateKey")
  let contextCheckKey: Ask = symbol("SSL_CTX_check_private_key")
  let contextLoadAuthorities:
    @convention(c) (Pointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32 = symbol(
      "SSL_CTX_load_verify_locations")
  let contextUseSystemAuthorities: Ask = symbol("SSL_CTX_set_default_verify_paths")
  let contextSetVerification: @convention(c) (Pointer?, Int32, Verification?) -> Void = symbol(
    "SSL_CTX_set_verify")
  let contextOnNewSession: @convention(c) (Pointer?, NewSession?) -> Void = symbol("SSL_CTX_sess_set_new_cb")
  let contextOnKeys: @convention(c) (Pointer?, KeyLog?) -> Void = symbol("SSL_CTX_set_keylog_callback")
  let contextSetSessionName: @convention(c) (Pointer?, UnsafePointer<UInt8>?, UInt32) -> Int32 = symbol(
    "SSL_CTX_set_session_id_context")
  let contextSetTickets: @convention(c) (Pointer?, Int) -> Int32 = symbol("SSL_CTX_set_num_tickets")
  let contextSetOptions: @convention(c) (Pointer?, UInt64) -> UInt64 = symbol("SSL_CTX_set_options")
  let contextSetCallback: @convention(c) (Pointer?, Int32, NameChoice?) -> Int = symbol(
    "SSL_CTX_callback_ctrl")

  // The connections.
  let connectionNew: Make = symbol("SSL_new")
  let connectionFree: Release = symbol("SSL_free")
  let connectionControl: Control = symbol("SSL_ctrl")
  let setConnecting: Release = symbol("SSL_set_connect_state")
  let setAccepting: Release = symbol("SSL_set_accept_state")
  let setStreams: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void = symbol("SSL_set_bio")
  let setHost: SetText = symbol("SSL_set1_host")
  let setHostFlags: @convention(c) (Pointer?, UInt32) -> Void = symbol("SSL_set_hostflags")
  let verificationParameters: Make = symbol("SSL_get0_param")
  let setAddress: SetText = symbol("X509_VERIFY_PARAM_set1_ip_asc")
  let doHandshake: Ask = symbol("SSL_do_handshake")
  let read: Transfer = symbol("SSL_read")
  let write: Send = symbol("SSL_write")
  let shutDown: Ask = symbol("SSL_shutdown")
  let renegotiate: Ask = symbol("SSL_renegotiate")
  let isRenegotiating: Ask = symbol("SSL_renegotiate_pending")
  /// Requests one more ticket; missing in 1.1.
  let newTicket: Ask? = optionalSymbol("SSL_new_session_ticket")
  let errorOf: @convention(c) (Pointer?, Int32) -> Int32 = symbol("SSL_get_error")
  let protocolOf: Text = symbol("SSL_get_version")
  let cipherOf: Make = symbol("SSL_get_current_cipher")
  let cipherName: Text = symbol("SSL_CIPHER_get_name")
  let wasResumed: Ask = symbol("SSL_session_reused")
  let verificationOf: AskLong = symbol("SSL_get_verify_result")
  // The first name is used since 3.0.
  let peerCertificate: Make = symbol("SSL_get1_peer_certificate", or: "SSL_get_peer_certificate")
  let setSession: SetPointer = symbol("SSL_set_session")
  let setSessionName: @convention(c) (Pointer?, UnsafePointer<UInt8>?, UInt32) -> Int32 = symbol(
    "SSL_set_session_id_context")
  let askedName: @convention(c) (Pointer?, Int32) -> UnsafePointer<CChar>? = symbol("SSL_get_servername")
  let setContext: @convention(c) (Pointer?, Pointer?) -> Pointer? = symbol("SSL_set_SSL_CTX")
  let sessionFree: Release = symbol("SSL_SESSION_free")
  let sessionCopy: Make = symbol("SSL_SESSION_dup")
  let sessionIsResumable: Ask = symbol("SSL_SESSION_is_resumable")
  let chosenALPN:
    @convention(c) (Pointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt32>?) ->
      Void = symbol("SSL_get0_alpn_selected")
  let setOwner: @convention(c) (Pointer?, Int32, UnsafeMutableRawPointer?) -> Int32 = symbol(
    "SSL_set_ex_data")
  let ownerOf: @convention(c) (Pointer?, Int32) -> UnsafeMutableRawPointer? = symbol("SSL_get_ex_data")
  /// The index at which connections keep their owner.
  let ownerIndex: Int32

  // The streams in memory.
  let memoryStream: Method = symbol("BIO_s_mem")
  let streamNew: Make = symbol("BIO_new")
  let streamFree: Ask = symbol("BIO_free")
  let streamRead: Transfer = symbol("BIO_read")
  let streamWrite: Send = symbol("BIO_write")
  let streamControl: Control = symbol("BIO_ctrl")

  // A verification in progress.
  let verifiedConnection: @convention(c) (Pointer?, Int32) -> Pointer? = symbol("X509_STORE_CTX_get_ex_data")
  let verifiedCertificate: Make = symbol("X509_STORE_CTX_get0_cert")
  /// The index at which a verification keeps its connection.
  let verificationIndex: Int32

  // Errors.
  let clearErrors: @convention(c) () -> Void = symbol("ERR_clear_error")
  let nextError: @convention(c) () -> UInt = symbol("ERR_get_error")
  let errorText: @convention(c) (UInt, UnsafeMutablePointer<CChar>?, Int) -> Void = symbol(
    "ERR_error_string_n")
  let errorReason: @convention(c) (UInt) -> UnsafePointer<CChar>? = symbol("ERR_reason_error_string")
  let verificationText: @convention(c) (Int) -> UnsafePointer<CChar>? = symbol(
    "X509_verify_cert_error_string")

  /// The functions for certificates, which are seldom needed.
  let certificates = CertificateFunctions()

  /// The library, loaded on first use.
  ///
  /// The error says what to install if there is none.
  static func load() throws(TLSUnavailable) -> OpenSSL { try loaded.get() }

  /// `OPENSSL_INIT_NO_ATEXIT`.
  private static let withoutExitHandler: UInt64 = 0x0008_0000

  private static let loaded: Result<OpenSSL, TLSUnavailable> = {
    do throws(TLSUnavailable) { return .success(try OpenSSL(try SharedLibrary.openSSL.get())) } catch {
      return .failure(error)
    }
  }()

  private init(_ library: SharedLibrary) throws(TLSUnavailable) {
    name = library.name
    // This must come first. Sessions may still be in progress on other threads when the process ends, so nothing may
    // be torn down under them.
    let begin: @convention(c) (UInt64, Pointer?) -> Int32 = symbol("OPENSSL_init_ssl")
    let index: @convention(c) () -> Int32 = symbol("SSL_get_ex_data_X509_STORE_CTX_idx")
    let makeIndex:
      @convention(c) (Int32, Int, UnsafeMutableRawPointer?, Pointer?, Pointer?, Pointer?) -> Int32 = symbol(
        "CRYPTO_get_ex_new_index")
    let versionText: @convention(c) (Int32) -> UnsafePointer<CChar>? = symbol("OpenSSL_version")
    if let missing = SharedLibrary.firstMissing {
      throw TLSUnavailable("\(library.name) cannot be used: it has no \(missing)")
    }
    _ = begin(Self.withoutExitHandler, nil)
    verificationIndex = index()
    ownerIndex = makeIndex(Self.connectionsIndexClass, 0, nil, nil, nil, nil)
    version = versionText(0).map { String(cString: $0) } ?? library.name
  }

  /// The library's pending errors, the oldest first, which are then cleared.
  func takeErrors() -> [RecordLayerError] {
    var errors: [RecordLayerError] = []
    while case let code = nextError(), code != 0 {
      if let reason = errorReason(code) {
        errors.append(RecordLayerError(String(cString: reason), TLSReason(code: code)))
      } else {
        var buffer = [CChar](repeating: 0, count: 256)
        errorText(code, &buffer, buffer.count)
        errors.append(
          RecordLayerError(
            String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)))
      }
    }
    return errors
  }
}

/// This machine has no usable library for TLS; the text says what to install.
package struct TLSUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
