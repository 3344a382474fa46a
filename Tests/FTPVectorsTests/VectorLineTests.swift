import FTPProtocol
import Testing

@testable import FTPConversation
@testable import FTPVectors

@Suite("A row of bytes is read as it was written")
struct VectorLineTests {
  /// The text of a row and its parts.
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var parts: [VectorLine.Part]
    var testDescription: String { text }

    init(_ text: String, _ parts: VectorLine.Part...) {
      self.text = text
      self.parts = parts
    }
  }

  static func bytes(_ text: String) -> VectorLine.Part { .bytes(Array(text.utf8)) }

  static let control = [
    Case("", bytes("\r\n")),
    Case("SYST", bytes("SYST\r\n")),
    Case(#"SYST\n\"#, bytes("SYST\n")),
    Case(#"SY\"#, bytes("SY")),
    Case(#"a\x20"#, bytes("a \r\n")),
    Case(#" a\x20\"#, bytes(" a ")),
    Case(#"a\\b\tc\x00\xff"#, .bytes(Array("a\\b\tc".utf8) + [0, 0xFF, 13, 10])),
    Case(#"a\r\nb"#, bytes("a\r\nb\r\n")),
    Case(#"15\|0 x"#, bytes("15"), .cut(pause: nil), bytes("0 x\r\n")),
    Case(#"15\|(200ms)0 x"#, bytes("15"), .cut(pause: .milliseconds(200)), bytes("0 x\r\n")),
    Case(#"15\|\x28200ms)0"#, bytes("15"), .cut(pause: nil), bytes("(200ms)0\r\n")),
    Case(#"15\|(x)"#, bytes("15"), .cut(pause: nil), bytes("(x)\r\n")),
    Case(#"150\|"#, bytes("150"), .cut(pause: nil), bytes("\r\n")),
    Case(#"150\r\|\n\"#, bytes("150\r"), .cut(pause: nil), bytes("\n")),
    Case(#"\|226 x"#, .cut(pause: nil), bytes("226 x\r\n")),
    Case(#"a\x20\|"#, bytes("a "), .cut(pause: nil), bytes("\r\n")),
    Case("{:secret}", .placeholder(Placeholder("", .secret)), bytes("\r\n")),
    Case(
      "({data:hostport}).", bytes("("), .placeholder(Placeholder("data", .hostport)), bytes(").\r\n")),
    Case(
      "a {x:word} {y}", bytes("a "), .placeholder(Placeholder("x", .word)), bytes(" "),
      .placeholder(Placeholder(bound: "y")), bytes("\r\n")),
    Case(#"\{data} {Data} {} {a b}"#, bytes("{data} {Data} {} {a b}\r\n")),
    Case("{{:text}}", bytes("{"), .placeholder(Placeholder("", .text)), bytes("}\r\n")),
    Case(#"{:text}\"#, .placeholder(Placeholder("", .text))),
  ]

  @Test(arguments: control)
  func onTheControlConnection(_ row: Case) throws {
    let line = try LineReader.read(Array(row.text.utf8)[...], isControl: true)
    #expect(line.parts == row.parts)
    #expect(line.controlText == row.text)
  }

  static let data = [
    Case(""),
    Case(#"a\r\n"#, bytes("a\r\n")),
    Case(#"a\x20"#, bytes("a ")),
    Case(#"\\"#, bytes("\\")),
    Case(#"one\|(1ms)two"#, bytes("one"), .cut(pause: .milliseconds(1)), bytes("two")),
    Case(#"{:date} x\r\n"#, .placeholder(Placeholder("", .date)), bytes(" x\r\n")),
  ]

  @Test(arguments: data)
  func onTheDataConnection(_ row: Case) throws {
    let line = try LineReader.read(Array(row.text.utf8)[...], isControl: false)
    #expect(line.parts == row.parts)
    #expect(line.dataText == row.text)
  }

  /// Spellings that may be written but are never printed.
  @Test(arguments: [
    (#"\x41"#, "A"), (#"a\x5cb"#, #"a\\b"#), (#"\x0d\x0A\"#, ""), (#"a\|(2s)b"#, #"a\|(2000ms)b"#),
    (#"\{"#, "{"),
    (#"a\r\n\"#, "a"),
  ])
  func otherSpellingsAreRead(text: String, printed: String) throws {
    #expect(try LineReader.read(Array(text.utf8)[...], isControl: true).controlText == printed)
  }

  /// Whatever the bytes are and wherever they are cut, the printed row is read as the same.
  @Test func anyBytesSurviveTheWayThereAndBack() throws {
    var generator = SeededGenerator(seed: 7)
    let alphabet = Array(" a{}:(0ms)\\|\r\n\t".utf8) + [0, 0x7F, 0xFF]
    for _ in 0..<3_000 {
      let bytes = (0..<Int(generator.next() % 12)).map { _ in
        alphabet[Int(generator.next() % UInt64(alphabet.count))]
      }
      let cuts = bytes.indices.filter { _ in generator.next() % 4 == 0 }
      let line = VectorLine(bytes, cuts: cuts)
      let control = line.controlText
      #expect(try LineReader.read(Array(control.utf8)[...], isControl: true) == line, "\(control)")
      let data = line.dataText
      #expect(try LineReader.read(Array(data.utf8)[...], isControl: false) == line, "\(data)")
      #expect(control.utf8.allSatisfy { (0x20...0x7E).contains($0) } && control.last != " ")
    }
  }

  @Test func renderingShowsWhereSegmentsEnd() throws {
    let line = try LineReader.read(Array(#"a{x:number}\|(5ms)b"#.utf8)[...], isControl: true)
    var bindings = PlaceholderBindings()
    bindings["x"] = .init(wireText: "12", shownText: "12")
    let rendering = line.rendered(bindings)
    #expect(rendering.bytes == Array("a12b\r\n".utf8))
    #expect(rendering.cuts == [SegmentCut(offset: 3, pause: .milliseconds(5))])
  }

  /// A row, bytes, and the placeholders that they bind; nil if they do not match.
  static let matches: [(String, String, [String: String]?)] = [
    ("227 ({data:hostport}).", "227 (127,0,0,1,4,1).\r\n", ["data": "127.0.0.1:1025"]),
    ("227 ({data:hostport}).", "227 (127,0,0,1,4,256).\r\n", nil),
    ("227 ({data:hostport}).", "227 (127,0,0,1,4,1)\r\n", nil),
    ("227 (10,0,0,1,{p:portpair})", "227 (10,0,0,1,4,1)\r\n", ["p": ":1025"]),
    ("229 (|||{p:port}|)", "229 (|||1025|)\r\n", ["p": ":1025"]),
    ("229 (|||{p:port}|)", "229 (|||70000|)\r\n", nil),
    ("C {a:extended}", "C |2|::1|1025|\r\n", ["a": "[::1]:1025"]),
    ("C {a:long}", "C 4,4,127,0,0,1,2,4,1\r\n", ["a": "127.0.0.1:1025"]),
    ("220 {:text} ready {:clock}", "220 any thing ready 13:40\r\n", [:]),
    ("220 {:text}", "220 a\r\nb\r\n", nil),
    ("{a:word} {a}", "x x\r\n", ["a": "x"]),
    ("{a:word} {a}", "x y\r\n", nil),
    ("{a:text}{b:number}", "ab12\r\n", ["a": "ab1", "b": "2"]),
    ("x", "y\r\n", nil),
    ("{:host}", "127.0.0.1\r\n", [:]),
    ("{:host}", "127.0.0\r\n", nil),
    ("{:time}", "20251121134005.5\r\n", [:]),
    ("{:date} x", "Nov 21  2024 x\r\n", [:]),
  ]

  @Test(arguments: matches)
  func matchesBytesOfARealConversation(row: String, text: String, bound: [String: String]?) throws {
    let line = try LineReader.read(Array(row.utf8)[...], isControl: true)
    var bindings = PlaceholderBindings()
    let isMatch = line.matches(Array(text.utf8), &bindings)
    #expect(isMatch == (bound != nil))
    for (name, shown) in bound ?? [:] { #expect(bindings[name]?.shownText == shown) }
    if !isMatch { #expect(bindings == PlaceholderBindings()) }
  }

  /// A peer cannot make the search take long.
  @Test func matchingManyPlaceholdersEnds() throws {
    let row = String(repeating: "{:text}a", count: 12) + "b"
    let line = try LineReader.read(Array(row.utf8)[...], isControl: true)
    var bindings = PlaceholderBindings()
    #expect(!line.matches(Array(repeating: 0x61, count: 600), &bindings))
  }

  @Test(arguments: PlaceholderKind.allCases)
  func samplesAreOfTheirKind(_ kind: PlaceholderKind) {
    for number in [0, 1, 77] {
      let sample = kind.sample(number)
      #expect(kind.value(of: Array(sample.wireText.utf8)) == sample)
    }
  }
}
