import FTPConversation
import FTPProtocol
import FTPSystem

/// A file that one transfer fills from start to end.
final class PlainFile: Sendable {
  private struct State: ~Copyable {
    var file: LocalFile?
    var position: UInt64
  }

  private let state: Guarded<State>
  /// What it was opened with, for messages.
  private let path: String

  /// Takes over a file, and continues after the first `start` bytes.
  init(_ file: consuming LocalFile, at start: UInt64 = 0) {
    path = file.path
    state = Guarded(State(file: file, position: start))
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

  /// The bytes from an offset on, fewer at the end of the file.
  func bytes(_ count: Int, at offset: UInt64) throws(LocalFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var buffer = [UInt8](repeating: 0, count: count - bytes.count)
      let read = try read(into: &buffer, at: offset + UInt64(bytes.count))
      if read == 0 { break }
      bytes += buffer[..<read]
    }
    return bytes
  }

  /// Cuts off what an earlier attempt has left after the end, syncs the file to disk if that is wanted, and closes it.
  ///
  /// - Throws: with operation `.rename`, if another file has its name, and ``FTPError/changed(_:)`` if it is shorter than
  ///   what was written.
  func finish(synchronizing: Bool, at names: [[UInt8]], in root: DirectoryRoot) throws {
    try state.withLock { state throws in
      guard let file = state.file.take() else { return }
      guard try file.status().isSameFile(as: root.status(of: names)) else {
        throw LocalFileError(operation: .rename, path: path, cause: .noSuchFile)
      }
      guard try file.size() >= state.position else {
        throw FTPError.changed("another process has cut \(Escaping.ascii(path.utf8))")
      }
      try file.truncate(to: state.position)
      if synchronizing { try file.synchronize() }
      try file.close()
    }
  }
}

/// Whether to use RANG; cleared if a server offers it but does not have it.
final class RangeUse: Sendable {
  private let state = Guarded(true)

  var isAllowed: Bool { state.withLock { $0 } }
  func forbid() { state.withLock { $0 = false } }
}
