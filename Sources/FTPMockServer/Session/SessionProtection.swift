import FTPConversation
import FTPProtocol
import FTPTransport

/// What of a session is under TLS.
struct SessionProtection {
  /// Whether the control connection is.
  var coversControl = false
  /// Whether PBSZ has been said, without which there is no PROT (RFC 2228, section 3).
  var hasBufferSize = false
  /// Whether data connections are.
  var coversData = false
}

extension SessionContext {
  /// Whether the control connection is protected by TLS.
  var isProtected: Bool { protection.coversControl }

  /// The answer to a command that the server takes under TLS only; nil where it may be given now.
  func refusalInClear(of handler: CommandHandler) -> Response? {
    guard configuration.tls?.mode == .required else { return nil }
    if !isProtected, [.user, .pass, .acct].contains(handler.verb) {
      return .reply(530, "AUTH TLS comes first.")
    }
    if user != nil, !protection.coversData, handler.row.data != nil {
      return .reply(521, "Data connections have to be protected: PROT P comes first.")
    }
    return nil
  }
}

extension ControlSession {
  /// Begins TLS after the reply that has agreed to it.
  ///
  /// What was sent ahead in clear is forgotten: somebody else may have put it there.
  func secure() throws(End) {
    guard let tls = core.configuration.tls else { return }
    queue = CommandQueue(
      lineLimit: core.configuration.limits.commandLine, habits: core.configuration.habits)
    do throws(TransportError) {
      let layer = try Self.layer(of: tls)
      try connection.startLayer(layer)
      try connection.handshake(deadline: .after(core.configuration.timeouts.reply))
      recorder?.tls(nil, .established)
      recorder?.note(layer.handshake)
    } catch {
      recorder?.tls(nil, .failed)
      if case .layer(let text) = error.cause { recorder?.note(text) }
      throw error.isCancelled ? End(error) : .disconnected
    }
    context.protection = SessionProtection(coversControl: true)
  }

  /// Ends TLS on the control connection after the reply that has agreed to it.
  func endProtection() throws(End) {
    do throws(TransportError) {
      try connection.endLayer(deadline: .after(core.configuration.timeouts.reply))
    } catch {
      throw error.isCancelled ? End(error) : .disconnected
    }
    context.protection.coversControl = false
    recorder?.tls(nil, .ended)
  }

  /// Puts TLS on a data connection where PROT has asked for it; the handshake goes on with what is sent and received.
  func protect(_ data: inout TCPConnection) throws(TransportError) -> TLSLayer? {
    guard context.protection.coversData, let tls = core.configuration.tls else { return nil }
    let layer = try Self.layer(of: tls)
    try data.startLayer(layer)
    return layer
  }

  private static func layer(of tls: ServerTLS) throws(TransportError) -> TLSLayer {
    do throws(TLSSetupError) { return try tls.context.makeLayer() } catch {
      throw TransportError(error, with: "")
    }
  }
}

extension ConversationRecorder {
  /// Says what a handshake has come to, and whose certificate the client has shown.
  func note(_ handshake: TLSHandshake?) {
    guard let handshake else { return }
    note(handshake.description + (handshake.certificate.map { "; the client is \($0)" } ?? ""))
  }
}
