import FTPProtocol

/// A transfer of a walk that has begun, and goes on when the other session has sent its commands.
struct HeldTransfer: Sendable {
  let command: Command
  let opening: Reply
  let transfer: CaseTransfer
  /// What was transferred so far, and what an upload still has to send.
  private let begin: [UInt8], rest: [UInt8]
  /// Whether the other session has changed something that the transfer is about.
  private(set) var isDisturbed = false

  /// Transfers the first half of an upload, or the first bytes of a download.
  init(_ command: Command, _ opening: Reply, _ transfer: CaseTransfer, sending bytes: [UInt8]?) async throws {
    self.command = command
    self.opening = opening
    self.transfer = transfer
    if command.verb.sendsData {
      let bytes = bytes ?? []
      begin = Array(bytes.prefix(bytes.count / 2))
      rest = Array(bytes.dropFirst(begin.count))
      if !begin.isEmpty { try await transfer.sendUntilRefused(begin) }
    } else {
      begin = try await transfer.read(upTo: 1_024)
      rest = []
    }
  }

  /// Looks at what the other session did meanwhile.
  mutating func notice(_ exchange: Exchange) {
    guard exchange.command.verb.row == nil || exchange.command.verb.has(.changesFiles),
      !(exchange.final?.code.isNegative ?? false)
    else { return }
    let isOfOneFile = exchange.command.verb.sendsData && exchange.command.verb != .stou
    let isOther = isOfOneFile && exchange.command.argument != command.argument
    if command.verb.row?.data == .listing || !isOther { isDisturbed = true }
  }

  /// Transfers the rest, and returns the whole.
  func finish() async throws -> [UInt8] {
    guard command.verb.sendsData else { return begin + (try await transfer.contents(atMost: Walk.mostBytes)) }
    if !rest.isEmpty { try await transfer.sendUntilRefused(rest) }
    return begin + rest
  }
}
