import FTPProtocol

extension FTPSession {
  /// What the server knows of a name; nil where it has nothing of that name.
  ///
  /// Asked for with MLST; where the server does not have that, with CWD for a directory, SIZE and MDTM for a file,
  /// and with a listing of what it is in where the server has none of them either.
  ///
  /// - Throws: ``FTPError`` if the server refuses, the conversation fails, or the task is cancelled.
  public func entry(at path: FTPPath) async throws(FTPError) -> FTPEntry? {
    try await inTurn { (session) throws(FTPError) in try await session.findEntry(at: path) }
  }

  /// Whether the server has something of that name; asked for as in ``entry(at:)``.
  ///
  /// - Throws: ``FTPError`` if the server refuses, the conversation fails, or the task is cancelled.
  public func exists(_ path: FTPPath) async throws(FTPError) -> Bool { try await entry(at: path) != nil }

  /// Sets when the content was last changed: by MFMT, or by MDTM with a time where the server has only that.
  ///
  /// - Throws: ``FTPError/unsupported(_:)`` where it has neither, and ``FTPError/refused(_:to:)`` where it does not do it.
  public func setTime(of path: FTPPath, to time: TimeValue) async throws(FTPError) {
    try await inTurn { (session) throws(FTPError) in try await session.changeTime(of: path, to: time) }
  }

  func findEntry(at path: FTPPath) async throws(FTPError) -> FTPEntry? {
    if !unknownVerbs.contains(.mlst) {
      do throws(FTPError) { return try await call(.entry(path)) } catch {
        // What is not known at all is asked for in other ways.
        if case .refused(let reply, _) = error, reply.code == 550 || reply.code == 553 { return nil }
        guard error.isRefusedForGood else { throw error }
      }
    }
    // Before SIZE, which some servers answer for directories, too.
    if try await isDirectory(path) { return FTPEntry(name: path.name, kind: .directory) }
    if let size = try await ask(.size(path)) {
      var entry = FTPEntry(name: path.name, kind: .file)
      entry.size = size
      entry.modified = try await ask(.modificationTime(path))
      return entry
    }
    guard unknownVerbs.contains(.size), !path.name.isEmpty else { return nil }
    do throws(FTPError) {
      return try await readListing(of: path.parent).entries.first { $0.name == path.name }
    } catch {
      guard error.isRefusedForGood else { throw error }
      return nil
    }
  }

  /// Whether CWD goes there.
  private func isDirectory(_ path: FTPPath) async throws(FTPError) -> Bool {
    do throws(FTPError) {
      return try await within(path) { (_) throws(FTPError) in true }
    } catch {
      guard error.isRefusedForGood else { throw error }
      return false
    }
  }

  func changeTime(of path: FTPPath, to time: TimeValue) async throws(FTPError) {
    for verb in [Verb.mfmt, .mdtm] where !unknownVerbs.contains(verb) {
      // MDTM with a time is no more than a habit, and at a server without it the name of a file that is not there.
      if verb == .mdtm, !features.contains("MDTM") { break }
      let command = Command(verb, bytes: Array("\(time) ".utf8) + path.bytes)
      let reply = try await exchange(command)
      if reply.code.firstDigit == 2 { return }
      guard Self.unknownCodes.contains(reply.code) || verb == .mdtm else {
        throw .refused(reply, to: command)
      }
    }
    throw .unsupported("set the time of a file")
  }
}

extension FTPError {
  /// True for a reply 5yz, and for what cannot be read or done at all.
  var isRefusedForGood: Bool {
    switch self {
    case .refused(let reply, _): reply.code.firstDigit == 5
    case .unreadable, .unsupported: true
    default: false
    }
  }
}
