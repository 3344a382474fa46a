import FTPConversation
import FTPProtocol
import FTPSystem

/// The file next to the target of a download that one transfer fills from start to end, until it is complete and gets
/// the name of the target.
final class PartFile: Sendable {
  private struct State: ~Copyable {
    var file: LocalFile?
    var position: UInt64 = 0
  }

  /// The target's folder, and the names beside it.
  let place: SegmentTarget
  private let names: [[UInt8]]
  private let state = Guarded(State())

  /// Names the file; its directory must exist.
  init(_ place: SegmentTarget, _ names: [[UInt8]]) {
    self.place = place
    self.names = names
  }

  /// Names the part of a plain download to a file.
  convenience init(_ path: String) throws(LocalFileError) {
    let place = try SegmentTarget(path: path)
    self.init(place, place.plainPart)
  }

  /// The part from an earlier download: how many bytes, and when they were written.
  func left() throws(LocalFileError) -> (size: UInt64, modified: LocalClock.WallTime)? {
    guard let status = try place.status(of: names), status.kind == .file else { return nil }
    return (status.size, status.modified)
  }

  /// Begins with an empty file.
  func begin() throws(LocalFileError) {
    try place.remove(names)
    continues(try place.root.create(names), at: 0)
  }

  /// Continues after the existing part, and returns its last bytes.
  func resume(after size: UInt64, tail count: Int) throws(LocalFileError) -> [UInt8] {
    let file = try place.root.open(names, for: .updating)
    let bytes = try file.bytes(count, at: size - UInt64(count))
    continues(file, at: size)
    return bytes
  }

  private func continues(_ file: consuming LocalFile, at position: UInt64) {
    var state: State? = State(file: file, position: position)
    self.state.withLock { if let new = state.take() { $0 = new } }
  }

  /// The number of bytes that belong to the file.
  var count: UInt64 { state.withLock { $0.position } }

  /// Writes at the position of this transfer, whatever others do with the file.
  func write(_ piece: Span<UInt8>) throws(LocalFileError) {
    try state.withLock { state throws(LocalFileError) in
      try state.file?.write(piece, at: state.position)
      state.position += UInt64(piece.count)
    }
  }

  /// Reads from an offset; fewer bytes than the buffer has, or none, at the end.
  func read(into buffer: inout [UInt8], at offset: UInt64) throws(LocalFileError) -> Int {
    let length = buffer.count
    let (bytes, count) = try state.withLock { state throws(LocalFileError) -> ([UInt8], Int) in
      var bytes = [UInt8](repeating: 0, count: length)
      let count = try state.file?.read(into: &bytes, at: offset) ?? 0
      return (bytes, count)
    }
    buffer = bytes
    return count
  }

  /// Cuts off what an earlier attempt has left after the end, gives the file its time and the name of the target, and
  /// returns how many bytes it has; syncs it to disk before if that is wanted.
  ///
  /// - Throws: with operation `.rename`, if another file has its name, and ``FTPError/changed(_:)`` if it is shorter than
  ///   what was written.
  @discardableResult
  func commit(modified: TimeValue?, synchronizing: Bool = false) throws -> UInt64 {
    let count = try state.withLock { state throws -> UInt64 in
      guard let file = state.file.take() else { return state.position }
      guard try file.status().isSameFile(as: place.root.status(of: names)) else {
        throw LocalFileError(operation: .rename, path: file.path, cause: .noSuchFile)
      }
      guard try file.size() >= state.position else {
        throw FTPError.changed("another process has cut \(Escaping.ascii(file.path.utf8))")
      }
      try file.truncate(to: state.position)
      if synchronizing { try file.synchronize() }
      try file.close()
      return state.position
    }
    setTime(modified)
    try place.root.rename(names, to: place.names)
    return count
  }

  /// Keeps the received part for a later download, or removes it if it is empty.
  ///
  /// It gets the time of the source, so that a change of the source is noticed.
  func leave(modified: TimeValue?) {
    state.withLock { $0.file = nil }
    guard let left = try? left() else { return }
    if left.size == 0 { try? place.remove(names) } else { setTime(modified) }
  }

  private func setTime(_ time: TimeValue?) {
    guard let time else { return }
    // Not every file system can store every time, and the bytes matter more.
    try? place.root.setModificationTime(LocalClock.WallTime(time), of: names)
  }
}

extension LocalClock.WallTime {
  /// The moment of a time in UTC.
  init(_ time: TimeValue) {
    self.init(seconds: time.secondsSince1970, nanoseconds: Int32(clamping: time.nanoseconds))
  }
}

extension LocalFile {
  /// The bytes from an offset on, fewer at the end of the file.
  func bytes(_ count: Int, at offset: UInt64) throws(LocalFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var buffer = [UInt8](repeating: 0, count: min(count - bytes.count, 65_536))
      let read = try read(into: &buffer, at: offset + UInt64(bytes.count))
      if read == 0 { break }
      bytes += buffer[..<read]
    }
    return bytes
  }
}
