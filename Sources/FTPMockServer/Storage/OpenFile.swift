import FTPSystem

/// A file that is open for reading until it is released.
final class OpenFile: Sendable {
  let file: LocalFile
  /// The slot of a file in memory in ``MemoryFiles``; nil for one on disk.
  private let place: MemoryFiles.Place?

  init(_ file: consuming LocalFile, in place: MemoryFiles.Place? = nil) {
    self.file = file
    self.place = place
  }

  var isInMemory: Bool { place != nil }

  /// At most `limit` bytes from `offset` on; none past the end, or if they cannot be read.
  func bytes(at offset: UInt64, limit: Int) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = (try? file.read(into: &buffer, at: offset)) ?? 0
    return buffer[..<count]
  }
}
