import FTPProtocol

extension Probe {
  /// Sends a wrong password, and waits long for the reply, which servers delay.
  func sendWrongPassword() async throws -> Reply {
    let password = "no-such-password-\(bytes(4).map(String.init).joined())"
    try await ftp.write(Array("PASS \(password)\r\n".utf8))
    return try await ftp.nextReply(within: patience.refusal)
  }
}
