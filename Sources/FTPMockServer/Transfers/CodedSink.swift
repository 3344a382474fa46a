import FTPProtocol

/// Writes data received in a mode or structure that adds something to the bytes into a file.
struct CodedSink: DataSink {
  private var sink: FileSink
  private var decoder: any TransferDecoder
  /// Whether ends of records become line ends.
  private let recordsAreLines: Bool
  private var marks: [MarkReply] = []

  private(set) var state = SinkState.open

  init(_ sink: FileSink, _ coding: TransferCoding, recordsAreLines: Bool) {
    self.sink = sink
    self.recordsAreLines = recordsAreLines
    decoder = coding.makeDecoder()
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) throws(StorageError) {
    var rest = bytes
    while let element = nextElement(&rest) { try take(element) }
  }

  mutating func end() throws(StorageError) {
    guard case .open = state else { return }
    let elements: [TransferElement]
    do throws(ValueDeviation) {
      elements = try decoder.finish()
    } catch {
      state = .failed(error)
      return
    }
    for element in elements { try take(element) }
  }

  mutating func finish(_ end: UploadEnd) throws(StorageError) { try sink.finish(end) }

  mutating func takeMarks() -> [MarkReply] {
    defer { marks = [] }
    return marks
  }

  private mutating func nextElement(_ rest: inout ArraySlice<UInt8>) -> TransferElement? {
    guard case .open = state else { return nil }
    do throws(ValueDeviation) {
      return try decoder.next(&rest)
    } catch {
      state = .failed(error)
      return nil
    }
  }

  private mutating func take(_ element: TransferElement) throws(StorageError) {
    switch element {
    case .data(let data), .suspectData(let data): try sink.append(data)
    case .endOfRecord: if recordsAreLines { try sink.append([0x0A]) }
    case .marker(let bytes):
      // A position inside a line end on the wire does not exist in the file.
      guard let position = sink.position, let marker = try? RestartMarker(bytes) else { return }
      // The bytes before a marker must be safe before the client gets it (RFC 1123, section 4.1.3.4).
      try sink.synchronize()
      marks.append(MarkReply(sender: marker, receiver: RestartMarker(offset: position)))
    case .endOfFile: state = .complete
    }
  }
}
