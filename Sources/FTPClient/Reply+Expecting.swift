import FTPProtocol

extension Reply {
  /// Returns the reply if its code is one of `codes`.
  ///
  /// ``RawFTPClient/send(_:expecting:)`` names the command in its error; here the caller may.
  ///
  /// - Parameters:
  ///   - codes: the codes that are accepted.
  ///   - command: the command that was answered, for the message.
  /// - Returns: the reply itself.
  /// - Throws: ``FTPClientError/unexpectedReply(_:to:expected:)`` if it has another code.
  @discardableResult
  public func expect(
    _ codes: ReplyCode..., to command: String = "the command"
  ) throws(FTPClientError) -> Reply {
    try expect(oneOf: codes, to: command)
  }

  func expect(oneOf codes: [ReplyCode], to command: String) throws(FTPClientError) -> Reply {
    guard codes.contains(code) else {
      throw .unexpectedReply(
        self, to: command, expected: codes.map(\.description).joined(separator: " or "))
    }
    return self
  }
}
