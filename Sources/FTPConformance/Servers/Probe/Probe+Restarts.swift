import FTPProtocol

extension Probe {
  /// Opens a data connection and sends commands, such as REST; the transfer command must follow the last one.
  ///
  /// All of that is a preparation, except that what FEAT lists must exist.
  func restart(_ commands: [String]) async throws {
    try await select("I", over: ftp)
    try await prepare(.listen)
    for command in commands {
      let reply = try await sendOptional(command)
      try await preparing(command) { try expect(reply, .intermediate, to: command) }
    }
  }

  /// Carries out a transfer right after commands such as REST, and returns what it brings.
  ///
  /// A refusal is truthful: the case is unsupported then, or broken if it is a download and FEAT has REST.
  ///
  /// `bytes` is what to send; nil for a download. Returns what came; nothing for an upload.
  @discardableResult
  func restarted(
    _ commands: [String], _ command: String, sending bytes: [UInt8]? = nil
  ) async throws -> [UInt8] {
    try await restart(commands)
    let (reply, transfer) = try await ftp.startTransfer(command)
    if let bytes { try await transfer?.sendUntilRefused(bytes) }
    let received = bytes == nil ? try await transfer?.contents() : nil
    let final = try await transfer?.end() ?? reply
    if final.code.isNegative {
      let isPromised = bytes == nil && facts.features.contains("REST")
      throw absence(
        in: final, against: isPromised ? "\(command) after \(commands.joined(separator: ", "))" : nil)
    }
    try expect(final, .completion, to: command)
    return received ?? []
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
