import Testing

@testable import FTPProtocol

@Suite("Transmission modes and file structures preserve their data")
struct CodingTests {
  /// Bytes exactly as an encoder writes them, and their contents.
  static let canonical: [CodingRow] = [
    CodingRow(.stream, Array("hi\u{1}".utf8), "data(hi\\x01) end"),
    CodingRow(.stream, [], "end"),
    CodingRow(.recordStream, [0xFF, 2], "end"),
    CodingRow(.recordStream, [0x61, 0xFF, 1, 0xFF, 2], "data(a) record end"),
    CodingRow(.recordStream, [0xFF, 1, 0x61, 0x62, 0xFF, 1, 0xFF, 2], "record data(ab) record end"),
    CodingRow(
      .recordStream, [0xFF, 0xFF, 0xFF, 0xFF, 1, 0xFF, 1, 0xFF, 2], "data(\\xff\\xff\\x01) record end"),
    CodingRow(.block, [0x40, 0, 0], "end"),
    CodingRow(.block, [0, 0, 2, 0x68, 0x69, 0x40, 0, 0], "data(hi) end"),
    CodingRow(.block, [0, 0, 1, 0x61, 0x80, 0, 0, 0x80, 0, 0, 0x40, 0, 0], "data(a) record record end"),
    CodingRow(
      .block, [16, 0, 6] + Array("rdcuts".utf8) + [32, 0, 1, 0x78, 0x40, 0, 0],
      "marker(rdcuts) suspect(x) end"),
    CodingRow(.compressedText, [0, 0x40, 0xC0], "end"),
    CodingRow(.compressedText, [0, 0x40, 2, 0x68, 0x69], "data(hi) end"),
    CodingRow(.compressedText, [0, 0x80, 0xC4, 0, 0x40, 0xC0], "data(    ) record end"),
    CodingRow(.compressedText, [0, 0x40, 0x85, 0], "data(\\x00\\x00\\x00\\x00\\x00) end"),
    CodingRow(.compressedImage, [0, 0x40, 0xC5], "data(\\x00\\x00\\x00\\x00\\x00) end"),
    CodingRow(
      .compressedImage, [0x83, 0x20, 0, 16, 2, 0x31, 0x32, 0, 0x60, 1, 9],
      "data(   ) marker(12) suspect(\\t) end"),
  ]

  @Test(arguments: canonical)
  func writtenAndRead(row: CodingRow) throws {
    let decoding = Decoding(row.bytes, row.coding.makeDecoder())
    #expect(decoding.description == row.read)
    #expect(try encoded(decoding.elements, row.coding) == row.bytes)
    for pieces in segmentations(row.bytes) {
      #expect(Decoding(pieces, row.coding.makeDecoder()) == decoding)
    }
  }

  @Test(arguments: canonical.filter { $0.coding != .stream })
  func whatFollowsTheFileIsLeft(row: CodingRow) {
    let follower: [UInt8] = [0xFF, 0, 0x40, 1]
    for pieces in segmentations(row.bytes + follower) {
      let decoding = Decoding(pieces, row.coding.makeDecoder())
      #expect(decoding.rest == follower)
      #expect(decoding.description.hasPrefix(row.read))
    }
  }

  /// Other ways to say the same, and mistakes that can be understood.
  static let tolerated: [CodingRow] = [
    CodingRow(.recordStream, [0x61, 0xFF, 3], "data(a) record end"),
    CodingRow(.recordStream, [0xFF, 3, 0x78], "record end left(x)"),
    CodingRow(.recordStream, [0x61, 0xFF, 2], "data(a) end !959:3.4:explicit-record-ends"),
    CodingRow(.block, [0xC0, 0, 2, 0x68, 0x69], "data(hi) record end"),
    CodingRow(.block, [0x50, 0, 1, 0x37], "marker(7) end"),
    CodingRow(.block, [0x41, 0, 0], "end !959:3.4.2:block-flags"),
    CodingRow(.block, [1, 0, 0, 0x42, 0, 1, 0x61], "data(a) end !959:3.4.2:block-flags"),
    CodingRow(.block, [16, 0, 2, 0x31, 0x20, 0x40, 0, 0], "marker(1 ) end !959:3.4.2:marker-printable"),
    CodingRow(.block, [16, 0, 0, 0x40, 0, 0], "marker() end !959:3.4.2:marker-printable"),
    CodingRow(.compressedText, [0, 0x40], "end !959:3.4.3:compressed-runs"),
    CodingRow(.compressedText, [2, 0x61, 0x62, 0, 0xC0], "data(ab) record end !959:3.4.3:compressed-runs"),
    CodingRow(.compressedText, [0x80, 0x61, 0, 0x41, 0xC1], "data( ) end !959:3.4.2:block-flags"),
    CodingRow(.compressedText, [0, 0x80, 0, 0x40, 1, 0x61], "data(a) record end"),
    CodingRow(.compressedText, [0, 16, 0xC1, 0, 0x40, 0xC0], "marker( ) end !959:3.4.2:marker-printable"),
  ]

