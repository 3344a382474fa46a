import FTPClient
import FTPConformance
import FTPConversation
import FTPProtocol
import FTPTransport
import FTPVectors

/// Plays one sequence at a server and watches what the server does.
///
/// The server must keep the rules as long as the client keeps them: up to the first bytes that are not a command, or
/// that come before the previous command was answered. After that, much may go wrong without either side being at
/// fault.
struct SequencePlay {
  private let grounds: ServerGrounds
  /// How long to wait for replies that must come, and for the reply to a login, which servers delay when they refuse
  /// it.
  private let patience: (reply: Duration, login: Duration)
  /// How long to wait for replies that need not come.
  private let quiet: Duration
  /// The folder that this sequence alone uses; nil if nothing may be written.
  private let folder: String?

  private let watch = SequenceWatch()
  private var fence: WriteFence
  private var trial = FuzzedServer.Trial()
  /// What came over data connections, as far as it was kept.
  private var downloads: [UInt8] = []
  /// Whether the client has kept the rules so far.
  private var isConforming = true
  /// Whether the client has closed the control connection, or its half of it.
  private var hasLeft = false
  private var data = DataPlay()
  /// Whether the last byte of the next row is sent as urgent data.
  private var isUrgent = false
  /// Whether a data connection was made for the current transfer.
  private var hadData = false
  /// Whether a transfer was requested since the data connection was made.
  private var isDataUsed = false
  /// Connections made by hand and never read.
  private var extra: [Handover<TCPConnection>] = []

  init(
    _ grounds: ServerGrounds, patience: (reply: Duration, login: Duration), quiet: Duration, folder: String?
  ) {
    self.grounds = grounds
    self.patience = patience
    self.quiet = quiet
    self.folder = folder
    fence = WriteFence(folder: folder)
  }

  private var configuration: RawFTPClient.Configuration {
    var configuration = RawFTPClient.Configuration()
    configuration.timeouts = Timeouts(each: grounds.patience.reply)
    configuration.timeouts.connect = grounds.patience.connecting
    configuration.timeouts.greeting = grounds.patience.connecting
    configuration.timeouts.dataConnect = quiet
    configuration.timeouts.dataIdle = grounds.patience.data
    configuration.diagram = grounds.target.diagram
    grounds.target.configure(&configuration.tls)
    configuration.secrets = grounds.target.login.password.map { [$0] } ?? []
    configuration.observer = { [watch] in watch.observe($0) }
    return configuration
  }

  /// Plays a sequence; returns what the server did, and the beginning of what came over data connections.
  mutating func run(_ sequence: ServerSequence) async -> (trial: FuzzedServer.Trial, downloads: [UInt8]) {
    let client: RawFTPClient
    do {
      client = try await RawFTPClient.connect(
        to: grounds.target.host, port: grounds.target.port, configuration: configuration)
      switch sequence.start {
      case .ready: try await grounds.target.secure(client)
      case .loggedIn:
        try await grounds.target.enter(client)
        if let folder, try await client.send("CWD \(folder)").code.kind == .completion { fence.enter() }
      }
    } catch {
      // The next visit shows what is wrong.
      return (trial, downloads)
    }
    watch.begin()
    let actions = sequence.normalized.actions
    for (action, next) in zip(actions, actions.dropFirst() + [.blank]) {
      guard await client.isConnected, !Task.isCancelled else { break }
      await take(action, before: next, client)
    }
    await finish(client)
    await release(client)
    trial.ways = watch.arrows
    trial.transcript = client.transcript.description
    trial.faults += watch.verdicts.compactMap { ServerFault($0) }
    client.close()
    return (trial, downloads)
  }
}

// The actions.
extension SequencePlay {
  private mutating func take(
    _ action: ServerSequence.Action, before next: ServerSequence.Action, _ client: RawFTPClient
  ) async {
    switch action {
    case .urgent: isUrgent = true
    case .command(let line): await write(line, waits: next != .atOnce, client)
    case .openData: await openData(client)
    case .openDataByStranger: await openDataByStranger(client)
    case .data(_, let line):
      // The upload was not requested yet.
      if client.judge.transfer == nil { stopConforming() }
      await upload(line.rendered(PlaceholderBindings()).bytes)
    case .download:
      guard let transfer = data.transfer, client.judge.transfer?.command.verb.sendsData != true else {
        return
      }
      // Data that never end, or never begin, are read only for this long.
      let limit = isConforming && client.judge.transfer != nil ? grounds.patience.data : quiet * 4
      let bytes = await limited(to: limit) { try? await transfer.readWhatComes(limit: 64 << 20) }.value
      downloads += bytes?.prefix(1 << 16) ?? []
      if bytes == nil { stopConforming() }
    case .halfCloseData, .closeData, .resetData:
      guard let transfer = data.transfer else { return }
      if !isDataUsed { stopConforming() }
      if action == .halfCloseData {
        try? await transfer.halfClose()
      } else {
        await data.end(withReset: action == .resetData)
      }
    case .halfCloseControl:
      leave()
      try? await client.onThread { client throws(FTPClientError) in try client.halfClose() }
      await settle(client, within: quiet)
    case .resetControl:
      leave()
      client.reset()
    default:
      guard let digits = action.uploadCount, var left = Int(digits) else { return }
      if client.judge.transfer == nil { stopConforming() }
      let piece = [UInt8](repeating: 0x61, count: 1 << 18)
      while left > 0, !Task.isCancelled {
        guard await upload(Array(piece.prefix(left))) else { break }
        left -= piece.count
      }
    }
  }

