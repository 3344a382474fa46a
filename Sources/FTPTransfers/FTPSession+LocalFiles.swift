import FTPClient
import FTPConversation
import FTPProtocol
import FTPSystem

extension FTPSession {
  /// Uploads a local file.
  ///
  /// The bytes first go to the name with ``temporarySuffix``, which is renamed when all were sent and SIZE, if the
  /// server has it, agrees. With ``FTPFileOptions/resumes``, the part of an interrupted transfer is continued if its
  /// end is the same as in the local file.
  /// - Returns: how many bytes the file has.
  /// - Throws: ``FTPError``, and what the question before overwriting throws.
  @discardableResult
  public func upload(
    file: String, to path: FTPPath, options: FTPFileOptions = FTPFileOptions()
  ) async throws -> UInt64 {
    do {
      return try await upload(try LocalSource(file), to: path, options: options)
    } catch {
      throw FTPError(any: error) ?? error
    }
  }

  /// Uploads an open file.
  func upload(
    _ source: LocalSource, to path: FTPPath, options: FTPFileOptions
  ) async throws -> UInt64 {
    do {
      if case .always = options.overwriting {
      } else if let there = try await entry(at: path) {
        try await decide(options.overwriting, about: there) { () throws(FTPError) in source.entry }
      }
      let target =
        options.usesTemporaryName ? FTPPath(bytes: path.bytes + Self.temporarySuffix.utf8) : path
      let size = try await upload(source, to: target, options)
      if options.usesTemporaryName {
        try await inTurn { (session) throws(FTPError) in try await session.replace(path, by: target) }
      }
      if options.keepsTime, let time = source.entry.modified {
        do throws(FTPError) { try await setTime(of: path, to: time) } catch {
          // The bytes matter more than their time.
          guard error.isRefusedForGood else { throw error }
        }
      }
      return size
    } catch {
      throw FTPError(any: error) ?? error
    }
  }

  private func upload(
    _ source: LocalSource, to target: FTPPath, _ options: FTPFileOptions
  ) async throws -> UInt64 {
    let start = options.resumes ? try await commonLength(of: source, and: target) : 0
    let position = Guarded(start)
    let size = source.entry.size
    try await upload(target, at: start, kind: .store) { upload in
      if let file = source.seekable {
        return try await upload.write(file, from: start) { offset in
          position.withLock { $0 = offset }
          options.progress?(FTPProgress(bytes: offset, size: size))
        }
      }
      try await upload.write(awaiting: source.descriptor) { buffer in
        let offset = position.withLock { $0 }
        let count = try source.read(into: &buffer, at: offset)
        position.withLock { $0 += UInt64(count) }
        options.progress?(FTPProgress(bytes: offset, size: size))
        return count
      }
    }
    let total = position.withLock { $0 }
    if let size, size != total {
      throw FTPError.changed("\(source.entry.text) was changed while it was read")
    }
    options.progress?(FTPProgress(bytes: total, size: size))
    return total
  }

  /// How many bytes the server already has, if their end is the same as here; otherwise 0.
  private func commonLength(of source: LocalSource, and target: FTPPath) async throws -> UInt64 {
    let there = try await inTurn { (session) throws(FTPError) in try await session.ask(.size(target)) }
    guard let there, there > 0, there <= source.entry.size ?? 0 else { return 0 }
    let count = min(there, UInt64(Self.overlap))
    do {
      let tail = try await download(target, at: there - count, limit: Int(count))
      var bytes = [UInt8](repeating: 0, count: Int(count))
      return try source.read(into: &bytes, at: there - count) == bytes.count && bytes == tail ? there : 0
    } catch let error as FTPError where error.isRefusedForGood {
      return 0
    }
  }

  /// Renames `other` to `path`, replacing an existing file.
  private func replace(_ path: FTPPath, by other: FTPPath) async throws(FTPError) {
    do throws(FTPError) { try await call(.rename(other, to: path)) } catch {
      // Not every server lets a rename replace an existing file.
      guard case .refused(_, let command) = error, command?.verb == .rnto, error.isRefusedForGood,
        try await ask(.delete(path)) != nil
      else { throw error }
      try await call(.rename(other, to: path))
    }
  }
}

/// The local file of an upload.
final class LocalSource: Sendable {
  /// Its entry.
  let entry: FTPEntry
  private let opened: OpenedFile
  private let isSeekable: Bool

  /// Opens the file.
  convenience init(_ path: String) throws(LocalFileError) {
    try self.init(try LocalFile.open(path), name: FTPPath(path).name)
  }

  /// Takes over an open file.
  init(_ file: consuming LocalFile, name: [UInt8]) throws(LocalFileError) {
    let status = try file.status()
    opened = OpenedFile(file)
    isSeekable = status.kind == .file
    var entry = FTPEntry(local: status, name: name)
    if !isSeekable { (entry.size, entry.modified) = (nil, nil) }
    self.entry = entry
  }

  /// The file, if it can be read from any offset.
  var seekable: OpenedFile? { isSeekable ? opened : nil }

  /// The number of the open file, which is valid as long as this.
  var descriptor: Int32 { opened.file.descriptor }

  /// Reads from an offset, or the next bytes of a pipe or device.
  func read(into buffer: inout [UInt8], at offset: UInt64) throws(LocalFileError) -> Int {
    isSeekable ? try opened.file.read(into: &buffer, at: offset) : try opened.file.read(into: &buffer)
  }
}
