import FTPProtocol

/// The parameters of TYPE, STRU and MODE.
struct SessionParameters: Hashable, Sendable {
  enum Representation: Hashable, Sendable {
    case ascii
    case image
    /// `L 8`, which is the same as image on a machine of octets (RFC 1123, section 4.1.2.1).
    case local8

    /// The type in words, as STAT shows it.
    var name: String {
      switch self {
      case .ascii: "ASCII, Non-print"
      case .image: "Image"
      case .local8: "Local, byte size 8"
      }
    }
  }

  /// ASCII until the client says otherwise (RFC 959, section 3.1.1.1).
  var representation = Representation.ascii
  /// File or record; page structure is not implemented (RFC 1123, section 4.1.2.3).
  var structure = FileStructure.file
  /// Stream, block or compressed.
  var mode = TransmissionMode.stream

  /// The defaults.
  init(_ habits: Set<ServerHabit> = []) {
    if habits.contains(.beginsInImage) { representation = .image }
  }

  /// Whether line ends are converted.
  var isText: Bool { representation == .ascii }

  /// Whether the bytes of a file are sent unchanged.
  var isPlainImage: Bool { !isText && structure == .file && mode == .stream }

  /// The coding of the bytes; stream for combinations that cannot be set.
  func coding(isText: Bool) -> TransferCoding {
    TransferCoding(mode: mode, structure: structure, isText: isText) ?? .stream
  }
}

extension FileStructure {
  /// The structure in one word.
  var word: String {
    switch self {
    case .file: "File"
    case .record: "Record"
    case .page: "Page"
    }
  }
}

extension TransmissionMode {
  /// The mode in one word.
  var word: String {
    switch self {
    case .stream: "Stream"
    case .block: "Block"
    case .compressed: "Compressed"
    case .deflate: "Deflate"
    }
  }
}
