import FTPProtocol

extension Probe {
  /// Sends a wrong password, and waits long for the reply, which servers delay.
  ///
  /// It goes on after the right one, or lacks its last octet, so that a comparison that ends early accepts it.
  func sendWrongPassword(isShorter: Bool = false) async throws -> Reply {
    let right = target.login.password ?? []
    let wrong =
      isShorter && right.count > SecretFinder.shortest ? right.dropLast() : right + Array("-wrong".utf8)
    try await ftp.write(Array("PASS ".utf8) + wrong + Array("\r\n".utf8))
    return try await ftp.nextReply(within: patience.refusal)
  }
}
