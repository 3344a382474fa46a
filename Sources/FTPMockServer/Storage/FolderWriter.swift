import FTPSystem

/// Writes to a file on disk as bytes come.
final class FolderWriter: FileWriter {
  private var file: LocalFile?
  /// Where the old contents are cut off; nil if they stay, or if that has been done.
  private var start: UInt64?
  private let removeIfNew: () -> Void

  /// Takes over a file that stands where writing begins.
  init(_ file: consuming LocalFile, start: UInt64?, removeIfNew: @escaping () -> Void) {
    self.file = consume file
    self.start = start
    self.removeIfNew = removeIfNew
  }

  func append(_ bytes: ArraySlice<UInt8>) throws(StorageError) {
    do throws(LocalFileError) {
      try cut()
      try file?.write(bytes)
    } catch {
      throw StorageError(error)
    }
  }

  func synchronize() throws(StorageError) {
    do throws(LocalFileError) {
      try file?.synchronize()
    } catch {
      throw StorageError(error)
    }
  }

  func finish() throws(StorageError) {
    do throws(LocalFileError) {
      try cut()
      try file.take()?.close()
    } catch {
      throw StorageError(error)
    }
  }

  func cancel() {
    _ = file.take()
    removeIfNew()
  }

  /// What was there goes only when there is a data connection to bring something else.
  private func cut() throws(LocalFileError) {
    guard let start else { return }
    self.start = nil
    try file?.truncate(to: start)
  }
}
