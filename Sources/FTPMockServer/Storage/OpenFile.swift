import FTPSystem

/// A file on disk that is open for reading, for as long as anybody holds it.
final class OpenFile: Sendable {
  let file: LocalFile

  init(_ file: consuming LocalFile) { self.file = file }

  /// At most `limit` bytes from `offset` on; none where there are none, and none where they cannot be read.
  func bytes(at offset: UInt64, limit: Int) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = (try? file.read(into: &buffer, at: offset)) ?? 0
    return buffer[..<count]
  }
}