  private mutating func write(_ line: VectorLine, waits: Bool, _ client: RawFTPClient) async {
    let isUrgent = isUrgent
    self.isUrgent = false
    let rendering = await rendered(line, client)
    // A server that does not read urgent data in line never sees the last byte, and takes the next line for the rest of
    // this one.
    guard fence.admits(isUrgent ? rendering.bytes.dropLast() : rendering.bytes) else {
      client.note("skipped, because it might change files outside the folder of the sequence")
      return
    }
    let command = Command(beyondReproach: rendering.bytes)
    await awaitEndOfTransfer(client)
    let inFlight = client.judge.commandsInFlight
    let isInterruption =
      command?.verb == .abor && inFlight.count == 1 && client.judge.transfer != nil && data.transfer != nil
    if let command {
      if command.verb.transfersData {
        isDataUsed = true
      } else if command.verb.row?.address != nil {
        hadData = false
      }
    }
    let isLost = data.transfer != nil && command?.endsAgreements ?? false && !isInterruption
    if isUrgent || command == nil || isLost || !inFlight.isEmpty && !isInterruption { stopConforming() }
    // Once a QUIT of any form was sent, the connection may end.
    if rendering.bytes.map({ $0 & 0xDF }).contains("QUIT".utf8) { hasLeft = true }
    let isAlone = isConforming && inFlight.isEmpty && !expectsData(client.judge)
    do {
      for segment in rendering.cuts.segments(of: rendering.bytes) {
        let bytes = Array(segment.bytes)
        if isUrgent, segment.bytes.endIndex == rendering.bytes.count {
          try await client.write(urgent: bytes)
        } else {
          _ = try await client.write(raw: bytes)
        }
      }
    } catch {
      return await ended(client)
    }
    guard waits else { return stopConforming() }
    let isSimple = command.map { !$0.verb.transfersData } ?? false
    let mustBeAnswered = isConforming && (isSimple && isAlone || !isSimple && data.transfer != nil)
    let isLogin = command.map { [.user, .pass, .acct].contains($0.verb) } ?? false
    let patience = isLogin ? patience.login : patience.reply
    let answered = await settle(client, within: mustBeAnswered ? patience : quiet)
    if !answered, mustBeAnswered, isSimple, await client.isConnected, !Task.isCancelled {
      trial.faults.append(
        ServerFault(
          .silence, rule: "959:4.2:every-command-answered",
          "no reply to \(Escaping.ascii(command?.verb.name.utf8 ?? "".utf8)) in \(Deadline.text(of: patience))"
        ))
    }
    if !answered { stopConforming() }
  }

  /// From here on, the server need not keep the rules.
  private mutating func stopConforming() {
    isConforming = false
    watch.end()
  }

  /// From here on, the control connection may end.
  private mutating func leave() {
    hasLeft = true
    stopConforming()
  }

  /// Whether the server may wait for a data connection before it answers.
  private func expectsData(_ judge: Judge) -> Bool {
    judge.dataSetup != nil || judge.transfer != nil || data.agreement != .none
  }

  /// Reads replies until all commands are answered, or only a transfer in progress is left; false if the replies do not
  /// come.
  @discardableResult
  private mutating func settle(_ client: RawFTPClient, within limit: Duration) async -> Bool {
    while true {
      let waiting = client.judge.commandsInFlight
      if waiting.isEmpty || waiting.count == 1 && client.judge.transfer != nil { break }
      guard await takeReply(client, within: limit) else { return false }
    }
    return true
  }

  private mutating func takeReply(_ client: RawFTPClient, within limit: Duration) async -> Bool {
    do {
      let reply = try await client.nextReply(within: limit)
      fence.observe(reply.code)
      // A server that waits for a handshake may take what comes next for one.
      if client.judge.protection.exchange == .negotiating { leave() }
      data.take(reply)
      return true
    } catch {
      if case .malformedReply = error {
        trial.faults.append(ServerFault(.rules, rule: "959:4.2:multiline-end", error.description))
      }
      // The client cuts the handshake short.
      if case .transport(let failure) = error, failure.step == .handshake { hasLeft = true }
      if await !client.isConnected { await ended(client) }
      return false
    }
  }

