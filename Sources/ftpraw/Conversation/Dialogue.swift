import FTPClient
import FTPProtocol
import FTPTransport

/// Carries out commands as they are typed, data connections included.
///
/// After PASV, EPSV or LPSV the announced address is connected when the next transfer command is due, or at once where
/// that is asked for, and `{data}` in PORT, EPRT or LPRT is replaced by the address of a new listener. Nothing else is
/// added to what is typed.
struct Dialogue: Sendable {
  /// The client that sends the commands.
  let client: RawFTPClient
  /// Where downloads go, if not onto the screen.
  var sink: DataSink?
  /// Where uploads come from.
  var source: DataSource?
  /// Whether the address that PASV announces is connected before the next command of any kind.
  var connectsAtOnce = false
  /// Stops the transfer that is in progress.
  let abortSwitch = AbortSwitch()
  private(set) var data = DataPlay()

  /// Carries out one command and returns its final reply.
  ///
  /// - Parameters:
  ///   - line: the command as typed, without a line end.
  ///   - next: the command that will follow. ABOR and STAT are sent while the transfer of `line` is in progress.
  /// - Returns: the final reply, and whether `next` was sent already.
  /// - Throws: what ends the conversation: the connection failed, or a file could not be read or written.
  mutating func perform(_ line: [UInt8], before next: [UInt8]?) async throws -> (reply: Reply, tookNext: Bool)
  {
    let line = try await expanded(line)
    let verb = Verb(bytes: line.prefix { $0 != 0x20 })
    if verb.transfersData {
      return try await transfer(line, verb, interruptedBy: next.map(Interruption.init))
    }
    let reply = try await client.complete(bytes: line)
    data.take(reply, to: Command(parsing: line))
    if connectsAtOnce { try await data.connect(on: client) }
    return (reply, false)
  }

  /// Sends bytes as they are and returns the last final reply to the commands that they complete, nil for none.
  ///
  /// Exactly one command is carried out as if it had been typed without its line end.
  mutating func perform(
    raw text: RawText, before next: [UInt8]?
  ) async throws -> (reply: Reply?, tookNext: Bool) {
    if let command = text.command { return try await perform(command, before: next) }
    var commands: [Int] = []
    for segment in text.segments {
      commands += try await client.write(raw: segment.bytes)
      if let pause = segment.pause { try await Task.sleep(for: pause) }
    }
    var last: Reply?
    for command in commands {
      last = try await client.finalReply(to: command, awaiting: .reply(to: "what was sent"))
    }
    return (last, false)
  }

  /// The command with `{data}` replaced by the address of a new listener.
  private mutating func expanded(_ line: [UInt8]) async throws -> [UInt8] {
    let placeholder = Array("{data}".utf8)
    guard line.count >= placeholder.count,
      let start = (0...line.count - placeholder.count).first(where: { line[$0...].starts(with: placeholder) })
    else { return line }
    let verb = Verb(bytes: line.prefix { $0 != 0x20 })
    guard let form = AddressForm(verb: verb), form.activeVerb == verb else { return line }
    let address = try await data.listen(on: client)
    do {
      let argument = try form.argument(for: address.dataAddress)
      return line[..<start] + Array(argument.utf8) + line[(start + placeholder.count)...]
    } catch {
      throw ConversationFailure("{data} cannot be written for \(verb): \(error); try EPRT", .usage)
    }
  }
}

extension Dialogue {
  /// A command that is sent while a transfer is in progress.
  private enum Interruption {
    case abort, status, none

    init(_ line: [UInt8]) {
      switch Verb(bytes: line.prefix { $0 != 0x20 }) {
      case "ABOR": self = .abort
      case "STAT" where line.count == 4: self = .status
      default: self = .none
      }
    }
  }

  private mutating func transfer(
    _ line: [UInt8], _ verb: Verb, interruptedBy next: Interruption?
  ) async throws -> (reply: Reply, tookNext: Bool) {
    if verb.sendsData {
      guard let source else {
        throw ConversationFailure("an upload needs --input FILE, the data to send", .usage)
      }
      try source.open()
    }
    try await data.connect(on: client)
    let (opening, transfer) = try await client.tryTransfer(bytes: line)
    guard let transfer else { return (opening, false) }
    if !verb.sendsData { try sink?.open() }
    abortSwitch.begin(transfer)
    do {
      let outcome = try await move(over: transfer, sending: verb.sendsData, interruptedBy: next ?? .none)
      abortSwitch.end()
      return outcome
    } catch {
      guard let aborting = abortSwitch.end() else { throw error }
      let (cut, abor) = try await aborting.value
      return (abor ?? cut ?? opening, false)
    }
  }

  private func move(
    over transfer: DataTransfer, sending: Bool, interruptedBy next: Interruption
  ) async throws -> (reply: Reply, tookNext: Bool) {
    guard !sending else {
      if let source {
        try await transfer.writePieces(awaiting: source.awaited) { buffer in try source.read(into: &buffer) }
      }
      return (try await transfer.end(), false)
    }
    switch next {
    case .abort:
      try await firstPiece(of: transfer)
      let (cut, abor) = try await transfer.abort()
      return (abor ?? cut ?? transfer.opening, true)
    case .status:
      try await firstPiece(of: transfer)
      _ = try await client.complete(bytes: Array("STAT".utf8))
      try await download(over: transfer)
      return (try await transfer.end(), true)
    case .none:
      try await download(over: transfer)
      return (try await transfer.end(), false)
    }
  }

  /// Reads what comes first, so that what interrupts the transfer does so in its middle.
  private func firstPiece(of transfer: DataTransfer) async throws {
    let piece = try await transfer.read()
    try sink?.write(piece.span)
  }

  private func download(over transfer: DataTransfer) async throws {
    try await transfer.forEachPiece { [sink] piece in try sink?.write(piece) }
  }
}
