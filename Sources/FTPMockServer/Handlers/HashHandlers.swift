import FTPProtocol

/// HASH (draft-bryan-ftpext-hash-02).
enum HashHandlers {
  static let all = [
    CommandHandler(
      .hash,
      feature: { session in
        let names = DigestAlgorithm.all.map { $0.name + ($0 == session.hashAlgorithm ? "*" : "") }
        return "HASH " + names.joined(separator: ";")
      }, options: options, action: hash)
  ]

  @Sendable private static func options(_ session: SessionContext, _ argument: Argument) -> Response {
    if !argument.isEmpty {
      guard let algorithm = DigestAlgorithm(name: argument.text) else {
        return .reply(501, "No such algorithm, \(session.hashAlgorithm) stays.")
      }
      session.hashAlgorithm = algorithm
    }
    return .reply(200, session.hashAlgorithm.name)
  }

  @Sendable private static func hash(_ session: SessionContext, _ argument: Argument) -> Response {
    let restart = session.restart
    if case .range = restart { session.restart = .none }
    do throws(StorageError) {
      let path = try session.path(argument)
      guard session.access.rights(to: path).contains(.read) else {
        return .reply(552, StorageError.denied.text + ".")
      }
      guard try !session.storage.entry(at: path).isDirectory else {
        return .reply(553, StorageError.isDirectory.text + ".")
      }
      let contents = try session.storage.read(path)
      var (first, last) = (UInt64(0), contents.count == 0 ? 0 : contents.count - 1)
      if case .range(let start, let end) = restart {
        guard start < contents.count else { return .reply(501, "The range lies behind the end of the file.") }
        (first, last) = (start, min(end, last))
      }
      guard let digest = try digest(session, FileSource(contents, isText: false, range: first...last)) else {
        return .replyAndClose(ServerReply(421, "Server is shutting down."))
      }
      let text = "\(session.hashAlgorithm) \(first)-\(last) \(DigestAlgorithm.hexadecimal(digest)) "
      return .reply(ServerReply(213, bytes: Array(text.utf8) + argument.bytes))
    } catch {
      return .reply(error.code(otherwise: 550), error.text + ".")
    }
  }

  /// The digest; nil where the server stops meanwhile.
  private static func digest(
    _ session: SessionContext, _ source: FileSource
  ) throws(StorageError) -> [UInt8]? {
    var source = source
    var digest = session.hashAlgorithm.makeDigest()
    while !session.core.stopSignal.isSignalled {
      let chunk = try source.next()
      if chunk.isEmpty { return digest.finish() }
      digest.update(chunk)
    }
    return nil
  }
}