  /// Bytes without a meaning, and an end at the wrong place.
  static let malformed: [CodingRow] = [
    CodingRow(.recordStream, [0x61, 0xFF, 0], "data(a) error 959:3.4.1:record-escapes at 2"),
    CodingRow(.recordStream, [0xFF, 0x61, 0x62], "error 959:3.4.1:record-escapes at 1"),
    CodingRow(.recordStream, [0xFF, 4], "error 959:3.4.1:record-escapes at 1"),
    CodingRow(.recordStream, [0x61, 0xFF], "data(a) error 959:3.4.1:record-escapes at 2"),
    CodingRow(.recordStream, [0x61, 0xFF, 1], "data(a) record error 959:3.4.1:record-escapes at 3"),
    CodingRow(.recordStream, [], "error 959:3.4.1:record-escapes at 0"),
    CodingRow(.block, [], "error 959:3.4.2:block-eof-flag at 0"),
    CodingRow(.block, [0, 0], "error 959:3.4.2:block-header at 2"),
    CodingRow(.block, [0, 0, 2, 0x61], "data(a) error 959:3.4.2:block-header at 4"),
    CodingRow(.block, [0x40, 0, 2, 0x61], "data(a) error 959:3.4.2:block-header at 4"),
    CodingRow(.block, [0x80, 0, 1, 0x61], "data(a) record error 959:3.4.2:block-eof-flag at 4"),
    CodingRow(.block, [16, 0xFF, 0xFF, 0x61], "error 959:3.4.2:block-header at 4"),
    CodingRow(.compressedText, [], "error 959:3.4.2:block-eof-flag at 0"),
    CodingRow(.compressedText, [0], "error 959:3.4.3:compressed-runs at 1"),
    CodingRow(.compressedText, [0, 0x40, 2, 0x61], "data(a) error 959:3.4.3:compressed-runs at 4"),
    CodingRow(.compressedText, [0x81], "error 959:3.4.3:compressed-runs at 1"),
    CodingRow(.compressedText, [0xC1], "data( ) error 959:3.4.2:block-eof-flag at 1"),
  ]

  @Test(arguments: tolerated + malformed)
  func readAllTheSame(row: CodingRow) {
    let decoding = Decoding(row.bytes, row.coding.makeDecoder())
    #expect(decoding.description == row.read)
    for pieces in segmentations(row.bytes) {
      #expect(Decoding(pieces, row.coding.makeDecoder()).description == row.read)
    }
  }

  @Test func anErrorStays() throws {
    var decoder = RecordDecoder()
    var rest: ArraySlice<UInt8> = [0xFF, 9, 0x61]
    for _ in 0..<2 { #expect(throws: ValueDeviation.self) { try decoder.next(&rest) } }
    #expect(Array(rest) == [9, 0x61])
    let error = ValueDeviation("959:3.4.1:record-escapes", "0xFF with 9 after it", at: 1)
    #expect(
      error.verdict(on: .server, expected: "a control code").received
        == "0xFF with 9 after it at byte 1 of the data")
  }

  @Test(
    arguments: [
      (.stream, .endOfRecord, "959:3.4.1:file-structure-eof"),
      (.stream, .marker([0x31]), "959:3.5:markers-need-mode"),
      (.recordStream, .marker([0x31]), "959:3.5:markers-need-mode"),
      (.block, .marker([UInt8](repeating: 0x31, count: 65_536)), "959:3.4.2:block-header"),
      (.compressedText, .marker([UInt8](repeating: 0x31, count: 128)), "959:3.4.3:compressed-runs"),
      (.compressedText, .marker([]), "959:3.4.3:compressed-runs"),
    ] as [(TransferCoding, TransferElement, RequirementID)])
  func whatHasNoForm(coding: TransferCoding, element: TransferElement, requirement: RequirementID) {
    var encoder = coding.makeEncoder()
    var bytes: [UInt8] = []
    let error = #expect(throws: ValueDeviation.self) { try encoder.encode(element, into: &bytes) }
    #expect(error?.requirement == requirement)
    #expect(bytes.isEmpty)
  }

