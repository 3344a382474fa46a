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
        return .reply(501, "No such algorithm; \(session.hashAlgorithm) stays.")
      }
      session.hashAlgorithm = algorithm
    }
    return .reply(200, session.hashAlgorithm.name)
  }

  @Sendable private static func hash(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> Response {
    let restart = session.restart
    if case .range = restart { session.restart = .none }
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
      guard start < contents.count else { return .reply(501, "The range lies past the end of the file.") }
      (first, last) = (start, min(end, last))
    }
    return .work(
      Hashing(
        algorithm: session.hashAlgorithm, range: first...last, name: argument.bytes,
        source: FileSource(contents, isText: false, range: first...last),
        digest: session.hashAlgorithm.makeDigest()))
  }
}

/// The hash of a file, a chunk at a time.
private struct Hashing: Work {
  let algorithm: DigestAlgorithm
  let range: ClosedRange<UInt64>
  let name: [UInt8]
  var source: FileSource
  var digest: any Digest

  mutating func step() throws(StorageError) -> ServerReply? {
    let chunk = try source.next()
    guard chunk.isEmpty else {
      digest.update(chunk)
      return nil
    }
    let text =
      "\(algorithm) \(range.lowerBound)-\(range.upperBound) \(DigestAlgorithm.hexadecimal(digest.finish())) "
    return ServerReply(213, bytes: Array(text.utf8) + name)
  }
}
