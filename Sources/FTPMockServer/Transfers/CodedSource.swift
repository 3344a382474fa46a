import FTPProtocol

/// The bytes of a file in a mode or structure that adds something to them.
struct CodedSource: DataSource {
  private var source: any DataSource
  private let coding: TransferCoding
  private var encoder: any TransferEncoder
  private let records: RecordKind?
  private var splitter = RecordLines.Splitter()
  private var isEmpty = true
  private var isFinished = false

  /// What counts as a record in a file without records.
  enum RecordKind {
    /// A line, without its end.
    case line
    /// Everything: a file without lines is one record.
    case file
  }

  /// Takes a file whose line ends are already converted, unless lines become records.
  init(_ source: any DataSource, _ coding: TransferCoding, records: RecordKind?) {
    self.source = source
    self.coding = coding
    self.records = records
    encoder = coding.makeEncoder()
  }

  var offset: UInt64 { source.offset }
  var isAtEnd: Bool { isFinished }

  mutating func next() throws(StorageError) -> ArraySlice<UInt8> {
    var bytes: [UInt8] = []
    // Compressed mode may hold back a whole chunk.
    while bytes.isEmpty, !isFinished {
      let chunk = try source.next()
      isFinished = chunk.isEmpty
      for element in isFinished ? lastElements() : elements(of: chunk) {
        // Only elements that the coding supports are made.
        try? encoder.encode(element, into: &bytes)
      }
    }
    return bytes[...]
  }

  private mutating func elements(of chunk: ArraySlice<UInt8>) -> [TransferElement] {
    isEmpty = false
    var elements = records == .line ? splitter.split(chunk) : [.data(chunk)]
    if coding.hasMarkers, !source.isAtEnd { elements.append(.marker(Array("\(source.offset)".utf8))) }
    return elements
  }

  private mutating func lastElements() -> [TransferElement] {
    switch records {
    case .line: splitter.finish()
    case .file where !isEmpty: [.endOfRecord, .endOfFile]
    case .file, nil: [.endOfFile]
    }
  }
}

extension TransferCoding {
  /// Whether the data can contain restart markers.
  var hasMarkers: Bool { self != .stream && self != .recordStream }
}
