import FTPProtocol

extension Reply {
  /// Returns the reply if its code is one of `codes`.
  ///
  /// Throws ``FTPClientError/unexpectedReply(_:to:expected:)`` otherwise.
  @discardableResult
  public func expect(_ codes: ReplyCode...) throws(FTPClientError) -> Reply {
    guard codes.contains(code) else {
      throw .unexpectedReply(
        self, to: "the command", expected: codes.map(\.description).joined(separator: " or "))
    }
    return self
  }
}
