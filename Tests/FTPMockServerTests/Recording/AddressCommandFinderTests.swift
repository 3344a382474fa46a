import Testing

@testable import FTPRecording

@Suite("Only bytes that may become a command with an address are held back")
struct AddressCommandFinderTests {
  /// The output as text: address lines in brackets, the rest of a segment joined.
  private func text(_ pieces: [AddressCommandFinder.Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .plain(let bytes): String(decoding: bytes, as: UTF8.self)
      case .addressLine(let bytes): "[\(String(decoding: bytes, as: UTF8.self))]"
      }
    }.joined()
  }

  private static let streams: [(String, String)] = [
    ("NOOP\r\n", "NOOP\r\n"),
    ("PORT 1,2\r\n", "[PORT 1,2\r\n]"),
    ("port 1,2\n", "[port 1,2\n]"),
    ("PASV\r\nEPRT |1|\r\nLPRT 4\r\nRETR PORT x\r\n", "PASV\r\n[EPRT |1|\r\n][LPRT 4\r\n]RETR PORT x\r\n"),
    ("PORTS 1\r\nPORT\r\nPOR T 1\r\n", "PORTS 1\r\nPORT\r\nPOR T 1\r\n"),
    ("\u{7F}PORT 1\r\n PORT 1\r\n", "\u{7F}PORT 1\r\n PORT 1\r\n"),
    ("PROT P\r\nPWD\r\n\r\n\n", "PROT P\r\nPWD\r\n\r\n\n"),
  ]

  @Test(arguments: streams)
  func findsThemHoweverTheyAreCut(stream: String, expected: String) {
    let bytes = Array(stream.utf8)
    for size in 1...bytes.count {
      var finder = AddressCommandFinder()
      var found = ""
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += text(finder.receive(Array(bytes[start..<min(start + size, bytes.count)])))
      }
      #expect(found == expected)
      #expect(finder.flush() == [])
    }
  }

  @Test func holdsNoMoreThanItHasTo() {
    var finder = AddressCommandFinder()
    #expect(text(finder.receive(Array("P".utf8))) == "")
    #expect(text(finder.receive(Array("A".utf8))) == "PA")
    #expect(text(finder.receive(Array("SV".utf8))) == "SV")
    #expect(text(finder.receive(Array("\r\nPORT 1".utf8))) == "\r\n")
    #expect(finder.flush() == Array("PORT 1".utf8))
    // The rest of a line that was released does not begin a new line.
    #expect(text(finder.receive(Array("PORT 2\r\nPORT 3\r\n".utf8))) == "PORT 2\r\n[PORT 3\r\n]")
  }

  @Test func letsGoOfALineWithoutEnd() {
    var finder = AddressCommandFinder()
    let line = Array("PORT ".utf8) + [UInt8](repeating: 0x31, count: 5_000)
    #expect(text(finder.receive(line)).utf8.count == line.count)
  }
}
