import FTPProtocol

/// Writes received data to a file.
struct FileSink: DataSink {
  private var writer: any FileWriter
  private var decoder: NetworkText.Decoder?
  /// The offset of the next byte in the file.
  private var written: UInt64
  /// How many more bytes are accepted; further ones are dropped.
  private var room: UInt64

  /// Writes after the first `start` bytes of the file, and at most `limit` bytes.
  init(_ writer: any FileWriter, isText: Bool, at start: UInt64 = 0, limit: UInt64 = .max) {
    self.writer = writer
    decoder = isText ? NetworkText.Decoder() : nil
    written = start
    room = limit
  }

  /// The offset of the next byte; nil while a CR waits for its LF.
  var position: UInt64? { decoder?.isInsideLineEnd ?? false ? nil : written }

  mutating func append(_ bytes: ArraySlice<UInt8>) throws(StorageError) {
    if let text = decoder?.decode(bytes) {
      try write(text[...])
    } else {
      try write(bytes)
    }
  }

  mutating func synchronize() throws(StorageError) { try writer.synchronize() }

  mutating func finish(_ end: UploadEnd) throws(StorageError) {
    do throws(StorageError) {
      if let last = decoder?.finish(), !last.isEmpty { try write(last[...]) }
    } catch {
      try? writer.finish(.undone)
      throw error
    }
    try writer.finish(end)
  }

  private mutating func write(_ bytes: ArraySlice<UInt8>) throws(StorageError) {
    let part = bytes.prefix(Int(clamping: room))
    try writer.append(part)
    written += UInt64(part.count)
    room -= UInt64(part.count)
  }
}
