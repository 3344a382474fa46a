import FTPSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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

  private let ssl: SharedLibrary
  private let crypto: SharedLibrary

  // The contexts.
  let clientMethod: Method
  let serverMethod: Method
  let contextNew: Make
  let contextFree: Release
  let contextControl: Control
  let contextSetCiphers: SetText
  let contextSetCiphersuites: SetText
  let contextSetALPN: @convention(c) (Pointer?, UnsafePointer<UInt8>?, UInt32) -> Int32
  let contextOnALPN: @convention(c) (Pointer?, ProtocolChoice?, UnsafeMutableRawPointer?) -> Void
  let contextUseCertificates: SetText
  let contextUseKey: @convention(c) (Pointer?, UnsafePointer<CChar>?, Int32) -> Int32
  let contextUseCertificate: SetPointer
  let contextUsePrivateKey: SetPointer
  let contextCheckKey: Ask
  let contextLoadAuthorities: @convention(c) (Pointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32
  let contextUseSystemAuthorities: Ask
  let contextSetVerification: @convention(c) (Pointer?, Int32, Verification?) -> Void
  let contextOnNewSession: @convention(c) (Pointer?, NewSession?) -> Void
  let contextOnKeys: @convention(c) (Pointer?, KeyLog?) -> Void
  let contextSetSessionName: @convention(c) (Pointer?, UnsafePointer<UInt8>?, UInt32) -> Int32
  let contextSetTickets: @convention(c) (Pointer?, Int) -> Int32
  let contextSetOptions: @convention(c) (Pointer?, UInt64) -> UInt64
  let contextSetCallback: @convention(c) (Pointer?, Int32, NameChoice?) -> Int

  // The connections.
  let connectionNew: Make
  let connectionFree: Release
  let connectionControl: Control
  let setConnecting: Release
  let setAccepting: Release
  let setStreams: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void
  let setHost: SetText
  let setHostFlags: @convention(c) (Pointer?, UInt32) -> Void
  let verificationParameters: Make
  let setAddress: SetText
  let doHandshake: Ask
  let isHandshakeOver: Ask
  let read: Transfer
  let write: Send
  let shutDown: Ask
  let renegotiate: Ask
  let isRenegotiating: Ask
  /// Requests one more ticket; missing in 1.1.
  let newTicket: Ask?
  let shutdownState: Ask
  let errorOf: @convention(c) (Pointer?, Int32) -> Int32
  let protocolOf: Text
  let cipherOf: Make
  let cipherName: Text
  let wasResumed: Ask
  let verificationOf: AskLong
  let peerCertificate: Make
  let setSession: SetPointer
  let setSessionName: @convention(c) (Pointer?, UnsafePointer<UInt8>?, UInt32) -> Int32
  let askedName: @convention(c) (Pointer?, Int32) -> UnsafePointer<CChar>?
  let setContext: @convention(c) (Pointer?, Pointer?) -> Pointer?
  let sessionFree: Release
  let sessionCopy: Make
  let sessionIsResumable: Ask
  let chosenALPN:
    @convention(c) (Pointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt32>?) ->
      Void
  let setOwner: @convention(c) (Pointer?, Int32, UnsafeMutableRawPointer?) -> Int32
  let ownerOf: @convention(c) (Pointer?, Int32) -> UnsafeMutableRawPointer?
  /// The index at which connections keep their owner.
  let ownerIndex: Int32

  // The streams in memory.
  let memoryStream: Method
  let streamNew: Make
  let streamFree: Ask
  let streamRead: Transfer
  let streamWrite: Send
  let streamControl: Control

  // A verification in progress.
  let verifiedConnection: @convention(c) (Pointer?, Int32) -> Pointer?
  let verifiedCertificate: Make
  /// The index at which a verification keeps its connection.
  let verificationIndex: Int32

  // Errors.
  let clearErrors: @convention(c) () -> Void
  let nextError: @convention(c) () -> UInt
  let errorText: @convention(c) (UInt, UnsafeMutablePointer<CChar>?, Int) -> Void
  let errorReason: @convention(c) (UInt) -> UnsafePointer<CChar>?
  let verificationText: @convention(c) (Int) -> UnsafePointer<CChar>?

  /// The functions for certificates, which are seldom needed.
  let certificates: CertificateFunctions

  /// The library, loaded on first use.
  ///
  /// The error says what to install if there is none.
  static func load() throws(TLSUnavailable) -> OpenSSL { try loaded.get() }

  /// `OPENSSL_INIT_NO_ATEXIT`.
  private static let withoutExitHandler: UInt64 = 0x0008_0000

  private static let loaded: Result<OpenSSL, TLSUnavailable> = {
    do throws(TLSUnavailable) { return .success(try OpenSSL()) } catch { return .failure(error) }
  }()

  private init() throws(TLSUnavailable) {
    let (ssl, crypto) = try SharedLibrary.openSSL()
    self.ssl = ssl
    self.crypto = crypto
    name = ssl.name
    do throws(SharedLibrary.MissingSymbol) {
      // This must come first. Sessions may still be in progress on other threads when the process ends, so nothing may
      // be torn down under them.
      let begin: @convention(c) (UInt64, Pointer?) -> Int32 = try ssl("OPENSSL_init_ssl")
      _ = begin(Self.withoutExitHandler, nil)
      clientMethod = try ssl("TLS_client_method")
      serverMethod = try ssl("TLS_server_method")
      contextNew = try ssl("SSL_CTX_new")
      contextFree = try ssl("SSL_CTX_free")
      contextControl = try ssl("SSL_CTX_ctrl")
      contextSetCiphers = try ssl("SSL_CTX_set_cipher_list")
      contextSetCiphersuites = try ssl("SSL_CTX_set_ciphersuites")
      contextSetALPN = try ssl("SSL_CTX_set_alpn_protos")
      contextOnALPN = try ssl("SSL_CTX_set_alpn_select_cb")
      contextUseCertificates = try ssl("SSL_CTX_use_certificate_chain_file")
      contextUseKey = try ssl("SSL_CTX_use_PrivateKey_file")
      contextUseCertificate = try ssl("SSL_CTX_use_certificate")
      contextUsePrivateKey = try ssl("SSL_CTX_use_PrivateKey")
      contextCheckKey = try ssl("SSL_CTX_check_private_key")
      contextLoadAuthorities = try ssl("SSL_CTX_load_verify_locations")
      contextUseSystemAuthorities = try ssl("SSL_CTX_set_default_verify_paths")
      contextSetVerification = try ssl("SSL_CTX_set_verify")
      contextOnNewSession = try ssl("SSL_CTX_sess_set_new_cb")
      contextOnKeys = try ssl("SSL_CTX_set_keylog_callback")
      contextSetSessionName = try ssl("SSL_CTX_set_session_id_context")
      contextSetTickets = try ssl("SSL_CTX_set_num_tickets")
      contextSetOptions = try ssl("SSL_CTX_set_options")
      contextSetCallback = try ssl("SSL_CTX_callback_ctrl")
      connectionNew = try ssl("SSL_new")
      connectionFree = try ssl("SSL_free")
      connectionControl = try ssl("SSL_ctrl")
      setConnecting = try ssl("SSL_set_connect_state")
      setAccepting = try ssl("SSL_set_accept_state")
      setStreams = try ssl("SSL_set_bio")
      setHost = try ssl("SSL_set1_host")
      setHostFlags = try ssl("SSL_set_hostflags")
      verificationParameters = try ssl("SSL_get0_param")
      setAddress = try crypto("X509_VERIFY_PARAM_set1_ip_asc")
      doHandshake = try ssl("SSL_do_handshake")
      isHandshakeOver = try ssl("SSL_is_init_finished")
      read = try ssl("SSL_read")
      write = try ssl("SSL_write")
      shutDown = try ssl("SSL_shutdown")
      renegotiate = try ssl("SSL_renegotiate")
      isRenegotiating = try ssl("SSL_renegotiate_pending")
      newTicket = try? ssl("SSL_new_session_ticket")
      shutdownState = try ssl("SSL_get_shutdown")
      errorOf = try ssl("SSL_get_error")
      protocolOf = try ssl("SSL_get_version")
      cipherOf = try ssl("SSL_get_current_cipher")
      cipherName = try ssl("SSL_CIPHER_get_name")
      wasResumed = try ssl("SSL_session_reused")
      verificationOf = try ssl("SSL_get_verify_result")
      // The first name is used since 3.0.
      peerCertificate = try ssl("SSL_get1_peer_certificate", or: "SSL_get_peer_certificate")
      setSession = try ssl("SSL_set_session")
      setSessionName = try ssl("SSL_set_session_id_context")
      askedName = try ssl("SSL_get_servername")
      setContext = try ssl("SSL_set_SSL_CTX")
      sessionFree = try ssl("SSL_SESSION_free")
      sessionCopy = try ssl("SSL_SESSION_dup")
      sessionIsResumable = try ssl("SSL_SESSION_is_resumable")
      chosenALPN = try ssl("SSL_get0_alpn_selected")
      setOwner = try ssl("SSL_set_ex_data")
      ownerOf = try ssl("SSL_get_ex_data")
      memoryStream = try crypto("BIO_s_mem")
      streamNew = try crypto("BIO_new")
      streamFree = try crypto("BIO_free")
      streamRead = try crypto("BIO_read")
      streamWrite = try crypto("BIO_write")
      streamControl = try crypto("BIO_ctrl")
      verifiedConnection = try crypto("X509_STORE_CTX_get_ex_data")
      verifiedCertificate = try crypto("X509_STORE_CTX_get0_cert")
      let index: @convention(c) () -> Int32 = try ssl("SSL_get_ex_data_X509_STORE_CTX_idx")
      verificationIndex = index()
      clearErrors = try crypto("ERR_clear_error")
      nextError = try crypto("ERR_get_error")
      errorText = try crypto("ERR_error_string_n")
      errorReason = try crypto("ERR_reason_error_string")
      verificationText = try crypto("X509_verify_cert_error_string")
      certificates = try CertificateFunctions(crypto)

      let makeIndex:
        @convention(c) (Int32, Int, UnsafeMutableRawPointer?, Pointer?, Pointer?, Pointer?) -> Int32 =
          try crypto(
            "CRYPTO_get_ex_new_index")
      ownerIndex = makeIndex(Self.connectionsIndexClass, 0, nil, nil, nil, nil)
      let versionText: @convention(c) (Int32) -> UnsafePointer<CChar>? = try crypto("OpenSSL_version")
      version = versionText(0).map { String(cString: $0) } ?? ssl.name
    } catch {
      throw TLSUnavailable("\(ssl.name) cannot be used: it has no \(error.name)")
    }
  }

  /// The library's pending errors, the oldest first, which are then cleared.
  func takeErrors() -> [String] {
    var texts: [String] = []
    while case let code = nextError(), code != 0 {
      if let reason = errorReason(code) {
        texts.append(String(cString: reason))
      } else {
        var buffer = [CChar](repeating: 0, count: 256)
        errorText(code, &buffer, buffer.count)
        texts.append(String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
    }
    return texts
  }
}

/// This machine has no usable library for TLS; the text says what to install.
package struct TLSUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
