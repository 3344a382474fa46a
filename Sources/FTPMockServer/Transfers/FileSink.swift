/// Puts what is received into a file.
struct FileSink: DataSink {
  private var writer: any FileWriter
  private var decoder: LineEnds.Decoder?

  init(_ writer: any FileWriter, isText: Bool) {
    self.writer = writer
    decoder = isText ? LineEnds.Decoder() : nil
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) throws(StorageError) {
    if let text = decoder?.decode(bytes) {
      try writer.append(text[...])
    } else {
      try writer.append(bytes)
    }
  }

  mutating func finish() throws(StorageError) {
    if let last = decoder?.finish(), !last.isEmpty { try writer.append(last[...]) }
    try writer.finish()
  }

  mutating func cancel() { writer.cancel() }
}
