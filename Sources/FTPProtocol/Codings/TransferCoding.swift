/// How the bytes of files travel over the data connection: a transmission mode with a file structure (RFC 959,
/// section 3.4).
///
/// ```swift
/// let coding = TransferCoding(mode: .block, structure: .record)
/// var encoder = coding?.makeEncoder()
/// ```
public enum TransferCoding: Hashable, Sendable, CaseIterable {
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

  /// The coding for what MODE, STRU and TYPE have set; nil for page structure and for deflate.
  public init?(mode: TransmissionMode, structure: FileStructure, isText: Bool = false) {
    guard structure != .page else { return nil }
    switch mode {
    case .stream: self = structure == .record ? .recordStream : .stream
    case .block: self = .block
    case .compressed: self = isText ? .compressedText : .compressedImage
    case .deflate: return nil
    }
  }

  /// True where the data marks the end of the file, so that the connection may stay open.
  public var marksEndOfFile: Bool { self != .stream }

  /// An encoder at the beginning of a file.
  public func makeEncoder() -> any TransferEncoder {
    switch self {
    case .stream: StreamEncoder()
    case .recordStream: RecordEncoder()
    case .block: BlockEncoder()
    case .compressedText: CompressedEncoder(filler: 0x20)
    case .compressedImage: CompressedEncoder(filler: 0)
    }
  }

  /// A decoder at the beginning of a file.
  public func makeDecoder() -> any TransferDecoder {
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
public protocol TransferEncoder: Sendable {
  /// Appends what carries an element to `bytes`; some of it may come with a later element only.
  ///
  /// Throws for an element that the coding has no form for, such as a marker in stream mode; then nothing is
  /// appended.
  ///
  /// - Throws: A ``Departure`` if the value cannot be expressed.
  mutating func encode(_ element: TransferElement, into bytes: inout [UInt8]) throws(Departure)
}

/// Reads elements out of bytes that come in any pieces.
///
/// ```swift
/// var rest = piece[...]
/// while let element = try decoder.next(&rest) { use(element) }
/// if decoder.isFinished { /* rest belongs to whatever follows the file */ }
/// ```
public protocol TransferDecoder: Sendable {
  /// Takes the next element out of the front of `bytes`; nil where more bytes are needed and at the end of the
  /// file, which is left where it is.
  ///
  /// Data is passed on as it comes, without a copy where the bytes stand in the input as they are meant, and
  /// never empty. Throws for bytes that mean nothing in this coding, and throws the same at each further call.
  mutating func next(_ bytes: inout ArraySlice<UInt8>) throws(Departure) -> TransferElement?

  /// Takes the close of the data connection: what elements it brings. Throws where the file was not complete.
  mutating func finish() throws(Departure) -> [TransferElement]

  /// True once the end of the file has been given.
  var isFinished: Bool { get }

  /// What was wrong and understood anyway; each requirement once.
  var departures: [RequirementID] { get }
}
