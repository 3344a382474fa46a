import FTPConversation
import FTPProtocol
import FTPSystem

/// The local file of a download, and the temporary file next to it that contains the bytes until the file is complete.
final class LocalTarget: Sendable {
  /// Its folder, and the names beside it.
  let place: SegmentTarget
  private let part = Guarded<PlainFile?>(nil)

  /// Names the file; its directory must exist.
  init(_ path: String) throws(LocalFileError) { place = try SegmentTarget(path: path) }

  /// The part from an earlier download: how many bytes, and when they were written.
  func left() throws(LocalFileError) -> (size: UInt64, modified: LocalClock.WallTime)? {
    guard let status = try place.status(of: place.plainPart), status.kind == .file else { return nil }
    return (status.size, status.modified)
  }

  /// Begins with an empty part.
  func begin() throws(LocalFileError) {
    try place.remove(place.plainPart)
    let file = PlainFile(try place.root.create(place.plainPart))
    part.withLock { $0 = file }
  }

  /// Continues after the existing part, and returns its last bytes.
  func resume(after size: UInt64, tail count: Int) throws(LocalFileError) -> [UInt8] {
    let file = PlainFile(try place.root.open(place.plainPart, for: .updating), at: size)
    part.withLock { $0 = file }
    return try file.bytes(count, at: size - UInt64(count))
  }

  func write(_ bytes: Span<UInt8>) throws(LocalFileError) { try part.withLock { $0 }?.write(bytes) }

  /// Reads what was written.
  func read(into buffer: inout [UInt8], at offset: UInt64) throws(LocalFileError) -> Int {
    try part.withLock { $0 }?.read(into: &buffer, at: offset) ?? 0
  }

  /// Gives the complete file its name and its time.
  ///
  /// - Throws: ``FTPError`` if another process has changed or replaced the temporary file.
  func commit(modified: TimeValue?) throws {
    guard let file = part.withLock({ $0.take() }) else { return }
    try file.finish(synchronizing: false, at: place.plainPart, in: place.root)
    setTime(modified)
    try place.root.rename(place.plainPart, to: place.names)
  }

  /// Keeps the received part for a later download, or removes it if it is empty.
  ///
  /// It gets the time of the source, so that a change of the source is noticed.
  func leave(modified: TimeValue?) {
    part.withLock { $0 = nil }
    guard let left = try? left() else { return }
    if left.size == 0 {
      try? place.remove(place.plainPart)
    } else {
      setTime(modified)
    }
  }

  private func setTime(_ time: TimeValue?) {
    guard let time else { return }
    // Not every file system can store every time, and the bytes matter more.
    try? place.root.setModificationTime(LocalClock.WallTime(time), of: place.plainPart)
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
