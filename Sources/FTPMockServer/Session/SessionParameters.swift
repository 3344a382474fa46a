import FTPProtocol

/// The parameters of TYPE, STRU and MODE.
struct SessionParameters: Hashable, Sendable {
  /// ASCII until the client says otherwise (RFC 959, section 3.1.1.1); image, or `L 8`, which is the same on a machine of
  /// octets (RFC 1123, section 4.1.2.1).
  var representation = RepresentationType.ascii(.nonPrint)
  /// File or record; page structure is not implemented (RFC 1123, section 4.1.2.3).
  var structure = FileStructure.file
  /// Stream, block or compressed.
  var mode = TransmissionMode.stream

  /// The defaults.
  init(_ habits: Set<ServerHabit> = []) {
    if habits.contains(.beginsInImage) { representation = .image }
  }

  /// Whether line ends are converted.
  var isText: Bool { representation == .ascii(.nonPrint) }

  /// Whether the bytes of a file are sent unchanged.
  var isPlainImage: Bool { !isText && structure == .file && mode == .stream }

  /// The coding of the bytes; stream for combinations that cannot be set.
  func coding(isText: Bool) -> TransferCoding {
    TransferCoding(mode: mode, structure: structure, isText: isText) ?? .stream
  }

  /// The type in words, as replies show it.
  var type: String {
    switch representation {
    case .ascii, .ebcdic: "ASCII, Non-print"
    case .image: "Image"
    case .local: "Local, byte size 8"
    }
  }
}

extension FileStructure {
  var word: String { "\(self)".capitalized }
}

extension TransmissionMode {
  var word: String { "\(self)".capitalized }
}

extension String {
  /// The same with its first letter in upper case.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
