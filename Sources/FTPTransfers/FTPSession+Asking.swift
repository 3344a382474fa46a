import FTPProtocol

extension FTPSession {
  /// The entry of a name on the server; nil if it does not exist.
  ///
  /// Uses MLST; if the server lacks it, CWD for a directory, SIZE and MDTM for a file,
  /// and a listing of its parent if the server lacks those too.
  ///
  /// - Throws: ``FTPError`` if the server refuses, the conversation fails, or the task is cancelled.
  public func entry(at path: FTPPath) async throws(FTPError) -> FTPEntry? {
    try await inTurn { (session) throws(FTPError) in try await session.findEntry(at: path) }
  }

  /// Whether the server has an entry with that name, found as in ``entry(at:)``.
  ///
  /// - Throws: ``FTPError`` if the server refuses, the conversation fails, or the task is cancelled.
  public func exists(_ path: FTPPath) async throws(FTPError) -> Bool { try await entry(at: path) != nil }

  /// Sets when the content was last changed: with MFMT, or with MDTM and a time if the server has only that.
  ///
  /// - Throws: ``FTPError/unsupported(_:)`` if it has neither, and ``FTPError/refused(_:to:)`` if it refuses.
  public func setTime(of path: FTPPath, to time: TimeValue) async throws(FTPError) {
    try await inTurn { (session) throws(FTPError) in try await session.changeTime(of: path, to: time) }
  }

  func findEntry(at path: FTPPath) async throws(FTPError) -> FTPEntry? {
    let answer = try await askAbout(path)
    guard answer.entry == nil, !answer.isCertain, !path.name.isEmpty else { return answer.entry }
    do throws(FTPError) {
      return try await readListing(of: path.parent).entries.first { $0.name == path.name }
    } catch {
      guard error.isRefusedForGood else { throw error }
      return nil
    }
  }

  /// The entry of a name as far as the server says when it is asked for that name alone, and whether that is certain:
  /// a server without MLST and SIZE says nothing about files.
  private func askAbout(_ path: FTPPath) async throws(FTPError) -> (entry: FTPEntry?, isCertain: Bool) {
    if !unknownVerbs.contains(.mlst) {
      do throws(FTPError) { return (try await call(.entry(path)), true) } catch {
        // A command unknown to the server is replaced by others.
        if case .refused(let reply, _) = error, reply.code == 550 || reply.code == 553 { return (nil, true) }
        guard error.isRefusedForGood else { throw error }
      }
    }
    // Before SIZE, which some servers also answer for directories.
    if try await isDirectory(path) { return (FTPEntry(name: path.name, kind: .directory), true) }
    if let size = try await ask(.size(path)) {
      var entry = FTPEntry(name: path.name, kind: .file)
      entry.size = size
      entry.modified = try await ask(.modificationTime(path))
      return (entry, true)
    }
    return (nil, !unknownVerbs.contains(.size))
  }

  /// Whether the server has a name when it is asked for that name alone; nil if it does not say.
  func has(_ path: FTPPath) async throws(FTPError) -> Bool? {
    try await inTurn { (session) throws(FTPError) in
      let answer = try await session.askAbout(path)
      return answer.entry != nil ? true : answer.isCertain ? false : nil
    }
  }

  /// Whether CWD to the path succeeds.
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
      // MDTM with a time is only a convention; without it, a server reads the argument as the name of a missing file.
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
  /// True for a 5yz reply, and for unreadable or unsupported answers.
  var isRefusedForGood: Bool {
    switch self {
    case .refused(let reply, _): reply.code.firstDigit == 5
    case .unreadable, .unreadableListing, .unsupported: true
    default: false
    }
  }
}
