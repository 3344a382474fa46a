import FTPProtocol

/// TLS as the record layer of a connection: OpenSSL between two streams in memory, so that sockets, deadlines and
/// faults stay with the connection.
package struct TLSLayer: RecordLayer {
  private let connection: Connection

  init(
    _ context: TLSContext, host: String?, _ sessions: TLSSessions?, group: String?
  ) throws(TLSSetupError) {
    connection = try Connection(context, host: host, sessions)
    if let group { connection.resumeOnly(group) }
  }

  /// The result of the handshake; nil while it is in progress.
  package var handshake: TLSHandshake? { connection.isEstablished ? connection.handshake : nil }

  /// The host that the client named in the handshake (RFC 6066, section 3), or nil.
  package var serverName: String? { connection.serverName }

  package var isEstablished: Bool { connection.isEstablished }
  package var hasPeerClosed: Bool { connection.hasPeerClosed }

  package mutating func begin(_ output: inout [UInt8]) {
    // An error recurs with the first bytes.
    if connection.tls.side == .client { try? connection.goOn(&output) }
  }

  package mutating func open(
    _ bytes: Span<UInt8>, into plain: inout [UInt8], answering output: inout [UInt8]
  ) throws(RecordLayerError) -> Int {
    try connection.open(bytes, into: &plain, answering: &output)
  }

  package mutating func seal(
    _ bytes: Span<UInt8>, into output: inout [UInt8]
  ) throws(RecordLayerError) -> Int {
    try connection.seal(bytes, into: &output)
  }

  package mutating func close(_ output: inout [UInt8]) { connection.close(&output) }

  /// Makes a server request another handshake, which exists up to TLS 1.2.
  package func askForHandshake(_ output: inout [UInt8]) { connection.askForHandshake(&output) }

  /// Makes a server send one more ticket (TLS 1.3).
  package func giveTicket(_ output: inout [UInt8]) { connection.giveTicket(&output) }

  /// How many handshakes have begun after the first.
  package var renegotiations: Int { connection.renegotiations }

  /// Whether another handshake was requested and is not complete (TLS 1.2).
  package var isRenegotiating: Bool { connection.isRenegotiating }
}

extension TLSLayer {
  /// A connection of the library.
  ///
  /// Only one thread at a time uses it, which the owner of the layer ensures.
  final class Connection: @unchecked Sendable {
    let tls: TLSContext
    let sessions: TLSSessions?
    private let host: String?
    private let ssl: OpenSSL.Pointer
    /// The buffers for received bytes and bytes to send; both belong to `ssl`.
    private let input: OpenSSL.Pointer
    private let output: OpenSSL.Pointer
    private(set) var isEstablished = false
    private(set) var hasPeerClosed = false

    /// The certificate that was not accepted.
    private var refused: TLSCertificate?
    /// The first received bytes, to show what the peer sent instead of TLS.
    private var first: [UInt8] = []

    private var openSSL: OpenSSL { tls.openSSL }

    init(_ context: TLSContext, host: String?, _ sessions: TLSSessions?) throws(TLSSetupError) {
      let openSSL = context.openSSL
      openSSL.clearErrors()
      if context.side == .client, context.settings.verifiesPeer, host == nil {
        throw TLSSetupError("a certificate cannot be verified without the name of the host")
      }
      guard let ssl = openSSL.connectionNew(context.context) else {
        throw context.failure("cannot create a TLS connection")
      }
      guard let input = openSSL.streamNew(openSSL.memoryStream()),
        let output = openSSL.streamNew(openSSL.memoryStream())
      else {
        openSSL.connectionFree(ssl)
        throw context.failure("out of memory for TLS")
      }
      openSSL.setStreams(ssl, input, output)
      tls = context
      self.host = host
      self.sessions = sessions
      self.ssl = ssl
      self.input = input
      self.output = output
      _ = openSSL.setOwner(ssl, openSSL.ownerIndex, Unmanaged.passUnretained(self).toOpaque())
      guard context.side == .client else {
        openSSL.setAccepting(ssl)
        return
      }
      openSSL.setConnecting(ssl)
      if let host { try name(host) }
      sessions?.resume(on: ssl)
    }

    deinit { openSSL.connectionFree(ssl) }

