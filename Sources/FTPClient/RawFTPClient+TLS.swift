import FTPConversation
import FTPProtocol
import FTPTransport

/// TLS on the control connection, and the protection of data connections (RFC 4217).
extension RawFTPClient {
  /// Sends `AUTH TLS` and completes the handshake.
  ///
  /// Bytes sent in clear after the 234 are dropped, and a note in the transcript says so. Throws
  /// ``FTPClientError/unexpectedReply(_:to:expected:)`` if the server refuses,
  /// ``FTPClientError/tlsUnavailable(_:)``, before anything is sent, if this machine has no TLS, and
  /// ``FTPClientError/transport(_:)`` if the handshake fails, which ends the conversation; the text says which check of
  /// the certificate failed, and describes the certificate.
  public nonisolated func secure() async throws(FTPClientError) {
    try await blocking { client throws(FTPClientError) in
      _ = try client.tlsEnd()
      let reply = try client.exchange(Self.encoded(Command(.auth, "TLS")))
      guard reply.code == 234 else { throw .unexpectedReply(reply, to: "AUTH", expected: "234") }
    }
  }

  /// Completes the handshake before anything else is sent.
  nonisolated func secureAtOnce() async throws(FTPClientError) {
    try await blocking { client throws(FTPClientError) in try client.beginTLS() }
  }

  /// Sets the protection of later data connections: sends `PBSZ 0`, if it was not sent yet, and `PROT`.
  ///
  /// - Throws: ``FTPClientError/unexpectedReply(_:to:expected:)`` if the server refuses.
  public nonisolated func protect(_ level: ProtectionLevel) async throws(FTPClientError) {
    try await blocking { client throws(FTPClientError) in
      if !client.recorder.protection.hasBufferSize {
        try client.exchange(Self.encoded(Command(.pbsz, "0"))).expect(200, to: "PBSZ")
      }
      try client.exchange(Self.encoded(Command(.prot, level.rawValue))).expect(200, to: "PROT")
    }
  }

  /// Ends TLS on the control connection with `CCC`; data connections keep the protection that PROT set.
  ///
  /// - Throws: ``FTPClientError/unexpectedReply(_:to:expected:)`` if the server refuses.
  public nonisolated func clearControl() async throws(FTPClientError) {
    _ = try await blocking { client throws(FTPClientError) in
      try client.exchange(Self.encoded(Command(.ccc))).expect(200, to: "CCC")
    }
  }

  /// Whether TLS is on the control connection.
  public nonisolated var isSecured: Bool { recorder.protection.isControlProtected }

  /// The TLS state of this client, created on first use.
  func tlsEnd() throws(FTPClientError) -> TLSEnd {
    if let end = tls { return end }
    let end = try TLSEnd(configuration.tls, host: host)
    tls = end
    return end
  }

  /// Starts or ends TLS on the control connection if the reply just taken calls for it.
  func followReply() throws(FTPClientError) {
    guard configuration.tls.followsReplies, configuration.recordLayers == nil else { return }
    let protection = recorder.protection
    let carriesLayer = control.connection?.carriesLayer ?? false
    switch protection.exchange {
    case .negotiating where !carriesLayer && Self.mechanisms.contains(protection.mechanism):
      dropClear()
      try beginTLS()
    case .negotiating: break
    // REIN does not end TLS that began before the first command.
    case .none where carriesLayer && configuration.tls.isImplicit: recorder.tls(nil, .established)
    case .none, .established:
      if carriesLayer, !protection.isControlProtected { try endTLS() }
    }
  }

  /// The names of AUTH that mean a handshake (RFC 4217, section 17).
  private static let mechanisms: Set<String> = ["TLS", "TLS-C", "TLS-P", "SSL"]

  /// Drops bytes sent in clear after the reply to AUTH, which must not count after the handshake.
  private func dropClear() {
    let dropped = control.dropUnread()
    guard dropped > 0 else { return }
    recorder.note(
      "\(dropped) bytes that came in clear after the reply to AUTH are dropped, because anyone on the path may "
        + "have sent them")
  }

