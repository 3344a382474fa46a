import FTPClient
import FTPProtocol

extension Probe {
  /// Sends a password that is wrong; servers take their time to say so.
  func sendWrongPassword() async throws -> Reply {
    let password = "no-such-password-\(bytes(4).map(String.init).joined())"
    try await ftp.write(Array("PASS \(password)\r\n".utf8))
    return try await ftp.nextReply(within: patience.refusal)
  }
}
