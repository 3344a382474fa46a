/// The common settings of the connections of one end: versions, certificates, trust.
///
/// Made once, used from any thread.
package final class TLSContext: @unchecked Sendable {
  /// The role of this end in the handshake.
  package let side: RecordLayers.Side
  let settings: TLSSettings
  let openSSL: OpenSSL
  let context: OpenSSL.Pointer
  /// The certificates for clients that name a host, by its name in lower case.
  private let hosts: [String: TLSContext]
  /// The protocol that a server selects by ALPN; the library reads it from here.
  private let takenProtocol: UnsafeMutableBufferPointer<UInt8>

  /// Reads the files of the settings.
  ///
  /// - Parameters:
  ///   - side: the side that it is for.
  ///   - settings: what the user has asked for.
  ///   - hosts: the certificates for clients that name one of these hosts, in lower case, in the handshake.
  /// - Throws: if there is no library, or one of the settings is not available.
  package init(
    _ side: RecordLayers.Side, _ settings: TLSSettings, hosts: [String: TLSContext] = [:]
  ) throws(TLSSetupError) {
    do throws(TLSUnavailable) { openSSL = try OpenSSL.load() } catch { throw TLSSetupError(error) }
    openSSL.clearErrors()
    guard
      let context = openSSL.contextNew(side == .client ? openSSL.clientMethod() : openSSL.serverMethod())
    else {
      throw TLSSetupError(
        "\(openSSL.name) cannot create a context: \(openSSL.takeErrors().map(\.description).joined(separator: "; "))"
      )
    }
    self.side = side
    self.settings = settings
    self.context = context
    self.hosts = hosts
    var taken: [UInt8] = []
    if case .takes(let name)? = settings.protocolAnswer { taken = Array(name.utf8.prefix(255)) }
    takenProtocol = .allocate(capacity: taken.count)
    _ = takenProtocol.initialize(from: taken)
    try setVersions()
    try setCiphers()
    try setCertificates()
    setProtocolAnswer()
    setSessions()
    if settings.keyLog != nil {
      openSSL.contextOnKeys(context) { connection, line in
        guard let line, let owner = TLSLayer.Connection.owner(of: connection) else { return }
        owner.tls.settings.keyLog?(String(cString: line))
      }
    }
  }

  deinit {
    openSSL.contextFree(context)
    takenProtocol.deallocate()
  }

  private func setVersions() throws(TLSSetupError) {
    if let maximum = settings.maximum, maximum < settings.minimum {
      throw TLSSetupError("the oldest allowed version of TLS is newer than the newest")
    }
    openSSL.setMinimum(settings.minimum, of: context)
    if let maximum = settings.maximum { openSSL.setMaximum(maximum, of: context) }
    openSSL.setModes(of: context)
  }

  private func setCiphers() throws(TLSSetupError) {
    if let ciphers = settings.ciphers {
      // TLS 1.3 has a separate list of ciphers.
      let isNew = ciphers.hasPrefix("TLS_")
      guard (isNew ? openSSL.contextSetCiphersuites : openSSL.contextSetCiphers)(context, ciphers) == 1 else {
        throw failure("the ciphers '\(ciphers)' are unknown")
      }
    }
    guard !settings.applicationProtocols.isEmpty else { return }
    let list = settings.applicationProtocols.flatMap { [UInt8(clamping: $0.utf8.count)] + $0.utf8 }
    _ = openSSL.contextSetALPN(context, list, UInt32(list.count))
  }

  private func setProtocolAnswer() {
    guard settings.protocolAnswer != nil else { return }
    openSSL.contextOnALPN(
      context,
      { connection, name, count, _, _, _ in
        guard let tls = TLSLayer.Connection.owner(of: connection)?.tls,
          case .takes? = tls.settings.protocolAnswer
        else { return OpenSSL.fatalAlert }
        name?.pointee = tls.takenProtocol.baseAddress.map { UnsafePointer($0) }
        count?.pointee = UInt8(clamping: tls.takenProtocol.count)
        return 0
      }, nil)
  }

  private func setCertificates() throws(TLSSetupError) {
    if let identity = settings.identity { try identity.use(in: self) }
    if side == .server, settings.asksForCertificate {
      return openSSL.contextSetVerification(context, OpenSSL.verifiesPeer) { _, _ in 1 }
    }
    guard settings.verifiesPeer else { return openSSL.contextSetVerification(context, 0, nil) }
    openSSL.contextSetVerification(context, side == .client ? OpenSSL.verifiesPeer : OpenSSL.requiresPeer) {
      isGood, verification in
      if isGood == 0 { TLSLayer.Connection.noteRefused(by: verification) }
      return isGood
    }
    if let file = settings.authorities {
      guard openSSL.contextLoadAuthorities(context, file, nil) == 1 else {
        throw failure("cannot read the certificates in '\(file)'")
      }
    } else {
      _ = openSSL.contextUseSystemAuthorities(context)
    }
  }

  private func setSessions() {
    if side == .client {
      openSSL.tellNewSessions(of: context)
      openSSL.contextOnNewSession(context) { connection, session in
        guard let session, let owner = TLSLayer.Connection.owner(of: connection), let kept = owner.sessions
        else { return 0 }
        kept.keep(session)
        return 1
      }
    } else {
      // Without a name, a session cannot be resumed if clients have certificates.
      let name = Array("ftpraw".utf8)
      _ = openSSL.contextSetSessionName(context, name, UInt32(name.count))
      if let tickets = settings.tickets { _ = openSSL.contextSetTickets(context, tickets) }
      if settings.givesTicketsLate { _ = openSSL.contextSetTickets(context, 0) }
      if settings.tickets == 0 { openSSL.keepNoSessions(in: context) }
      if !hosts.isEmpty, !settings.ignoresServerName {
        openSSL.onName(
          { connection, _, _ in
            TLSLayer.Connection.owner(of: connection)?.chooseHost()
            return 0
          }, in: context)
      }
    }
  }

  /// An error with the library's messages.
  func failure(_ text: String) -> TLSSetupError {
    // The first is closest to the cause; the others say where it was noticed.
    let reason = openSSL.takeErrors().first
    return TLSSetupError(reason.map { "\(text): \($0)" } ?? text)
  }

  /// The certificate for clients that name a host; nil if the host has no separate one.
  package func host(_ name: String) -> TLSContext? { hosts[name.lowercased()] }

  /// A layer for one connection.
  ///
  /// - Parameters:
  ///   - host: The server's name or address, as the user gave it: for SNI, and to match the certificate. A client
  ///     that verifies must have it.
  ///   - sessions: Where a client takes a session to resume, and stores those that it receives.
  ///   - group: The group of connections whose sessions a server resumes: those with the same bytes here, at most 32.
  /// - Returns: the layer, whose handshake has not begun.
  /// - Throws: ``TLSSetupError`` if the library refuses, or a client that verifies has no host.
  package func makeLayer(
    for host: String? = nil, resuming sessions: TLSSessions? = nil, group: String? = nil
  ) throws(TLSSetupError) -> TLSLayer {
    try TLSLayer(self, host: host, sessions, group: group)
  }
}
