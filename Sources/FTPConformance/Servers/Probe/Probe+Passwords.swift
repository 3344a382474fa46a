import FTPProtocol

extension Probe {
  /// Sends a wrong password, and waits long for the reply, which servers delay.
  ///
  /// It is close to the right one, so that a comparison that ends early accepts it.
  ///
  /// - Parameter isShorter: Whether it lacks the last octet of the right one, instead of going on after it.
  func sendWrongPassword(isShorter: Bool = false) async throws -> Reply {
    let right = target.login.password ?? []
    let wrong =
      isShorter && right.count > SecretFinder.shortest ? right.dropLast() : right + Array("-wrong".utf8)
    try await ftp.write(Array("PASS ".utf8) + wrong + Array("\r\n".utf8))
    return try await ftp.nextReply(within: patience.refusal)
  }
}
