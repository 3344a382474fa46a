import FTPSystem

/// Reads a file, or standard input if the name is `-`.
enum InputFile {
  /// Gives the bytes in pieces to `body`, until the end, or until there were more than `limit`.
  static func read(
    _ name: String, limit: Int = .max, _ body: (ArraySlice<UInt8>) throws(LocalFileError) -> Void
  ) throws(LocalFileError) {
    try readWhile(name, limit: limit) { bytes throws(LocalFileError) in
      try body(bytes)
      return true
    }
  }

  /// The same, until `body` asks to stop: standard input may have no end.
  static func readWhile(
    _ name: String, limit: Int = .max, _ body: (ArraySlice<UInt8>) throws(LocalFileError) -> Bool
  ) throws(LocalFileError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var total = 0
    var file: LocalFile?
    if name != "-" { file = try LocalFile.open(name) }
    while total <= limit {
      let read = try file?.read(into: &buffer)
      let count = if let read { read } else { try StandardStream.input.read(into: &buffer) }
      guard count > 0 else { return }
      total += count
      guard try body(buffer[..<count]) else { return }
    }
  }

  /// All of a file of at most this many mebibytes.
  ///
  /// - Throws: `LocalFileError` if it cannot be read, and ``ConversationFailure`` if it is longer.
  static func contents(_ name: String, atMost mebibytes: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try read(name, limit: mebibytes << 20) { bytes += $0 }
    guard bytes.count <= mebibytes << 20 else {
      throw ConversationFailure("\(display(name)) is longer than \(mebibytes) MiB", .localFile)
    }
    return bytes
  }

  /// What to call the file in a message.
  static func display(_ name: String) -> String { name == "-" ? StandardStream.input.name : name }
}