    /// The connection that the library passes.
    static func owner(of ssl: OpenSSL.Pointer?) -> Connection? {
      guard let openSSL = try? OpenSSL.load(), let owner = openSSL.ownerOf(ssl, openSSL.ownerIndex) else {
        return nil
      }
      return Unmanaged<Connection>.fromOpaque(owner).takeUnretainedValue()
    }

    /// Keeps the certificate that a verification does not accept: the library forgets it.
    static func noteRefused(by verification: OpenSSL.Pointer?) {
      guard let openSSL = try? OpenSSL.load(),
        let owner = owner(of: openSSL.verifiedConnection(verification, openSSL.verificationIndex)),
        let certificate = openSSL.verifiedCertificate(verification)
      else { return }
      owner.refused = TLSCertificate(certificate, openSSL)
    }

    /// Sets the host of the connection.
    ///
    /// An address is never sent as a name (RFC 6066, section 3).
    private func name(_ host: String) throws(TLSSetupError) {
      let isAddress = SocketAddress(host: host, port: 0) != nil
      if !isAddress { openSSL.setServerName(host, of: ssl) }
      guard tls.settings.verifiesPeer else { return }
      // A name that is only in the subject does not count (RFC 9525, section 2).
      openSSL.setHostFlags(ssl, OpenSSL.ignoresSubject)
      let isSet =
        isAddress
        ? openSSL.setAddress(openSSL.verificationParameters(ssl), host) : openSSL.setHost(ssl, host)
      guard isSet == 1 else { throw tls.failure("'\(host)' cannot be the host of a certificate") }
    }

    /// Allows resuming only sessions of the same group.
    func resumeOnly(_ group: String) {
      let name = Array(group.utf8.prefix(32))
      _ = openSSL.setSessionName(ssl, name, UInt32(name.count))
    }

    /// The host that the client has named.
    var serverName: String? {
      openSSL.askedName(ssl, 0).map { Escaping.ascii(String(cString: $0).utf8, limit: 255) }
    }

    /// Uses the certificate of the host that the client named, if there is one.
    func chooseHost() {
      guard let name = serverName, let other = tls.host(name) else { return }
      _ = openSSL.setContext(ssl, other.context)
    }

    /// The result of the handshake.
    var handshake: TLSHandshake {
      var name: UnsafePointer<UInt8>?
      var count: UInt32 = 0
      openSSL.chosenALPN(ssl, &name, &count)
      let chosen = UnsafeBufferPointer(start: name, count: Int(count))
      return TLSHandshake(
        version: openSSL.protocolOf(ssl).map { String(cString: $0) } ?? "",
        cipher: openSSL.cipherName(openSSL.cipherOf(ssl)).map { String(cString: $0) } ?? "",
        isResumed: openSSL.wasResumed(ssl) == 1,
        applicationProtocol: chosen.isEmpty ? nil : String(decoding: chosen, as: UTF8.self),
        certificate: peerCertificate)
    }

    private var peerCertificate: TLSCertificate? {
      guard let certificate = openSSL.peerCertificate(ssl) else { return nil }
      defer { openSSL.certificates.free(certificate) }
      return TLSCertificate(certificate, openSSL)
    }
  }
}

// Steps.
extension TLSLayer.Connection {
  /// Continues the handshake as far as the received bytes allow.
  func goOn(_ answer: inout [UInt8]) throws(RecordLayerError) {
    guard !isEstablished else { return }
    openSSL.clearErrors()
    let status = openSSL.doHandshake(ssl)
    let error = status == 1 ? OpenSSL.StepError.none : openSSL.errorOf(ssl, status)
    drain(into: &answer)
    switch error {
    case OpenSSL.StepError.none: isEstablished = true
    case OpenSSL.StepError.wantsRead, OpenSSL.StepError.wantsWrite: break
    case OpenSSL.StepError.closed: hasPeerClosed = true
    default: throw refusal()
    }
  }

