/// How the bytes of files travel over the data connection: a transmission mode with a file structure (RFC 959,
/// section 3.4).
///
/// ```swift
/// let coding = TransferCoding(mode: .block, structure: .record)
/// var encoder = coding?.makeEncoder()
/// ```
package enum TransferCoding: Hashable, Sendable, CaseIterable {
  /// Stream mode with file structure: nothing but the bytes, and the close ends the file.
  case stream
  /// Stream mode with record structure: 0xFF begins an escape.
  case recordStream
  /// Block mode, with either structure.
  case block
  /// Compressed mode with either structure, the filler being a space: for ASCII types.
  case compressedText
  /// Compressed mode with either structure, the filler being zero: for Image and Local types.
  case compressedImage

  /// The coding for the settings of MODE, STRU and TYPE; nil for page structure and for deflate.
  package init?(mode: TransmissionMode, structure: FileStructure, isText: Bool = false) {
    guard structure != .page else { return nil }
    switch mode {
    case .stream: self = structure == .record ? .recordStream : .stream
    case .block: self = .block
    case .compressed: self = isText ? .compressedText : .compressedImage
    case .deflate: return nil
    }
  }

  /// An encoder at the beginning of a file.
  package func makeEncoder() -> any TransferEncoder {
    switch self {
    case .stream: StreamEncoder()
    case .recordStream: RecordEncoder()
    case .block: BlockEncoder()
    case .compressedText: CompressedEncoder(filler: 0x20)
    case .compressedImage: CompressedEncoder(filler: 0)
    }
  }

  /// A decoder at the beginning of a file.
  package func makeDecoder() -> any TransferDecoder {
    switch self {
    case .stream: StreamDecoder()
    case .recordStream: RecordDecoder()
    case .block: BlockDecoder()
    case .compressedText: CompressedDecoder(filler: 0x20)
    case .compressedImage: CompressedDecoder(filler: 0)
    }
  }
}

/// Writes elements as the bytes that carry them.
package protocol TransferEncoder: Sendable {
  /// Appends the bytes of an element to `bytes`; some may be delayed until a later element.
  ///
  /// Throws if the coding has no form for an element, such as a marker in stream mode; then nothing is
  /// appended.
  ///
  /// - Throws: A ``ValueDeviation`` if the value cannot be expressed.
  mutating func encode(_ element: TransferElement, into bytes: inout [UInt8]) throws(ValueDeviation)
}

/// Reads elements from bytes that arrive in any segments.
///
/// ```swift
/// var rest = piece[...]
/// while let element = try decoder.next(&rest) { use(element) }
/// if decoder.isFinished { /* rest belongs to whatever follows the file */ }
/// ```
package protocol TransferDecoder: Sendable {
  /// Takes the next element from the front of `bytes`; nil if more bytes are needed, and at the end of the
  /// file, which is not removed.
  ///
  /// Data is passed on as it arrives, without a copy if the input contains the bytes unencoded, and
  /// never empty. Throws for bytes that are invalid in this coding, and throws the same error at each later call.
  mutating func next(_ bytes: inout ArraySlice<UInt8>) throws(ValueDeviation) -> TransferElement?

  /// Processes the close of the data connection and returns its elements. Throws if the file is incomplete.
  mutating func finish() throws(ValueDeviation) -> [TransferElement]

  /// True once the end of the file was returned.
  var isFinished: Bool { get }

  /// Errors that were tolerated; each requirement once.
  var deviations: [RequirementID] { get }
}
