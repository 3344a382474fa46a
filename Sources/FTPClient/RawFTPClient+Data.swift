import FTPConversation
import FTPProtocol
import FTPTransport
import Synchronization

extension RawFTPClient {
  /// Asks the server to listen, connects to the announced address, and sends a transfer command, in one turn.
  ///
  /// ```swift
  /// let listing = try await ftp.passive(.epsv, "LIST")
  /// print(String(decoding: try await listing.readToEnd(), as: UTF8.self))
  /// try await listing.finish()
  /// ```
  ///
  /// Throws ``FTPClientError/unexpectedReply(_:to:expected:)`` if the server refuses either command,
  /// ``FTPClientError/unusableAddress(in:reason:)`` if the address is malformed or the policy refuses it,
  /// ``FTPClientError/transport(_:)`` if the connection fails, and ``FTPClientError/transferUnderWay`` while the data
  /// connection of another transfer is open. After a cancellation no data connection is left, and pending replies
  /// are recorded but not returned.
  public nonisolated func passive(
    _ form: AddressForm = .epsv, _ command: String
  ) async throws(FTPClientError) -> DataTransfer {
    try await blocking { client throws(FTPClientError) in
      try client.settingUp { client throws(FTPClientError) in
        let line = try Self.terminated(command.utf8)
        let reply = try client.agree(DataAgreement.command(asking: form))
        try client.connectData(announcedIn: reply)
        return try client.begunTransfer(line)
      }
    }
  }

  /// Listens, tells the server where, and sends a transfer command, after which the server connects; in one turn.
  ///
  /// - Throws: ``FTPClientError/unexpectedReply(_:to:expected:)`` if the server refuses either command,
  ///   ``FTPClientError/transport(_:)`` if it does not connect within ``Timeouts/dataConnect``, and
  ///   ``FTPClientError/transferUnderWay`` as ``passive(_:_:)`` does.
  public nonisolated func active(
    _ form: AddressForm = .eprt, _ command: String
  ) async throws(FTPClientError) -> DataTransfer {
    try await blocking { client throws(FTPClientError) in
      try client.settingUp { client throws(FTPClientError) in
        let line = try Self.terminated(command.utf8)
        let address = try client.listenForData(on: 0)
        let telling: Command
        do throws(DataAddressError) { telling = try DataAgreement.command(telling: address, in: form) } catch
        {
          throw .inexpressibleAddress("\(error)")
        }
        try client.agree(telling)
        return try client.begunTransfer(line)
      }
    }
  }

  /// Sends a command that sets up a data connection, and returns the reply that agrees to it.
  @discardableResult
  private func agree(_ command: Command) throws(FTPClientError) -> Reply {
    let (reply, number) = try firstReply(to: try Self.encoded(command))
    if !reply.code.isPreliminary { inbox.settle(number) }
    var agreement = DataAgreement.none
    guard agreement.take(reply, to: command) == .success else {
      let expected = DataAgreement.code(agreeingTo: command.verb)?.description ?? "2yz"
      throw .unexpectedReply(reply, to: command.verb.name, expected: expected)
    }
    return reply
  }

  /// Takes the steps up to a transfer, if none is in progress, and undoes them if they fail.
  private func settingUp(
    _ steps: (isolated RawFTPClient) throws(FTPClientError) -> DataTransfer
  ) throws(FTPClientError) -> DataTransfer {
    guard openTransfers.load(ordering: .acquiring) == 0 else { throw .transferUnderWay }
    inbox.beginSetUp()
    do throws(FTPClientError) { return try steps(self) } catch {
      dropPendingData(isAwaited: !inbox.owed.isEmpty)
      if error.isCancellation { inbox.disownOwed() }
      throw error
    }
  }

  /// Closes the agreed data connection.
  ///
  /// After a transfer command it is reset: an upload that never began must not look like an empty file.
  private func dropPendingData(isAwaited: Bool) {
    guard case .connected(let open, _) = pending.take(), isAwaited else { return }
    let identifier = recorder.dataOpened(ConversationMark.Opening(over: open, isPassive: true))
    open.reset()
    recorder.dataClosed(identifier, .resetByClient)
  }

