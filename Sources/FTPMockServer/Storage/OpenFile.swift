import FTPSystem

/// A file that is open for reading, for as long as anybody holds it.
final class OpenFile: Sendable {
  let file: LocalFile
  /// What a file that is in memory only takes of ``MemoryFiles``; nil for one on disk.
  private let place: MemoryFiles.Place?

  init(_ file: consuming LocalFile, in place: MemoryFiles.Place? = nil) {
    self.file = file
    self.place = place
  }

  /// Whether it is in memory only.
  var isInMemory: Bool { place != nil }

  /// At most `limit` bytes from `offset` on; none where there are none, and none where they cannot be read.
  func bytes(at offset: UInt64, limit: Int) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = (try? file.read(into: &buffer, at: offset)) ?? 0
    return buffer[..<count]
  }
}
