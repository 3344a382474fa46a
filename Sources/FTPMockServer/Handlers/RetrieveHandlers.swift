import FTPProtocol

/// RETR (RFC 959, section 4.1.3) and REST (RFC 3659, section 5).
enum RetrieveHandlers {
  static let all = [
    CommandHandler(.retr, .required("pathname"), help: "Sends a file.", action: retrieve),
    CommandHandler(
      .rest, .required("marker"), help: "Says at which byte the next transfer begins.",
      feature: { _ in "REST STREAM" }
    ) { session, argument in
      guard argument.bytes.allSatisfy({ (0x30...0x39).contains($0) }), let offset = UInt64(argument.text)
      else {
        return .reply(501, "The marker is a decimal number.")
      }
      session.restartOffset = offset
      return .reply(350, "The next transfer begins at byte \(offset).")
    },
  ]

  @Sendable private static func retrieve(_ session: SessionContext, _ argument: Argument) -> Response {
    let offset = session.takeRestartOffset()
    do throws(StorageError) {
      let contents = try session.storage.read(try session.path(argument))
      var source = FileSource(contents, isText: session.parameters.isText)
      guard try source.skip(offset) else { return .reply(554, StorageError.badOffset.text + ".") }
      // In ASCII type the number of bytes that will travel is not known yet.
      let size = session.parameters.isText ? "" : " (\(contents.count - offset) bytes)"
      let text = "Opening data connection, type \(session.parameters.representation.name)\(size)."
      return .transfer(Transfer(preliminary: ServerReply(150, text), direction: .send(source)))
    } catch {
      return .reply(error.code(otherwise: 550), error.text + ".")
    }
  }
}
