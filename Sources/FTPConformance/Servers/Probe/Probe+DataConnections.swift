import FTPClient
import FTPConversation
import FTPProtocol
import FTPTransport

extension Probe {
  /// PORT, or EPRT if the control connection uses IPv6.
  package var activeCommand: AddressForm {
    get throws { try ftp.peerAddress.isIPv6 ? .eprt : .port }
  }

  /// Makes the server listen for a data connection, by the command that works with it unless another one is named, and
  /// returns the announcement.
  @discardableResult
  func announcement(by form: AddressForm? = nil, over connection: CaseConnection? = nil) async throws -> Reply
  {
    try await listening(by: form, for: "", over: connection ?? ftp) { form in
      try await send(form.passiveVerb.name, expecting: ReplyPattern(form.replyCode), over: connection)
    }
  }

  /// Sets up a data connection by the command that works with the server; where a client would, by PASV if EPSV is
  /// refused for once.
  ///
  /// - Parameters:
  ///   - form: The form to use, if it matters.
  ///   - command: The command of the transfer, if the steps send it as well.
  ///   - connection: The connection.
  ///   - body: The steps, with the form to use.
  /// - Returns: What they return.
  /// - Throws: The reason for skipping, or what ends the case.
  func listening<Value>(
    by form: AddressForm?, for command: String, over connection: CaseConnection,
    _ body: (AddressForm) async throws -> Value
  ) async throws -> Value {
    let usual = form ?? facts.passiveCommand
    return try await settingUp(usual.passiveVerb, for: command) {
      do { return try await body(usual) } catch {
        let isRefused =
          switch error {
          case FTPClientError.unexpectedReply(let reply, let sent, _):
            reply.code.isNegative && Self.verb(of: sent) == .epsv
          case CaseStop.found: true
          default: false
          }
        guard isRefused, form == nil, usual == .epsv, !connection.peerAddress.isIPv6, !current.isAbout(.epsv)
        else { throw error }
        return try await body(.pasv)
      }
    }
  }

  /// The port in a 227 or 229; the case is skipped if the reply is another one, which other cases are about.
  func port(in announcement: Reply) throws -> UInt16 {
    guard AddressForm(announcedBy: announcement.code) != nil else {
      throw CaseStop(unprepared: facts.passiveCommand.passiveVerb.name, Self.words(of: announcement))
    }
    return try AnnouncedAddress(announcement).address.port
  }

  /// What TLS to use on a data connection that is opened by hand.
  enum HandMade: Sendable {
    /// What was agreed on by PROT.
    case asAgreed
    /// None.
    case clear
    case under(CaseLayer)
  }

  /// Connects to a port of the server by hand.
  ///
  /// `local` is the address to connect from, if it matters. `protection` says whether to use TLS. Returns the
  /// connection; nil if nothing listens there. Throws what ends the case: the connection or its handshake fails.
  func dial(
    _ port: UInt16, from local: SocketAddress? = nil, _ protection: HandMade = .asAgreed
  ) async throws -> DataSocket? {
    try await dial(ftp.peerAddress.with(port: port), from: local, protection)
  }

  /// Connects to an address by hand; nil if nothing listens there.
  func dial(
    _ address: SocketAddress, from local: SocketAddress? = nil, _ protection: HandMade = .asAgreed
  ) async throws -> DataSocket? {
    let control = try ftp
    let limit = patience.data
    let layer: CaseLayer? =
      switch protection {
      case .asAgreed: try await control.dataLayer()
      case .clear: nil
      case .under(let layer): layer
      }
    let live = Guarded<HandMadeConnection?>(nil)
    let words = "dial \(address)" + (local.map { " from \($0.host)" } ?? "")
    let listens = try await control.call(words) { client in
      let opened = try await HandMadeConnection.opened(
        to: address, from: local, layer?.live, within: limit, client)
      live.withLock { $0 = opened }
      return opened != nil
    }
    return listens ? DataSocket(live.withLock { $0 }, of: control) : nil
  }

  /// Carries out a command that sends data to this side, over a data connection that the server opens.
  ///
  /// The case ends if the command is refused or does not end with 2yz.
  func downloadActive(_ command: String) async throws -> CompletedTransfer {
    let form = try activeCommand
    let transfer = try await settingUp(form.activeVerb, for: command) { try await ftp.active(form, command) }
    return try await finish(transfer, transfer.contents(), command)
  }
}
