import FTPSystem

/// Writes to a file on disk, in place, as bytes arrive.
final class FolderWriter: FileWriter {
  private var file: LocalFile?
  /// The offset at which the old contents are cut off; nil if they stay, or were cut off already.
  private var start: UInt64?
  private let removeIfNew: () -> Void

  /// Takes a file positioned where writing begins.
  init(_ file: consuming LocalFile, start: UInt64?, removeIfNew: @escaping () -> Void) {
    self.file = consume file
    self.start = start
    self.removeIfNew = removeIfNew
  }

  func append(_ bytes: ArraySlice<UInt8>) throws(StorageError) {
    try attempt { () throws(LocalFileError) in
      try cut()
      try file?.write(bytes)
    }
  }

  func synchronize() throws(StorageError) {
    try attempt { () throws(LocalFileError) in try file?.synchronize() }
  }

  func finish(_ end: UploadEnd) throws(StorageError) {
    do throws(LocalFileError) {
      if end == .complete { try cut() }
      try file.take()?.close()
    } catch {
      if end != .undone { throw StorageError(error) }
    }
    if end == .undone { removeIfNew() }
  }

  /// The old contents are cut off only once there are new ones, or their end.
  private func cut() throws(LocalFileError) {
    guard let start else { return }
    self.start = nil
    try file?.truncate(to: start)
  }
}