  /// Records the end of the control connection.
  private mutating func ended(_ client: RawFTPClient) async {
    guard !hasLeft, client.judge.farewell == nil, !Task.isCancelled else { return }
    hasLeft = true
    // While the client keeps the rules, the judge reports this.
    guard !watch.isWatching else { return }
    let waiting = client.judge.commandsInFlight.first.map { Escaping.ascii($0.verb.name.utf8, limit: 40) }
    trial.faults.append(
      ServerFault(
        .dropped,
        "the control connection has ended without 221 or 421" + (waiting.map { ", after \($0)" } ?? "")))
  }
}

// Data connections.
extension SequencePlay {
  private mutating func openData(_ client: RawFTPClient) async {
    let isDue =
      switch data.agreement {
      case .passive: true
      case .active:
        data.lastReply != nil && (!client.judge.commandsInFlight.isEmpty || client.judge.transfer != nil)
      case .none: false
      }
    do {
      if isDue {
        try await data.open(on: client)
        hadData = true
        isDataUsed = client.judge.transfer != nil
      } else if let transfer = data.transfer {
        extra.append(try await connect(to: transfer.peerAddress))
        stopConforming()
      }
    } catch {
      stopConforming()
    }
  }

  /// Makes a connection that is never used.
  private func connect(
    to address: SocketAddress, from local: SocketAddress? = nil
  ) async throws(TransportError) -> Handover<TCPConnection> {
    let wakeUp = WakeUp()
    return try await BlockingThread.run(waitingWith: wakeUp) { [quiet] () throws(TransportError) in
      Handover(
        try TCPConnection.connect(to: address, from: local, deadline: .after(quiet), wakeUp: wakeUp))
    }
  }

  /// Connects from another loopback address, which is possible only if the server is on this machine.
  private mutating func openDataByStranger(_ client: RawFTPClient) async {
    stopConforming()
    let peer = client.peerAddress
    // No client of a sequence uses this address.
    let local = SocketAddress(.ipv4(IPv4Address(127, 0, 0, 2)), port: 0)
    guard peer.isLoopback, !peer.isIPv6, case .passive(let reply) = data.agreement,
      let announced = try? AnnouncedAddress(reply),
      let stranger = try? await connect(to: peer.with(port: announced.address.port), from: local)
    else { return }
    extra.append(stranger)
  }

  @discardableResult
  private mutating func upload(_ bytes: [UInt8]) async -> Bool {
    guard let transfer = data.transfer, !bytes.isEmpty else { return false }
    return await limited(to: quiet * 10) { (try? await transfer.write(bytes)) != nil }.value
  }

  /// The bytes of a row.
  ///
  /// For placeholders of the client's address, it listens first.
  private mutating func rendered(_ line: VectorLine, _ client: RawFTPClient) async -> VectorLine.Rendering {
    var parts: [VectorLine.Part] = []
    for part in line.parts {
      guard case .placeholder(let placeholder) = part, let kind = placeholder.kind else {
        parts.append(part)
        continue
      }
      switch kind {
      case .hostport, .extended, .long:
        guard let address = try? await data.listen(on: client) else { continue }
        parts.append(.bytes(Array((kind.text(for: address) ?? "").utf8)))
      case .word: parts.append(.bytes(grounds.target.login.user))
      case .secret: parts.append(.bytes(grounds.target.login.password ?? []))
      case .text: parts.append(.bytes(Array((folder ?? "").utf8)))
      default: parts.append(part)
      }
    }
    return VectorLine(parts).rendered(PlaceholderBindings())
  }

  /// Once the data connection of a transfer is closed, its final reply is due.
  private mutating func awaitEndOfTransfer(_ client: RawFTPClient) async {
    guard isConforming, hadData, data.transfer == nil, let transfer = client.judge.transfer,
      client.judge.commandsInFlight.count == 1
    else { return }
    while !client.judge.commandsInFlight.isEmpty {
      guard await takeReply(client, within: patience.reply) else { break }
    }
    hadData = false
    guard !client.judge.commandsInFlight.isEmpty, await client.isConnected, !Task.isCancelled else { return }
    trial.faults.append(
      ServerFault(
        .silence, rule: "959:4.2:preliminary-then-final",
        "no reply to \(transfer.command.verb) in \(Deadline.text(of: patience.reply)) after its data connection was closed"
      ))
  }

  /// Closes what is open, and checks that the replies come that are due then.
  private mutating func finish(_ client: RawFTPClient) async {
    while data.transfer != nil { await data.end() }
    extra.removeAll()
    guard await client.isConnected, !Task.isCancelled else { return }
    await awaitEndOfTransfer(client)
    while !client.judge.commandsInFlight.isEmpty {
      guard await takeReply(client, within: quiet) else { return }
    }
    // No further reply may come.
    if isConforming, client.judge.farewell == nil { _ = await takeReply(client, within: quiet) }
  }

  /// Connects to the announced address if the server may still wait for a data connection.
  ///
  /// Many servers would wait for minutes, in a session that counts towards their limit.
  private mutating func release(_ client: RawFTPClient) async {
    guard case .passive = data.agreement, !Task.isCancelled else { return }
    stopConforming()
    try? await data.connect(on: client)
  }
}
