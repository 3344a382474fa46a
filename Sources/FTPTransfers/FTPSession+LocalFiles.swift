import FTPConversation
import FTPProtocol
import FTPSystem

extension FTPSession {
  /// Uploads a local file.
  ///
  /// The bytes first go to a temporary name with a token of this upload and ``temporarySuffix``, which is renamed when
  /// all were sent and SIZE, if the server has it, agrees. With ``FTPFileOptions/resumes``, the part of an interrupted
  /// transfer is continued if its end is the same as in the local file; meanwhile no other process of this user
  /// continues it.
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
      let isFree = try await mayWrite(path, source, options)
      var place = try await UploadPlace.take(path, on: site, options) { _ = try? await self(.noop) }
      do {
        let size = try await upload(source, to: &place, options)
        // Another upload may have been faster.
        if isFree, options.usesTemporaryName {
          do { _ = try await mayWrite(path, source, options) } catch {
            _ = try await self(.delete(place.path))
            throw error
          }
        }
        if options.usesTemporaryName {
          let part = place.path
          try await inTurn { (session) throws(FTPError) in
            try await session.replace(path, by: part, remark: options.remark)
          }
        }
        place.release(leaving: false)
        return size
      } catch {
        place.release(leaving: true)
        throw error
      }
    } catch {
      throw FTPError(any: error) ?? error
    }
  }

  /// Throws unless the target may be written; true if nothing has its name.
  private func mayWrite(
    _ path: FTPPath, _ source: LocalSource, _ options: FTPFileOptions
  ) async throws -> Bool {
    if case .always = options.overwriting { return false }
    guard let there = try await entry(at: path) else { return true }
    try await decide(options.overwriting, about: there) { () throws(FTPError) in source.entry }
    return false
  }

  /// Uploads everything to a place, and gives it its time there: under its own name, it could be replaced meanwhile.
  private func upload(
    _ source: LocalSource, to place: inout UploadPlace, _ options: FTPFileOptions
  ) async throws -> UInt64 {
    let common = place.mayContinue ? try await commonLength(of: source, and: place.path) : 0
    if common == nil { place.renew() }
    let (start, path) = (common ?? 0, place.path)
    var size = try await send(source, to: path, from: start, options)
    // What was there before was written by another process, and only its end was compared.
    if start > 0, try await digestAgrees(of: path, with: size, reading: source.read) == false {
      options.remark?("the server's digest of \(path) differs from that of the local file; starting again")
      size = try await send(source, to: path, from: 0, options)
    }
    if options.keepsTime, let time = source.entry.modified {
      do throws(FTPError) { try await setTime(of: path, to: time) } catch {
        // The bytes matter more than their time.
        guard error.isRefusedForGood else { throw error }
      }
    }
    return size
  }

  private func send(
    _ source: LocalSource, to target: FTPPath, from start: UInt64, _ options: FTPFileOptions
  ) async throws -> UInt64 {
    let size = source.entry.size
    let sent = try await upload(target, at: start, kind: .store) { upload in
      if let file = source.seekable {
        return try await upload.write(file, from: start) {
          options.progress?(FTPProgress(bytes: $0, size: size))
        }
      }
      try await upload.write(awaiting: source.descriptor) { buffer in
        let offset = start + upload.sent
        options.progress?(FTPProgress(bytes: offset, size: size))
        return try source.read(into: &buffer, at: offset)
      }
    }
    let total = start + sent
    if let size, size != total {
      throw FTPError.changed("\(source.entry.text) was changed while it was read")
    }
    options.progress?(FTPProgress(bytes: total, size: size))
    return total
  }

  /// How many bytes the server already has, if their end is the same as here; 0 if it has others, and nil if it has
  /// no such file.
  private func commonLength(of source: LocalSource, and target: FTPPath) async throws -> UInt64? {
    let there = try await inTurn { (session) throws(FTPError) in try await session.ask(.size(target)) }
    guard let there else { return nil }
    guard there > 0, there <= source.entry.size ?? 0 else { return 0 }
    let count = min(there, UInt64(Self.overlap))
    do {
      let tail = try await download(target, at: there - count, limit: Int(count))
      var bytes = [UInt8](repeating: 0, count: Int(count))
      return try source.read(into: &bytes, at: there - count) == bytes.count && bytes == tail ? there : 0
    } catch let error as FTPError where error.isRefusedForGood {
      return 0
    }
  }

  /// The suffix of the file that is being replaced.
  private static let asideSuffix = ".old" + temporarySuffix

  /// Renames `other` to `path`, replacing an existing file; a remark says where that file is, unless it is gone or back.
  private func replace(
    _ path: FTPPath, by other: FTPPath, remark: ((String) -> Void)?
  ) async throws(FTPError) {
    do throws(FTPError) { try await call(.rename(other, to: path)) } catch {
      // Not every server lets a rename replace an existing file. That may not be the reason, so the file is moved aside
      // and not deleted until the new one has its name.
      guard case .refused(_, let command) = error, command?.verb == .rnto, error.isRefusedForGood
      else { throw error }
      let aside = FTPPath(
        bytes: other.bytes.dropLast(Self.temporarySuffix.utf8.count) + Self.asideSuffix.utf8)
      do throws(FTPError) { try await call(.rename(path, to: aside)) } catch let failure {
        if case .refused = failure { throw error }
        remark?("the earlier \(path) may now be named \(aside)")
        throw failure
      }
      do throws(FTPError) { try await call(.rename(other, to: path)) } catch {
        if (try? await call(.rename(aside, to: path))) == nil {
          remark?("the earlier \(path) is now named \(aside)")
        }
        throw error
      }
      do throws(FTPError) { try await call(.delete(aside)) } catch {
        remark?("the earlier \(path) is still there as \(aside)")
        guard case .refused = error else { throw error }
      }
    }
  }
}

/// The local file of an upload.
final class LocalSource: Sendable {
  let entry: FTPEntry
  private let opened: OpenedFile
  private let isSeekable: Bool
  private let hasRead = Guarded(false)

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

  /// Whether it is a pipe or a device of which some bytes were read, so that they cannot be read again.
  var isSpent: Bool { hasRead.withLock { $0 } }

  /// The number of the open file, which is valid as long as this.
  var descriptor: Int32 { opened.file.descriptor }

  /// Reads from an offset, or the next bytes of a pipe or device.
  func read(into buffer: inout [UInt8], at offset: UInt64) throws(LocalFileError) -> Int {
    if isSeekable { return try opened.file.read(into: &buffer, at: offset) }
    hasRead.withLock { $0 = true }
    return try opened.file.read(into: &buffer)
  }
}
