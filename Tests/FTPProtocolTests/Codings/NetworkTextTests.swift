import FTPProtocol
import TestSupport
import Testing

@Suite("Line ends of text are converted, wherever the text is cut")
struct NetworkTextTests {
  struct Row: Sendable {
    let network: String
    let local: String
    var bare: UInt64 = 0
    var lone: UInt64 = 0
  }

  static let rows = [
    Row(network: "", local: ""),
    Row(network: "one\r\ntwo\r\n", local: "one\ntwo\n"),
    Row(network: "\r\n\r\n", local: "\n\n"),
    Row(network: "no end", local: "no end"),
    Row(network: "a\r\r\nb", local: "a\r\nb", lone: 1),
    Row(network: "a\rb\r", local: "a\rb\r", lone: 2),
    Row(network: "a\r\0b", local: "a\r\0b", lone: 1),
    Row(network: "a\nb\n", local: "a\nb\n", bare: 2),
    Row(network: "\n\r", local: "\n\r", bare: 1, lone: 1),
  ]

  @Test(arguments: rows)
  func decoded(row: Row) {
    for pieces in segmentations(row.network.latin1) {
      var decoder = NetworkText.Decoder()
      let local = pieces.flatMap { decoder.decode($0) } + decoder.finish()
      #expect(local == row.local.latin1)
      #expect(decoder.bareLineFeeds == row.bare)
      #expect(decoder.loneReturns == row.lone)
    }
  }

  @Test(arguments: rows)
  func encodedAndBack(row: Row) {
    let local = row.local.latin1
    let network = Array(NetworkText.encode(local[...]))
    if row.bare == 0 { #expect(network == row.network.latin1) }
    for pieces in segmentations(local) {
      #expect(pieces.flatMap { NetworkText.encode($0) } == network)
    }
    var decoder = NetworkText.Decoder()
    #expect(decoder.decode(network[...]) + decoder.finish() == local)
    #expect(decoder.bareLineFeeds == 0)
  }

  @Test(arguments: [
    ("a\nb\n", "a\r\nb\r\n"), ("a\r\nb\r\n", "a\r\nb\r\n"), ("\n\r\n", "\r\n\r\n"), ("a\r\r\n", "a\r\r\n"),
    ("a\rb\n", "a\rb\r\n"), ("\r", "\r"),
  ])
  func aLineEndOfTheNetworkIsKeptOnRequest(local: String, network: String) {
    for pieces in segmentations(local.latin1) {
      var previous: UInt8 = 0
      #expect(
        pieces.flatMap { NetworkText.encode($0, keepingReturnsAfter: &previous) } == network.latin1)
    }
    let whole = NetworkText.prefix(
      of: local.latin1[...], travellingAs: UInt64(network.utf8.count), keepingReturnsAfter: 0)
    #expect(whole.local == local.latin1.count && whole.network == network.latin1.count)
  }

  @Test func randomTextComesBack() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      let local = generator.bytes(upTo: 80, from: [0x0A, 0x0D, 0x61, 0])
      let network = NetworkText.encode(local[...])
      for pieces in segmentations(Array(network)).prefix(12) {
        var decoder = NetworkText.Decoder()
        #expect(pieces.flatMap { decoder.decode($0) } + decoder.finish() == local)
      }
    }
  }

  @Test func offsetsOfTheWireAndOfTheFile() {
    let local = Array("a\nb\n".utf8)[...]
    let places = (0...7).map { NetworkText.prefix(of: local, travellingAs: $0) }
    #expect(places.map(\.local) == [0, 1, 1, 2, 3, 3, 4, 4])
    #expect(places.map(\.network) == [0, 1, 1, 3, 4, 4, 6, 6])
  }

  @Test(
    arguments: [
      ("", [.endOfFile]),
      ("\n", [.endOfRecord, .endOfFile]),
      (
        "one\ntwo\n",
        [.data([0x6F, 0x6E, 0x65]), .endOfRecord, .data([0x74, 0x77, 0x6F]), .endOfRecord, .endOfFile]
      ),
      ("\n\nx", [.endOfRecord, .endOfRecord, .data([0x78]), .endOfRecord, .endOfFile]),
    ] as [(String, [TransferElement])])
  func linesAreRecords(text: String, elements: [TransferElement]) {
    for pieces in segmentations(text.latin1) {
      var splitter = RecordLines.Splitter()
      var found: [TransferElement] = []
      for element in pieces.flatMap({ splitter.split($0) }) + splitter.finish() {
        if case .data(let more) = element, case .data(let start)? = found.last {
          found[found.count - 1] = .data(start + more)
        } else {
          found.append(element)
        }
      }
      #expect(found == elements)
      let back = found.flatMap { RecordLines.bytes(of: $0) }
      #expect(back == text.latin1 + (text.hasSuffix("x") ? [0x0A] : []))
    }
  }
}