  private func beginTLS() throws(FTPClientError) {
    do throws(FTPClientError) {
      let end = try tlsEnd()
      guard var open = control.connection.take() else { throw .notConnected }
      let result = Result { () throws(TransportError) in
        try Self.handshake(end, on: &open, within: timeouts.connect)
      }
      control.connection = consume open
      switch result {
      case .success(let handshake): secured(handshake)
      case .failure(let error): throw .transport(error)
      }
    } catch {
      recorder.tls(nil, .failed)
      close(error.isPeerGone ? .byServer : .byClient)
      throw error
    }
  }

  /// Puts TLS on a connection and completes the handshake.
  static func handshake(
    _ end: TLSEnd, on connection: inout TCPConnection, within limit: Duration?
  ) throws(TransportError) -> TLSHandshake? {
    let layer = try end.makeLayer()
    try connection.startLayer(layer)
    try connection.handshake(deadline: .after(limit))
    return layer.handshake
  }

  /// Records that the control connection is under TLS.
  func secured(_ handshake: TLSHandshake?) {
    recorder.tls(nil, .established)
    if let handshake { recorder.note(handshake.note) }
    self.handshake.withLock { $0 = handshake }
  }

  private func endTLS() throws(FTPClientError) {
    guard var open = control.connection.take() else { return }
    let result = Result { () throws(TransportError) in
      try open.endLayer(deadline: .after(timeouts.connect))
    }
    control.connection = consume open
    if case .failure(let error) = result {
      close(error.isPeerGone ? .byServer : .byClient)
      throw .transport(error)
    }
    recorder.tls(nil, .ended)
  }

  /// Starts TLS on a data connection if PROT requires it; the handshake continues with the first reads and writes.
  func coverData(_ connection: inout TCPConnection) throws(FTPClientError) -> TLSLayer? {
    guard let layer = try makeDataLayer() else { return nil }
    do throws(TransportError) { try connection.startLayer(layer) } catch { throw .transport(error) }
    return layer
  }

  /// TLS for a data connection opened by hand; nil if PROT does not require it.
  ///
  /// - Parameter isResuming: whether a session of the control connection is resumed.
  /// - Returns: the layer, whose handshake has not begun.
  /// - Throws: ``FTPClientError`` if there is no library for TLS, or the settings cannot be used.
  package nonisolated func dataLayer(
    isResuming: Bool = true
  ) async throws(FTPClientError) -> TLSLayer? {
    try await blocking { client throws(FTPClientError) in try client.makeDataLayer(isResuming: isResuming) }
  }

  /// The result of the last handshake on the control connection; nil if there was none.
  package nonisolated func controlHandshake() async throws(FTPClientError) -> TLSHandshake? {
    try await blocking { client throws(FTPClientError) in client.handshake.withLock { $0 } }
  }

  /// Whether the control connection has ended without a close alert of TLS, as far as it has been read.
  package nonisolated func lacksCloseAlert() async throws(FTPClientError) -> Bool {
    try await blocking { client throws(FTPClientError) in client.control.lacksCloseAlert }
  }

  /// Whether TLS covers data connections, because PROT has requested it.
  var protectsData: Bool {
    guard configuration.tls.followsReplies, configuration.recordLayers == nil else { return false }
    let protection = recorder.protection
    return protection.dataLevel == .private && protection.exchange == .established
  }

  /// The FTP client is also the TLS client, whichever side has connected (RFC 4217, section 7).
  private func makeDataLayer(isResuming: Bool = true) throws(FTPClientError) -> TLSLayer? {
    guard protectsData else { return nil }
    let end = try tlsEnd()
    do throws(TransportError) { return try end.makeLayer(isResuming: isResuming) } catch {
      throw .transport(error)
    }
  }
}

extension FTPClientError {
  fileprivate var isPeerGone: Bool {
    if case .transport(let error) = self { error.isPeerGone } else { false }
  }
}
