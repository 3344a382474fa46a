import FTPProtocol

/// RETR (RFC 959, section 4.1.3) and REST (RFC 3659, section 5).
enum RetrieveHandlers {
  static let all = [
    CommandHandler(.retr, action: retrieve),
    CommandHandler(.rest) { session, argument in
      guard let offset = UInt64(digits: argument.trimmed) else {
        return .reply(501, "The marker is a decimal number.")
      }
      let text = "The next transfer begins at byte \(offset)."
      guard let agreed = session.reply(to: .rest, leadingTo: .restarted, text) else { return .notImplemented }
      session.restart = offset == 0 ? .none : .offset(offset)
      return agreed
    },
  ]

  @Sendable private static func retrieve(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> Response {
    let restart = session.takeRestart()
    let contents = try session.storage.read(try session.path(argument, for: .read))
    let source = try session.source(of: contents, restart)
    // For other sources, the number of bytes that will be sent is not known yet.
    let size = (source as? FileSource)?.count.map { " (\($0) bytes)" } ?? ""
    let text = "Opening data connection, type \(session.parameters.type)\(size)."
    return .transfer(Transfer(preliminary: ServerReply(150, text), direction: .send(source)))
  }
}
