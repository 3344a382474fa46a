import FTPClient
import FTPProtocol

extension Probe {
  /// Opens a data connection, then sends REST and a transfer command, in image type; ends the case as unsupported if
  /// there is no REST.
  func startRestarted(
    at offset: UInt64, _ command: String
  ) async throws -> (reply: Reply, transfer: CaseTransfer?) {
    try await restart(["REST \(offset)"])
    return try await ftp.startTransfer(command)
  }

  /// Opens a data connection and sends commands; the transfer command must follow the last one.
  func restart(_ commands: [String]) async throws {
    if try ftp.judge.parameters.type != .image { try await send("TYPE I", expecting: 200) }
    try await ftp.connectData(announcedIn: try await announcement())
    for command in commands {
      let reply = try await sendOptional(command)
      try expect(reply, 350, to: command)
    }
  }

  /// Reads the bytes of a transfer; ends the case if the transfer did not begin, or did not end well.
  func received(_ start: (reply: Reply, transfer: CaseTransfer?), _ command: String) async throws -> [UInt8] {
    let transfer = try require(start.transfer, "1yz to \(command)", Self.words(of: start.reply))
    return try await finish(transfer, transfer.contents(), command).bytes
  }

  /// Sends content over a transfer; ends the case if the transfer did not begin, or did not end well.
  func sent(
    _ content: CaseContent, _ start: (reply: Reply, transfer: CaseTransfer?), _ command: String
  ) async throws {
    let transfer = try require(start.transfer, "1yz to \(command)", Self.words(of: start.reply))
    try await transfer.sendUntilRefused(content.bytes(seed: seed))
    _ = try await finish(transfer, [], command)
  }
}
