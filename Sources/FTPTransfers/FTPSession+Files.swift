import FTPConversation
import FTPProtocol
import FTPSystem

extension FTPSession {
  /// The suffix of temporary names.
  public static let temporarySuffix = ".ftpraw-part"
  /// How many bytes of an earlier transfer are compared before the transfer continues.
  static let overlap = 65_536

  /// Downloads a file to a local file.
  ///
  /// The bytes first go to a file with ``temporarySuffix`` after its name, which is renamed when complete. So a file
  /// with the final name is always complete, and the part of an interrupted transfer is kept, so that it can be
  /// continued (``FTPFileOptions/resumes``). Its end, size and time are compared with the server's file, and if
  /// anything differs, the download begins again. While it runs, a file with the suffix `.ftpraw-lock` keeps other
  /// transfers away. A pipe or a device is written directly.
  /// - Returns: how many bytes the file has.
  /// - Throws: ``FTPError``, and whatever the question before overwriting throws.
  @discardableResult
  public func download(
    _ path: FTPPath, to file: String, options: FTPFileOptions = FTPFileOptions()
  ) async throws -> UInt64 {
    do {
      let target = try PartFile(file)
      if let there = try target.place.entry(), there.kind != .file, there.kind != .link {
        return try await download(path, into: LocalFile.create(file), options)
      }
      let lock = try await target.place.claim(
        waits: options.waits, remark: options.remark, stayInTouch: { _ = try? await self(.noop) }
      ) { there in
        try await decide(options.overwriting, about: there) { () throws(FTPError) in
          try await entry(at: path)
        }
      }
      defer { lock?.release() }
      let time = try await inTurn { (session) throws(FTPError) in
        try await session.ask(.modificationTime(path))
      }
      do {
        let size = try await download(path, to: target, time, options)
        try target.commit(modified: options.keepsTime ? time : nil)
        return size
      } catch {
        target.leave(modified: time)
        throw error
      }
    } catch {
      throw FTPError(any: error) ?? error
    }
  }

  private func download(
    _ path: FTPPath, to target: PartFile, _ time: TimeValue?, _ options: FTPFileOptions
  ) async throws -> UInt64 {
    if options.resumes, options.representation == .image, let left = try target.left(), left.size > 0,
      // A part written before the source was changed belongs to another file.
      time.map({ left.modified.seconds >= $0.secondsSince1970 }) ?? true
    {
      do {
        let size = try await resume(path, to: target, after: left.size, options)
        // The part was written by another process, and only its end was compared.
        if try await digestAgrees(of: path, with: size, reading: target.read) ?? true { return size }
        options.remark?("the server's digest of \(path) differs from that of the local part; starting again")
      } catch FTPError.changed {
      } catch FTPError.refused(_, let command) where command?.verb == .rest {
      }
    }
    try target.begin()
    return try await download(path, as: options.representation) { pieces in
      try await pieces.forEach { piece in
        try target.write(piece)
        options.progress?(FTPProgress(bytes: target.count, size: pieces.size))
      }
      return target.count
    }
  }

  /// Continues after this many bytes, the last of which are downloaded again and compared.
  private func resume(
    _ path: FTPPath, to target: PartFile, after size: UInt64, _ options: FTPFileOptions
  ) async throws -> UInt64 {
    let tail = try target.resume(after: size, tail: Int(min(size, UInt64(Self.overlap))))
    let start = size - UInt64(tail.count)
    return try await download(path, at: start) { pieces in
      let compared = Guarded(0)
      try await pieces.forEach { piece in
        let skipped = try compared.withLock { compared in
          let count = min(piece.count, tail.count - compared)
          for index in 0..<count where piece[index] != tail[compared + index] {
            throw FTPError.changed("\(path) has changed since its local part was downloaded")
          }
          compared += count
          return count
        }
        try target.write(piece.extracting(droppingFirst: skipped))
        options.progress?(FTPProgress(bytes: start + pieces.received, size: pieces.size))
      }
      guard compared.withLock({ $0 }) == tail.count else {
        throw FTPError.changed("\(path) is shorter than its local part")
      }
      return start + pieces.received
    }
  }

  /// Downloads into something that is not a file and cannot be renamed.
  private func download(
    _ path: FTPPath, into file: consuming LocalFile, _ options: FTPFileOptions
  ) async throws -> UInt64 {
    let file = Guarded<LocalFile?>(file)
    return try await download(path, as: options.representation) { pieces in
      try await pieces.forEach { piece in
        try file.withLock { file throws(LocalFileError) in try file?.write(piece) }
        options.progress?(FTPProgress(bytes: pieces.received, size: pieces.size))
      }
      try file.withLock { file throws(LocalFileError) in
        if let open = file.take() { try open.close() }
      }
      return pieces.received
    }
  }

  /// Throws unless the target may be overwritten.
  func decide(
    _ overwriting: FTPOverwriting, about there: FTPEntry,
    source: () async throws(FTPError) -> FTPEntry?
  ) async throws {
    switch overwriting {
    case .always: return
    case .never: throw FTPError.exists(there)
    case .asking(let ask): guard try await ask(there) else { throw FTPError.exists(there) }
    case .newer:
      guard let source = try await source() else { return }
      guard source.isNewer(than: there) else { throw FTPError.exists(there) }
    }
  }
}

extension FTPEntry {
  /// Whether this differs from the other in size, or was changed later; true if that is unknown.
  func isNewer(than other: FTPEntry) -> Bool {
    if let size, let otherSize = other.size, size != otherSize { return true }
    guard let modified, let otherTime = other.modified else { return size == nil || other.size == nil }
    // A time given to the minute is compared to the minute.
    let unit: Int64 =
      switch min(precision, other.precision) {
      case .day: 86_400
      case .minute: 60
      case .second, .fraction: 1
      }
    return modified.secondsSince1970 / unit > otherTime.secondsSince1970 / unit
  }
}
