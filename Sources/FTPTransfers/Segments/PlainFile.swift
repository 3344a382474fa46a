import FTPConversation
import FTPProtocol
import FTPSystem

/// A file that one transfer fills from start to end.
final class PlainFile: Sendable {
  private let file: LocalFile
  private let position = Guarded<UInt64>(0)

  init(_ file: consuming LocalFile) { self.file = file }

  /// The number of bytes in the file.
  var count: UInt64 { position.withLock { $0 } }

  func write(_ piece: Span<UInt8>) throws(LocalFileError) {
    let place = count
    try file.write(piece, at: place)
    position.withLock { $0 = place + UInt64(piece.count) }
  }

  /// Truncates the result of an earlier attempt, and syncs it to disk.
  func finish() throws(LocalFileError) {
    try file.truncate(to: count)
    try file.synchronize()
  }
}

/// Whether to use RANG; cleared if a server offers it but does not have it.
final class RangeUse: Sendable {
  private let state = Guarded(true)

  var isAllowed: Bool { state.withLock { $0 } }
  func forbid() { state.withLock { $0 = false } }
}
