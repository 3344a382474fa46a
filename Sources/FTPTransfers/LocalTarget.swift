import FTPConversation
import FTPProtocol
import FTPSystem

/// The local file of a download, and the temporary file next to it that contains the bytes until the file is complete.
final class LocalTarget: Sendable {
  private let directory: DirectoryRoot
  private let name: [UInt8]
  private let partName: [UInt8]
  private let part = Guarded<LocalFile?>(nil)

  /// Names the file; its directory must exist.
  init(_ path: String) throws(LocalFileError) {
    let path = FTPPath(path)
    name = path.name
    partName = name + FTPSession.temporarySuffix.utf8
    directory = try DirectoryRoot.open(path.parent.bytes.isEmpty ? "." : path.parent.text)
  }

  /// The existing entry with the name, or nil.
  func entry() throws(LocalFileError) -> FTPEntry? {
    try status(of: name).map { FTPEntry(local: $0, name: name) }
  }

  /// The part from an earlier download: how many bytes, and when they were written.
  func left() throws(LocalFileError) -> (size: UInt64, modified: LocalClock.WallTime)? {
    guard let status = try status(of: partName), status.kind == .file else { return nil }
    return (status.size, status.modified)
  }

  /// The last bytes of that part.
  func tail(_ count: Int, of size: UInt64) throws(LocalFileError) -> [UInt8] {
    let file = try directory.open([partName])
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      var buffer = [UInt8](repeating: 0, count: count - filled)
      let read = try file.read(into: &buffer, at: size - UInt64(count) + UInt64(filled))
      if read == 0 { break }
      bytes.replaceSubrange(filled..<(filled + read), with: buffer[..<read])
      filled += read
    }
    return Array(bytes[..<filled])
  }

  /// Begins with an empty part.
  func begin() throws(LocalFileError) {
    do throws(LocalFileError) { try directory.removeFile([partName]) } catch {
      if error.cause != .noSuchFile { throw error }
    }
    try part.withLock { part throws(LocalFileError) in part = try directory.create([partName]) }
  }

  /// Continues after the existing part.
  func resume() throws(LocalFileError) {
    try part.withLock { part throws(LocalFileError) in
      part = try directory.open([partName], for: .appending)
    }
  }

  func write(_ bytes: Span<UInt8>) throws(LocalFileError) {
    try part.withLock { part throws(LocalFileError) in try part?.write(bytes) }
  }

  /// Gives the complete file its name and its time.
  func commit(modified: TimeValue?) throws(LocalFileError) {
    try part.withLock { part throws(LocalFileError) in
      guard let file = part.take() else { return }
      // If another download has the same target, the temporary file may be its own.
      let isOurs = try file.status().isSameFile(as: directory.status(of: [partName]))
      try file.close()
      guard isOurs else {
        throw LocalFileError(
          operation: .rename, path: String(decoding: partName, as: UTF8.self), cause: .noSuchFile)
      }
    }
    setTime(modified)
    try directory.rename([partName], to: [name])
  }

  /// Keeps the received part for a later download, or removes it if it is empty.
  ///
  /// It gets the time of the source, so that a change of the source is noticed.
  func leave(modified: TimeValue?) {
    part.withLock { $0 = nil }
    guard let left = try? left() else { return }
    if left.size == 0 {
      try? directory.removeFile([partName])
    } else {
      setTime(modified)
    }
  }

  private func setTime(_ time: TimeValue?) {
    guard let time else { return }
    // Not every file system can store every time, and the bytes matter more.
    try? directory.setModificationTime(LocalClock.WallTime(time), of: [partName])
  }

  private func status(of name: [UInt8]) throws(LocalFileError) -> FileStatus? {
    do throws(LocalFileError) { return try directory.status(of: [name]) } catch {
      if error.cause == .noSuchFile { return nil }
      throw error
    }
  }
}

extension LocalClock.WallTime {
  /// The moment of a time in UTC.
  init(_ time: TimeValue) {
    self.init(seconds: time.secondsSince1970, nanoseconds: Int32(clamping: time.nanoseconds))
  }
}

extension FTPEntry {
  /// The local entry of a name.
  package init(local status: FileStatus, name: [UInt8]) {
    let kind: ListedEntry.Kind =
      switch status.kind {
      case .file: .file
      case .directory: .directory
      case .link: .link
      case .pipe: .pipe
      case .socket: .socket
      case .characterDevice: .characterDevice
      case .blockDevice: .blockDevice
      }
    self.init(name: name, kind: kind, source: .local)
    size = status.size
    modified = TimeValue(secondsSince1970: status.modified.seconds)
    mode = status.permissions
  }
}