  /// Connects to the address that a 227, 228 or 229 reply announces; the next transfer uses the connection.
  ///
  /// ``Configuration/addressPolicy`` decides about a foreign host. Throws as ``passive(_:_:)`` does.
  public nonisolated func connectData(announcedIn reply: Reply) async throws(FTPClientError) {
    try await blocking { client throws(FTPClientError) in try client.connectData(announcedIn: reply) }
  }

  private func connectData(announcedIn reply: Reply) throws(FTPClientError) {
    let announced: AnnouncedAddress
    do throws(DataAddressError) {
      // The judge compares reply and command; here the code alone determines how to read the text.
      announced = try AnnouncedAddress(reply)
    } catch { throw .unusableAddress(in: reply, reason: "\(error)") }
    try connectData(to: announced, in: reply)
  }

  /// Listens for a data connection on the address that the control connection uses.
  ///
  /// - Parameter port: 0 to let the system choose. The port of the control connection, the default data port
  ///   (RFC 959, section 3.2), is available if the client was configured to connect from it.
  /// - Returns: the address to announce with PORT or EPRT; the next transfer waits there for the server.
  /// - Throws: ``FTPClientError/transport(_:)`` with step `.bind` if the port is taken.
  public nonisolated func listenForData(on port: UInt16 = 0) async throws(FTPClientError) -> DataAddress {
    try await blocking { client throws(FTPClientError) in try client.listenForData(on: port) }
  }

  private func listenForData(on port: UInt16) throws(FTPClientError) -> DataAddress {
    do throws(TransportError) {
      let listener = try TCPListener(on: localAddress.with(port: port), backlog: 4)
      let address = listener.localAddress.dataAddress
      pending = .listening(listener)
      return address
    } catch { throw .transport(error) }
  }

  /// Opens the agreed data connection before the transfer command is sent, or after a reply to it
  /// that was taken by hand.
  ///
  /// For conversations that ``transfer(_:)`` does not cover: data without a preliminary reply, commands
  /// in one segment, a server that connects first. After ``connectData(announcedIn:)`` the connection is open already;
  /// after `listenForData()` this waits for the server to connect. `reply` is the server's last reply,
  /// such as its 227.
  ///
  /// - Throws: ``FTPClientError/noDataConnection`` if none was agreed on, or the final reply arrives first, and
  ///   ``FTPClientError/transport(_:)`` if the server does not connect within ``Timeouts/dataConnect``.
  public nonisolated func openData(after reply: Reply) async throws(FTPClientError) -> DataTransfer {
    try await blocking { client throws(FTPClientError) in
      guard let transfer = try client.openTransfer(nil, command: nil, opening: reply) else {
        throw .noDataConnection
      }
      return transfer
    }
  }

  /// Gives up the agreed data connection, because it could not be opened.
  public func refuseData() {
    pending = .none
    recorder.dataRefused()
  }

  /// Sends a transfer command, for the agreed data connection.
  ///
  /// - Throws: ``FTPClientError/unexpectedReply(_:to:expected:)`` if the server refuses it, and, without sending it,
  ///   ``FTPClientError/noDataConnection`` if no data connection was agreed on (``startTransfer(_:)`` sends it anyway).
  public nonisolated func transfer(_ command: String) async throws(FTPClientError) -> DataTransfer {
    try await blocking { client throws(FTPClientError) in
      let line = try Self.terminated(command.utf8)
      guard !client.pending.isNone else { throw .noDataConnection }
      client.inbox.beginSetUp()
      do throws(FTPClientError) { return try client.begunTransfer(line) } catch {
        client.undoTransfer(error)
        throw error
      }
    }
  }

