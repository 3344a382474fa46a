import FTPConversation
import FTPProtocol
import FTPTransport

/// Which parts of a session are under TLS.
struct SessionProtection {
  /// Whether the control connection is under TLS.
  var coversControl = false
  /// Whether CCC has ended TLS on the control connection.
  var isCleared = false
  /// Whether PBSZ was sent, which PROT requires (RFC 2228, section 3).
  var hasBufferSize = false
  /// Whether data connections are under TLS.
  var coversData = false
  /// Whether data connections were under TLS when the last one was announced.
  var coveredAnnouncement = false
  /// Whether the client has sent PROT.
  var hasLevel = false
  /// The host that the client has named in the handshake.
  var serverName: String?
  /// The context with the certificate that the client was shown.
  var context: TLSContext?
}

extension SessionContext {
  /// Whether the control connection is protected by TLS.
  var isProtected: Bool { protection.coversControl }

  private var habits: Set<ServerHabit> { configuration.habits }

  /// Whether the next data connection is under TLS.
  var coversData: Bool {
    if habits.contains(.sendsClear) { return false }
    if habits.contains(.sendsPrivate), protection.hasLevel { return true }
    return habits.contains(.fixesLevelEarly) ? protection.coveredAnnouncement : protection.coversData
  }

  /// The refusal of a command that requires TLS; nil if it is allowed now.
  func refusalInClear(of handler: CommandHandler) -> Response? {
    guard let tls = configuration.tls else { return nil }
    if tls.mode == .required, !isProtected, !protection.isCleared,
      [.user, .pass, .acct].contains(handler.verb)
    {
      return .reply(530, "AUTH TLS comes first.")
    }
    guard tls.demandsPrivateData, user != nil, !protection.coversData else { return nil }
    if habits.contains(.overlooksListings), [.mlsd, .nlst].contains(handler.verb) { return nil }
    // Only when data would be transferred (RFC 4217, section 10.2).
    let isChecked =
      handler.row.data != nil || (habits.contains(.checksEarly) && handler.row.setsUpDataConnection)
    guard isChecked else { return nil }
    return .reply(configuration.flaws.levelCode, "Data connections must be protected: PROT P comes first.")
  }
}

extension VerbRow {
  /// Whether it sets up a data connection for a later command.
  fileprivate var setsUpDataConnection: Bool { verb == .epsv || traits.contains(.barredByEPSVAll) }
}

extension ControlSession {
  private var flaws: TLSFlaws { core.configuration.flaws }
  private var habits: Set<ServerHabit> { core.configuration.habits }

  /// Begins TLS after the reply that agreed to it.
  ///
  /// Bytes that arrived in the clear are discarded: an attacker may have inserted them.
  ///
  /// - Parameter limit: how long the handshake may take.
  /// - Throws: ``End`` if the handshake fails, which ends the session.
  func secure(within limit: Duration) throws(End) {
    guard let tls = core.configuration.tls else { return }
    if !habits.contains(.keepsAhead) {
      queue = CommandQueue(
        lineLimit: core.configuration.limits.commandLine, habits: core.configuration.habits)
    }
    let chosen = context.host.flatMap { tls.context.host($0) } ?? tls.context
    let layer: TLSLayer
    do throws(TransportError) {
      layer = try self.layer(of: tls, chosen)
      try connection.startLayer(FlawedLayer(layer, flaws.control))
      try connection.handshake(deadline: .after(limit))
      recorder?.tls(nil, .established)
      recorder?.note(layer.handshake)
    } catch {
      recorder?.tls(nil, .failed)
      if case .layer(let text, _) = error.cause { recorder?.note(text) }
      throw error.isCancelled ? End(error) : .disconnected
    }
    var protection = habits.contains(.keepsLevel) ? context.protection : SessionProtection()
    protection.coversControl = true
    protection.isCleared = false
    protection.serverName = layer.serverName
    protection.context = chosen
    if habits.contains(.beginsPrivate) { protection.coversData = true }
    context.protection = protection
    if habits.contains(.admitsWithoutUser), let user = core.configuration.users.first {
      context.login = .loggedIn(user)
    }
    guard context.agreesWithServerName(context.host) else {
      throw .dismissed("HOST and the handshake name different hosts.")
    }
  }

  /// Ends TLS on the control connection after the reply that has agreed to it.
  func endProtection() throws(End) {
    if habits.contains(.clearsAbruptly) {
      connection.dropLayer()
    } else {
      do throws(TransportError) {
        try connection.endLayer(deadline: .after(core.configuration.timeouts.reply))
      } catch {
        throw error.isCancelled ? End(error) : .disconnected
      }
    }
    if habits.contains(.clearsData) { context.protection.coversData = false }
    context.protection.coversControl = false
    recorder?.tls(nil, .ended)
  }

  /// Starts TLS on a data connection if PROT requires it; the handshake continues with the first bytes sent or
  /// received, unless a fault or a check needs it earlier.
  func protect(_ data: inout TCPConnection) throws(Stop) -> TLSLayer? {
    guard context.coversData, let tls = core.configuration.tls else { return nil }
    let layer: TLSLayer
    do throws(TransportError) {
      layer = try self.layer(of: tls, flaws.dataContext ?? context.protection.context ?? tls.context)
      if let client = flaws.dataClient {
        let client = try Self.makeLayer(of: client)
        try data.startLayer(client)
        return client
      }
      try data.startLayer(FlawedLayer(layer, flaws.data))
    } catch {
      throw stop(error)
    }
    guard tls.requiresReuse, context.owesReuse else { return layer }
    try completeHandshake(&data)
    guard layer.handshake?.isResumed == true else { throw .notResumed }
    return layer
  }

  /// The server's end of a connection.
  ///
  /// If sessions must be resumed, only those of this control connection count.
  private func layer(of tls: ServerTLS, _ context: TLSContext) throws(TransportError) -> TLSLayer {
    var group: String?
    if tls.requiresReuse, !habits.contains(.resumesForeignSessions) {
      group = "\(self.context.localAddress.port) \(self.context.identity)"
    }
    if habits.contains(.resumesNothing) { group = "\(UInt64.random(in: 0...UInt64.max))" }
    return try Self.makeLayer(of: context, group)
  }

  private static func makeLayer(
    of context: TLSContext, _ group: String? = nil
  ) throws(TransportError) -> TLSLayer {
    do throws(TLSSetupError) { return try context.makeLayer(group: group) } catch {
      throw TransportError(error, with: "")
    }
  }
}

extension ConversationRecorder {
  /// Describes the result of a handshake, and the client's certificate.
  func note(_ handshake: TLSHandshake?) {
    guard let handshake else { return }
    note(handshake.description + (handshake.certificate.map { "; the client is \($0)" } ?? ""))
  }
}

extension SessionContext {
  /// Whether data connections must resume a session; not after REIN (RFC 4217, section 13).
  var owesReuse: Bool { !hasReinitialized || habits.contains(.requiresReuseAfterREIN) }

  /// Whether a host is the same as in the handshake, if that named one (RFC 7151, section 3.2.2).
  func agreesWithServerName(_ host: String?) -> Bool {
    guard let name = protection.serverName, let host, !habits.contains(.ignoresServerName) else {
      return true
    }
    return name.lowercased() == host.lowercased()
  }
}
