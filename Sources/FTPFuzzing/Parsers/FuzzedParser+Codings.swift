import FTPProtocol

/// Readers of the data connection.
extension FuzzedParser {
  /// The transmission modes and structures, and text with the line ends of the network.
  static let codings = FuzzedParser(
    "codings", "block, compressed and stream mode, record structure, and the line ends of text",
    oracles: [.segmentation, .printing, .memory, .messages],
    longest: 512, sampleRuns: 150, harvest: { $0.data },
    check: { input throws(ParserFault) in
      for coding in TransferCoding.allCases {
        let whole = DecodedData([input.bytes[...]], coding)
        for pieces in input.segmentations {
          let cut = DecodedData(pieces, coding)
          try ParserOracle.segmentation.expect(cut == whole, "\(coding): whole \(whole), in pieces \(cut)")
        }
        // A byte of compressed mode can stand for up to 63 bytes; the other modes never produce more bytes than they
        // read.
        let bound = coding == .compressedText || coding == .compressedImage ? 64 : 1
        try ParserOracle.memory.expect(
          whole.byteCount <= bound * input.bytes.count,
          "\(coding): \(whole.byteCount) bytes of \(input.bytes.count)")
        if let error = whole.error { try ReadingCheck.message(error.description) }
        try whole.checkPrinting(coding)
      }
      try checkText(input)
    })

  private static func checkText(_ input: FuzzInput) throws(ParserFault) {
    for pieces in [[input.bytes[...]]] + input.segmentations {
      var decoder = NetworkText.Decoder()
      var text: [UInt8] = []
      for piece in pieces { text += decoder.decode(NetworkText.encode(piece)) }
      text += decoder.finish()
      try ParserOracle.printing.expect(text == input.bytes, "text comes back as \(Escaping.ascii(text))")
    }
  }
}

/// What a decoder made of some bytes.
private struct DecodedData: Equatable, CustomStringConvertible {
  /// The elements; adjacent data of the same kind are one element.
  private(set) var elements: [TransferElement] = []
  private(set) var deviations: [RequirementID] = []
  private(set) var error: ValueDeviation?
  private(set) var isFinished = false

  init(_ pieces: [ArraySlice<UInt8>], _ coding: TransferCoding) {
    var decoder = coding.makeDecoder()
    do throws(ValueDeviation) {
      for piece in pieces {
        var rest = piece
        while let element = try decoder.next(&rest) { append(element) }
      }
      isFinished = decoder.isFinished
      for element in try decoder.finish() { append(element) }
    } catch {
      self.error = error
    }
    deviations = decoder.deviations
  }

  /// The number of bytes in all elements.
  var byteCount: Int {
    elements.reduce(0) { sum, element in
      switch element {
      case .data(let data), .suspectData(let data): sum + data.count
      case .marker(let marker): sum + marker.count
      case .endOfRecord, .endOfFile: sum
      }
    }
  }

  /// The elements, encoded and decoded, are the same again, and nothing is noted but the contents of markers.
  func checkPrinting(_ coding: TransferCoding) throws(ParserFault) {
    guard error == nil else { return }
    var encoder = coding.makeEncoder()
    var bytes: [UInt8] = []
    for element in elements {
      guard (try? encoder.encode(element, into: &bytes)) != nil else { return }
    }
    let again = DecodedData([bytes[...]], coding)
    try ParserOracle.printing.expect(
      again.elements == elements && again.error == nil, "\(coding): \(self) is written and read as \(again)")
  }

  private mutating func append(_ element: TransferElement) {
    switch (elements.last, element) {
    case (.data(let before), .data(let data)): elements[elements.count - 1] = .data(before + data)
    case (.suspectData(let before), .suspectData(let data)):
      elements[elements.count - 1] = .suspectData(before + data)
    default: elements.append(element)
    }
  }

  var description: String {
    "\(elements), \(deviations.map(\.rawValue)), error \(error?.description ?? "none")"
  }
}
