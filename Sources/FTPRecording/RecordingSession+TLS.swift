import FTPConversation
import FTPProtocol
import FTPTransport

/// TLS on the control connection, if the recorder decrypts it.
extension RecordingSession {
  /// The pending TLS step, once all earlier bytes have been passed on.
  enum TLSStep {
    case begin, end
  }

  /// Checks what the replies so far have agreed on.
  func followReplies() {
    guard let security else { return }
    let protection = recorder.protection
    switch protection.exchange {
    case .negotiating where !isSecured: tlsStep = .begin
    case .negotiating: break
    // REIN does not end TLS that began before the first command.
    case .none where isSecured && security.tls.isImplicit: recorder.tls(nil, .established)
    case .none, .established:
      if isSecured, !protection.isControlProtected { tlsStep = .end }
    }
  }

  /// Takes the agreed step, once nothing waits to be passed on in the old form.
  func takeTLSStep() {
    guard let step = tlsStep, isFlushed else { return }
    tlsStep = nil
    switch step {
    case .begin: secure()
    case .end: clear()
    }
  }

  /// Completes both handshakes, the one with the server first, because its certificate may be wrong.
  func secure() {
    guard let security else { return }
    let deadline = Deadline.after(connectTimeout)
    do throws(TransportError) {
      let towardsServer = try security.layerForServer()
      try server.startLayer(towardsServer)
      try complete(server, deadline)
      let towardsClient = try security.layerForClient()
      try client.startLayer(towardsClient)
      try complete(client, deadline)
      isSecured = true
      recorder.tls(nil, .established)
      if let handshake = towardsServer.handshake {
        recorder.note("\(handshake)" + (handshake.certificate.map { "; the server is \($0)" } ?? ""))
      }
      if let handshake = towardsClient.handshake {
        recorder.note("between client and recorder: \(handshake)")
      }
    } catch {
      recorder.tls(nil, .failed)
      recorder.note("\(error)")
      lose()
    }
  }

  /// The recorder may be stopped meanwhile.
  private func complete(_ connection: borrowing TCPConnection, _ deadline: Deadline) throws(TransportError) {
    while true {
      var waiting = WaitSet()
      // This takes arrived bytes, so it may complete the handshake, after which nothing else need arrive.
      waiting.add(connection, .readable)
      guard connection.isHandshaking else { break }
      try waiting.wait(deadline: deadline, wakeUp: wakeUp)
    }
    // This one reports the error.
    try connection.handshake(deadline: deadline)
  }

  /// Goes back to clear text on both sides.
  private func clear() {
    let deadline = Deadline.after(connectTimeout)
    do throws(TransportError) {
      try server.endLayer(deadline: deadline)
      try client.endLayer(deadline: deadline)
      isSecured = false
      recorder.tls(nil, .ended)
    } catch {
      recorder.note("\(error)")
      lose()
    }
  }

  /// TLS of a data connection; nil if PROT does not require it.
  func dataSecurity() throws(TransportError) -> (client: TLSLayer, server: TLSLayer)? {
    let protection = recorder.protection
    guard let security, protection.dataLevel == .private, protection.exchange == .established else {
      return nil
    }
    // The client of FTP is that of TLS, whichever of the two has connected (RFC 4217, section 7).
    return (try security.layerForClient(), try security.layerForServer())
  }
}