  func open(
    _ bytes: Span<UInt8>, into plain: inout [UInt8], answering answer: inout [UInt8]
  ) throws(RecordLayerError) -> Int {
    bytes.withUnsafeBytes { bytes in
      if !isEstablished, first.count < Self.mostShown { first += bytes.prefix(Self.mostShown - first.count) }
      _ = openSSL.streamWrite(input, bytes.baseAddress, Int32(clamping: bytes.count))
    }
    defer { drain(into: &answer) }
    try goOn(&answer)
    guard isEstablished else { return bytes.count }
    var error = OpenSSL.StepError.none
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 16) { buffer in
      while error == OpenSSL.StepError.none {
        openSSL.clearErrors()
        let count = openSSL.read(ssl, buffer.baseAddress, Int32(buffer.count))
        if count > 0 {
          plain.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<Int(count)]))
        } else {
          error = openSSL.errorOf(ssl, count)
        }
      }
    }
    switch error {
    case OpenSSL.StepError.wantsRead, OpenSSL.StepError.wantsWrite: return bytes.count
    case OpenSSL.StepError.closed:
      hasPeerClosed = true
      return max(0, bytes.count - openSSL.pending(input))
    default: throw refusal()
    }
  }

  func seal(_ bytes: Span<UInt8>, into sealed: inout [UInt8]) throws(RecordLayerError) -> Int {
    guard isEstablished else { return 0 }
    var taken = 0
    var error = OpenSSL.StepError.none
    bytes.withUnsafeBytes { bytes in
      while taken < bytes.count, error == OpenSSL.StepError.none {
        openSSL.clearErrors()
        let rest = UnsafeRawBufferPointer(rebasing: bytes[taken...])
        let count = openSSL.write(ssl, rest.baseAddress, Int32(clamping: rest.count))
        if count > 0 { taken += Int(count) } else { error = openSSL.errorOf(ssl, count) }
      }
    }
    drain(into: &sealed)
    switch error {
    case OpenSSL.StepError.none, OpenSSL.StepError.wantsRead, OpenSSL.StepError.wantsWrite: return taken
    default: throw refusal()
    }
  }

  func close(_ answer: inout [UInt8]) {
    openSSL.clearErrors()
    _ = openSSL.shutDown(ssl)
    drain(into: &answer)
  }

  func askForHandshake(_ request: inout [UInt8]) {
    openSSL.clearErrors()
    if openSSL.renegotiate(ssl) == 1 { _ = openSSL.doHandshake(ssl) }
    drain(into: &request)
  }

  func giveTicket(_ ticket: inout [UInt8]) {
    openSSL.clearErrors()
    if openSSL.newTicket?(ssl) == 1 { _ = openSSL.doHandshake(ssl) }
    drain(into: &ticket)
  }

  var renegotiations: Int { openSSL.renegotiations(of: ssl) }
  var isRenegotiating: Bool { openSSL.isRenegotiating(ssl) == 1 }

  /// Moves the bytes to send.
  private func drain(into bytes: inout [UInt8]) {
    let count = openSSL.pending(output)
    guard count > 0 else { return }
    let records = [UInt8](unsafeUninitializedCapacity: count) { room, taken in
      taken = max(0, Int(openSSL.streamRead(output, room.baseAddress, Int32(clamping: count))))
    }
    // Handed over if nothing waits, otherwise copied after the waiting bytes.
    if bytes.isEmpty { bytes = records } else { bytes += records }
  }

  /// The most bytes that are shown if they are not TLS.
  private static let mostShown = 60

  /// Why a step was refused, in words.
  private func refusal() -> RecordLayerError {
    let errors = openSSL.takeErrors()
    let verification = openSSL.verificationOf(ssl)
    guard verification == OpenSSL.verified || !tls.settings.verifiesPeer else {
      let reason =
        openSSL.verificationText(verification).map { String(cString: $0) } ?? "error \(verification)"
      let asked = host.map { " for \(Escaping.ascii($0.utf8, limit: 100))" } ?? ""
      return RecordLayerError(
        "the certificate is rejected\(asked): \(reason)"
          + (refused.map { " (\($0))" } ?? ""))
    }
    if !isEstablished, let type = first.first, !(20...23).contains(type) {
      let line = first.prefix { $0 != 0x0D && $0 != 0x0A }
      return RecordLayerError("the peer sent something other than TLS: '\(Escaping.ascii(line, limit: 200))'")
    }
    let error = errors.last ?? RecordLayerError("the step failed")
    let hint = error.reason?.isAboutVersion == true ? "; this side supports \(tls.settings.versions)" : ""
    return RecordLayerError("TLS: \(error)\(hint)", error.reason)
  }
}