  @Test(arguments: TransferCoding.allCases, 0..<40)
  func roundTrips(coding: TransferCoding, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let elements = Self.randomElements(coding, &generator)
    var encoder = coding.makeEncoder()
    var cutEncoder = coding.makeEncoder()
    var bytes: [UInt8] = []
    var cutBytes: [UInt8] = []
    for element in elements {
      try encoder.encode(element, into: &bytes)
      for piece in Self.cut(element, &generator) { try cutEncoder.encode(piece, into: &cutBytes) }
    }
    // The blocks depend on the pieces; in the other codings, the bytes are the same however the data are cut.
    if coding != .block { #expect(cutBytes == bytes) }
    for bytes in [bytes, cutBytes] {
      let decoding = Decoding(Self.pieces(bytes, &generator), coding.makeDecoder())
      #expect(decoding.elements == elements)
      #expect(decoding.deviations == [])
      #expect(decoding.error == nil)
    }
  }

  @Test(arguments: TransferCoding.allCases, 0..<20)
  func anyBytesAtAll(coding: TransferCoding, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let bytes = generator.bytes(upTo: 60, from: [0, 1, 2, 3, 0x40, 0x80, 0xC0, 0xFF, 16, 32])
      let whole = Decoding(bytes, coding.makeDecoder())
      for _ in 0..<5 {
        #expect(
          Decoding(Self.pieces(bytes, &generator), coding.makeDecoder()).description == whole.description)
      }
    }
  }

  @Test func blocksAreAsLongAsTheyMayBe() throws {
    var bytes: [UInt8] = []
    BlockEncoder(blockSize: 3).append([1, 2, 3, 4, 5, 6, 7], [.endOfRecord, .endOfFile], to: &bytes)
    #expect(bytes == [0, 0, 3, 1, 2, 3, 0, 0, 3, 4, 5, 6, 0xC0, 0, 1, 7])
    #expect(BlockEncoder(blockSize: 0).blockSize == 1)
    #expect(BlockEncoder(blockSize: .max).blockSize == 65_535)
    let large = [UInt8](repeating: 7, count: 200_000)
    let decoding = Decoding(try encoded([.data(large[...]), .endOfFile], .block), BlockDecoder())
    #expect(decoding.elements == [.data(large[...]), .endOfFile])
  }

  /// Strings of compressed mode have their own limits: 63 and 127.
  @Test(arguments: [61, 62, 63, 64, 65, 124, 125, 126, 127, 128, 129, 130])
  func stringsEndWhereTheyMust(length: Int) throws {
    let distinct = (0..<length).map { UInt8(0x41 + $0 % 50) }
    let runs = [[UInt8](repeating: 0x41, count: length), [UInt8](repeating: 0x20, count: length), distinct]
    let ends: [[UInt8]] = [[], [1, 1, 1, 1], [0x20, 0x20], [3, 3]]
    for data in runs.flatMap({ run in ends.map { run + $0 } }) {
      let whole = try encoded([.data(data[...]), .endOfFile], .compressedText)
      #expect(Decoding(whole, CompressedDecoder(filler: 0x20)).elements == [.data(data[...]), .endOfFile])
      for pieces in segmentations(data) {
        #expect(try encoded(pieces.map { .data($0) } + [.endOfFile], .compressedText) == whole)
      }
    }
  }

  @Test func codingsAreChosenByTheParameters() {
    #expect(TransferCoding(mode: .stream, structure: .file) == .stream)
    #expect(TransferCoding(mode: .stream, structure: .record) == .recordStream)
    #expect(TransferCoding(mode: .block, structure: .record) == .block)
    #expect(TransferCoding(mode: .compressed, structure: .file, isText: true) == .compressedText)
    #expect(TransferCoding(mode: .compressed, structure: .file) == .compressedImage)
    #expect(TransferCoding(mode: .deflate, structure: .file) == nil)
    #expect(TransferCoding(mode: .stream, structure: .page) == nil)
  }

  /// A random transfer with all kinds of elements that the coding has.
  private static func randomElements(
    _ coding: TransferCoding, _ generator: inout SeededGenerator
  ) -> [TransferElement] {
    let alphabet: [UInt8] = [0, 1, 2, 3, 0x20, 0x20, 0x20, 0x61, 0xFF, 0xFF]
    var elements: [TransferElement] = []
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0 where coding != .stream: elements.append(.endOfRecord)
      case 1 where coding != .stream && coding != .recordStream:
        elements.append(.marker(Array(String(Int.random(in: 0...9999, using: &generator)).utf8)))
      case 2 where coding != .stream && coding != .recordStream:
        if case .suspectData = elements.last { continue }
        elements.append(.suspectData(generator.bytes(upTo: 20, from: alphabet)[...] + [1]))
      default:
        if case .data = elements.last { continue }
        var data = generator.bytes(upTo: 300, from: alphabet) + [1]
        if Bool.random(using: &generator) {
          data += [UInt8](repeating: 0x20, count: Int.random(in: 1...200, using: &generator))
        }
        elements.append(.data(data[...]))
      }
    }
    if coding == .recordStream, elements.last != .endOfRecord { elements.append(.endOfRecord) }
    return elements + [.endOfFile]
  }

  private static func cut(
    _ element: TransferElement, _ generator: inout SeededGenerator
  ) -> [TransferElement] {
    switch element {
    case .data(let bytes): pieces(Array(bytes), &generator).map { .data($0) }
    case .suspectData(let bytes): pieces(Array(bytes), &generator).map { .suspectData($0) }
    default: [element]
    }
  }

  private static func pieces(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...9, using: &generator))
      pieces.append(piece)
      rest = rest[piece.endIndex...]
    }
    return pieces
  }
}
