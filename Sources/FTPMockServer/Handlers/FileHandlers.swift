import FTPProtocol

/// DELE, RNFR, RNTO (RFC 959, section 4.1.3), SIZE, MDTM (RFC 3659, sections 3 and 4).
enum FileHandlers {
  static let all = [
    CommandHandler(.dele) { session, argument throws(StorageError) in
      try session.storage.removeFile(try session.path(argument, for: .delete))
      return .reply(250, "File removed.")
    },
    CommandHandler(.rnfr) { session, argument throws(StorageError) in
      let path = try session.path(argument, for: .rename)
      _ = try session.storage.entry(at: path)
      guard let agreed = session.reply(to: .rnfr, leadingTo: .rnto, "Ready for the new name.") else {
        return .notImplemented
      }
      session.renameSource = path
      return agreed
    },
    CommandHandler(.rnto, turn: .rnto, action: renameTo),
    CommandHandler(.size, action: size),
    CommandHandler(.mdtm) { session, argument throws(StorageError) in
      let entry = try session.visibleEntry(argument).entry
      guard !entry.isDirectory else { throw .isDirectory }
      return .reply(213, entry.modified.description)
    },
  ]

  @Sendable private static func renameTo(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> Response {
    guard let source = session.renameSource else {
      return .reply(503, "Bad sequence of commands: RNFR comes first.")
    }
    session.renameSource = nil
    let target = try session.path(argument, for: .create)
    if let old = try? session.storage.entry(at: target), !old.isDirectory, target != source {
      _ = try session.path(argument, for: .overwrite)
    }
    try session.storage.rename(source, to: target)
    return .reply(250, "Renamed.")
  }

  /// Counting the bytes to send means reading the whole file, which is not done for files larger than this.
  private static let largestCounted: UInt64 = 128 << 20

  /// The number of bytes sent, so that each line end counts twice in ASCII type, and bytes that a structure or mode
  /// adds count too (RFC 3659, section 4).
  @Sendable private static func size(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> Response {
    let contents = try session.storage.read(try session.path(argument, for: .list))
    var source = try session.source(of: contents)
    if let count = (source as? FileSource)?.count { return .reply(213, "\(count)") }
    guard contents.count <= largestCounted else {
      return .reply(550, "Size not available with these parameters.")
    }
    var count: UInt64 = 0
    while true {
      let chunk = try source.next()
      if chunk.isEmpty { return .reply(213, "\(count)") }
      count += UInt64(chunk.count)
    }
  }
}