  /// Like ``transfer(_:)``, but returns a refusal: no transfer, and the reply with the reason.
  ///
  /// After a preliminary reply without a transfer, `nextReply()` has the reason. If no data connection
  /// was agreed on, the command is sent anyway and the server's reply is returned.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  public nonisolated func startTransfer(
    _ command: String
  ) async throws(FTPClientError) -> (reply: Reply, transfer: DataTransfer?) {
    try await startTransfer(bytes: Array(command.utf8))
  }

  /// Like ``startTransfer(_:)``, with a command line of bytes in any encoding.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  public nonisolated func startTransfer(
    bytes command: [UInt8]
  ) async throws(FTPClientError) -> (reply: Reply, transfer: DataTransfer?) {
    try await beginningTransfer(command) { _, begun in begun.reply }
  }

  /// A transfer command whose first reply has come.
  typealias BegunTransfer = (reply: Reply, command: Int, transfer: DataTransfer?)

  /// Sends a transfer command; `choose` returns the reply that counts.
  nonisolated func beginningTransfer(
    _ command: [UInt8],
    _ choose: @Sendable (isolated RawFTPClient, BegunTransfer) throws(FTPClientError) -> Reply
  ) async throws(FTPClientError) -> (reply: Reply, transfer: DataTransfer?) {
    try await blocking { client throws(FTPClientError) in
      let line = try Self.terminated(command)
      client.inbox.beginSetUp()
      do throws(FTPClientError) {
        let begun = try client.beginTransfer(line)
        return (try choose(client, begun), begun.transfer)
      } catch {
        client.undoTransfer(error)
        throw error
      }
    }
  }

  /// Undoes a transfer command whose call was cancelled.
  private func undoTransfer(_ error: FTPClientError) {
    guard error.isCancellation else { return }
    dropPendingData(isAwaited: !inbox.owed.isEmpty)
    inbox.disownOwed()
  }

  /// A transfer whose command was sent and accepted.
  private func begunTransfer(_ line: [UInt8]) throws(FTPClientError) -> DataTransfer {
    let (reply, number, transfer) = try beginTransfer(line)
    guard let transfer else {
      let last = reply.code.isPreliminary ? try finalReply(to: number) : reply
      throw .unexpectedReply(last, to: Self.name(of: line), expected: "150 or 125")
    }
    return transfer
  }

  /// Sends a command of a transfer, or the one that moves data, whose replies are owed from then on, and returns the
  /// first of them.
  private func firstReply(
    to line: [UInt8], isTransfer: Bool = false
  ) throws(FTPClientError) -> (reply: Reply, command: Int) {
    let number = try writeCommand(line)
    inbox.owe(number)
    let deadline = Deadline.after(timeouts.reply)
    if isTransfer, protectsData { try beginHandshake(ahead: number, deadline: deadline) }
    let reply = try nextReply(to: number, awaiting: .reply(to: Self.name(of: line)), deadline: deadline)
    return (reply, number)
  }

  private func beginTransfer(_ line: [UInt8]) throws(FTPClientError) -> BegunTransfer {
    let (reply, number) = try firstReply(to: line, isTransfer: true)
    guard !reply.code.isNegative, !pending.isNone else {
      pending = .none
      return (reply, number, nil)
    }
    return (
      reply, number, try openTransfer(Verb(bytes: line.prefix { $0 > 0x20 }), command: number, opening: reply)
    )
  }

  /// How long the reply to a transfer command may take before the handshake of its data connection begins without it.
  private static let handshakeDelay = Duration.milliseconds(500)

  /// Begins the handshake of the data connection if no reply arrives, because a server may want the handshake before
  /// it announces the transfer (RFC 4217, section 12), and continues it until a reply arrives.
  ///
  /// The transfer reports whether it succeeded.
  private func beginHandshake(ahead command: Int, deadline: Deadline) throws(FTPClientError) {
    try keepParsedReplies()
    guard !inbox.kept.contains(where: { $0.ordinal == command }), control.isOpen else { return }
    switch pending.take() {
    case .none: return
    case .listening(let listener): pending = .listening(listener)
    case .connected(var connection, _):
      var layer: TLSLayer?
      var failure: FTPClientError?
      do throws(FTPClientError) {
        if try isSilent(connection, until: .after(Self.handshakeDelay)) {
          layer = try coverData(&connection)
          _ = try isSilent(connection, until: deadline)
        }
      } catch { failure = error }
      pending = .connected(connection, layer)
      if let failure { throw failure }
    }
  }

  /// Whether neither the control connection nor a data connection has anything to read until then.
  private func isSilent(
    _ data: borrowing TCPConnection, until deadline: Deadline
  ) throws(FTPClientError) -> Bool {
    do throws(TransportError) {
      _ = try waitForEither(
        data, .readable, or: control.connection, .readable, deadline: deadline, wakeUp: line.wakeUp)
      return false
    } catch {
      guard error.isTimeout else { throw .transport(error) }
      return true
    }
  }

  private func connectData(
    to announced: AnnouncedAddress, in reply: Reply
  ) throws(FTPClientError) {
    let decision = configuration.addressPolicy.resolve(
      announced.address, controlPeer: peerAddress.ipAddress, form: announced.form)
    if let verdict = decision.verdict {
      // The judge has already reported errors in the text itself, such as 0.0.0.0.
      let told = announced.reading.verdicts(on: .server, expected: "")
      if !told.contains(where: { $0.requirement == verdict.requirement }) { recorder.verdict(verdict) }
    }
    guard let address = decision.address.map(peerAddress.resolving) else {
      throw .unusableAddress(in: reply, reason: decision.verdict?.received ?? "it names no host")
    }
    pending = .none
    do throws(TransportError) {
      pending = .connected(
        try TCPConnection.connect(
          to: address, deadline: .after(timeouts.dataConnect), wakeUp: line.wakeUp), nil)
    } catch {
      if !error.isCancelled { recorder.dataRefused() }
      throw .transport(TransportError(step: .connectData, peer: error.peer, cause: error.cause))
    }
  }

  private func openTransfer(
    _ verb: Verb?, command: Int?, opening: Reply
  ) throws(FTPClientError) -> DataTransfer? {
    let isPassive: Bool
    var connection: TCPConnection
    var begun: TLSLayer?
    switch pending.take() {
    case .none: return nil
    case .connected(let open, let layer):
      isPassive = true
      connection = open
      begun = layer
    case .listening(let listener):
      guard let accepted = try accept(from: listener, for: command) else { return nil }
      isPassive = false
      connection = accepted
    }
    do throws(TransportError) {
      try connection.coverData(configuration.recordLayers, as: .client)
    } catch { throw .transport(error) }
    let tls = if let begun { begun } else { try coverData(&connection) }
    let identifier = recorder.dataOpened(ConversationMark.Opening(over: connection, isPassive: isPassive))
    probes.append((identifier, connection.makeCloseProbe()))
    let listener = listen(on: &connection, for: opening.code.isPreliminary ? command : nil)
    do throws(TransportError) {
      return try DataTransfer(
        connection, under: tls, identifier: identifier, verb: verb, command: command, opening: opening,
        listener: listener, client: self)
    } catch { throw .transport(error) }
  }

  /// Waits for the server to connect, and gives up as soon as a reply says that it will not.
  private func accept(
    from listener: borrowing TCPListener, for command: Int?
  ) throws(FTPClientError) -> TCPConnection? {
    let deadline = Deadline.after(timeouts.dataConnect)
    while true {
      // A server that has finished had connected before its final reply, so the listener is checked first; bytes
      // already read may contain the final reply after the preliminary one, and then nothing more will arrive.
      if listener.ready(for: .readable).isEmpty {
        try keepParsedReplies()
        let isOver = inbox.final(to: command) != nil
        if isOver || !control.isOpen { return nil }
        do throws(TransportError) {
          _ = try waitForEither(
            listener, .readable, or: control.connection, .readable, deadline: deadline, wakeUp: line.wakeUp)
        } catch {
          throw .transport(
            TransportError(step: .accept, peer: listener.localAddress.description, cause: error.cause))
        }
        if listener.ready(for: .readable).isEmpty { try keepArrivedReplies() }
        continue
      }
      let connection: TCPConnection
      do throws(TransportError) {
        connection = try listener.accept(deadline: deadline, wakeUp: line.wakeUp)
      } catch {
        throw .transport(error)
      }
      if connection.peerAddress.hasSameHost(as: peerAddress) { return connection }
      recorder.verdict(
        Verdict(
          "2577:4:active-peer-checked", by: .network, expected: "a data connection from \(peerAddress.host)",
          received: "one from \(connection.peerAddress)"))
      if configuration.addressPolicy == .use { return connection }
    }
  }
}

extension ConversationMark.Opening {
  fileprivate init(over connection: borrowing TCPConnection, isPassive: Bool) {
    self.init(
      isPassive: isPassive, local: connection.localAddress.description,
      peer: connection.peerAddress.description)
  }
}
