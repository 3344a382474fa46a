import Testing

@testable import FTPText

@Suite("JSON is read as RFC 8259 defines it, and nothing else")
struct JSONParsingTests {
  static let values: [(String, JSONText)] = [
    ("null", .null), (" true\n", true), ("false", false), ("\"\"", ""), ("[]", []), ("{}", [:]), ("[ ]", []),
    ("0", 0), ("-0", 0), ("-12", -12), ("9223372036854775807", .integer(.max)),
    ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .natural(9_223_372_036_854_775_808)),
    ("18446744073709551616", .number(18_446_744_073_709_551_616)), ("1.5", .number(1.5)),
    ("1e2", .number(100)),
    ("-0.25E-1", .number(-0.025)), ("1e308", .number(1e308)),
    (#""a\"\\\/\b\f\n\r\tz""#, .string("a\"\\/\u{8}\u{C}\n\r\tz")),
    ("\"\u{7F}na\u{EF}ve \u{1F600}\"", "\u{7F}na\u{EF}ve \u{1F600}"),
    (#""\u00e9\uD83D\uDE00\u0000""#, .string("\u{E9}\u{1F600}\u{0}")),
    (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
    (#""\ud83d\ud83d\ude00""#, "\u{FFFD}\u{1F600}"), (#""\ud83dx""#, "\u{FFFD}x"),
    ("[1,[2, {\"a\" :null}] ,\"b\"]", [1, [2, ["a": .null]], "b"]),
    ("{\"a\":1,\"a\":2}", .object([.init("a", 1), .init("a", 2)])), ("\u{FEFF}1", 1),
  ]

  @Test(arguments: values.indices)
  func readsValues(index: Int) throws {
    let (text, value) = Self.values[index]
    #expect(try JSONText(parsing: text.utf8) == value)
  }

  @Test(arguments: values.indices)
  func whatIsWrittenIsRead(index: Int) throws {
    let value = Self.values[index].1
    if case .number(let number) = value, !number.isFinite { return }
    for depth in 0...3 {
      var bytes: [UInt8] = []
      value.append(to: &bytes, breakingLinesTo: depth)
      let read = try JSONText(parsing: bytes)
      // A whole number with a zero fraction becomes one without a fraction once it is written and read.
      #expect(read == value || read.text == value.text)
    }
  }

  /// No input traps, and only complete values are accepted.
  @Test(arguments: values.indices)
  func everyBeginningIsRefusedOrAValue(index: Int) {
    let bytes = Array(Self.values[index].0.utf8)
    for count in 0..<bytes.count {
      let value = try? JSONText(parsing: bytes[..<count])
      switch value {
      case nil, .integer, .number, .boolean, .null: break
      default: #expect(count >= bytes.count - 1, "\(Self.values[index].0)")
      }
    }
    #expect(throws: JSONSyntaxError.self) { try JSONText(parsing: bytes + Array("x".utf8)) }
  }

  @Test(arguments: [
    ("", 0, "the text ends where a value is expected"), ("[1,]", 3, "no value begins here"),
    ("[1 2]", 3, "a comma or ] is expected after an element"),
    ("{\"a\" 1}", 5, "a colon is expected after the name of a member"),
    ("{a:1}", 1, "a member begins with its name in quotation marks"),
    ("{\"a\":1,}", 7, "a member begins with its name in quotation marks"),
    ("{\"a\":1 \"b\":2}", 7, "a comma or } is expected after a member"),
    ("nul", 0, "no value begins here"), ("01", 1, "more follows the value"), ("-", 1, "a digit is expected"),
    ("1.", 2, "a digit is expected"),
    ("1e400", 5, "the number is too large"), ("1e", 2, "a digit is expected"),
    (".5", 0, "no value begins here"), ("+1", 0, "no value begins here"),
    ("\"a", 2, "the text ends inside a string"),
    ("\"\\x\"", 3, "no such escape"), ("\"\\u12g4\"", 3, "four hexadecimal digits are expected"),
    ("\"\\u+123\"", 3, "four hexadecimal digits are expected"),
    ("\"\n\"", 1, "a control character in a string must be escaped"),
    ("1 1", 2, "more follows the value"), ("'a'", 0, "no value begins here"),
    ("NaN", 0, "no value begins here"),
  ])
  func saysWhatIsWrong(text: String, offset: Int, problem: String) {
    #expect(
      performing: {
        _ = try JSONText(parsing: text.utf8)
      },
      throws: { error in
        let error = error as? JSONSyntaxError
        return error?.offset == offset && error?.problem == problem
      })
  }

  @Test func tellsTheLine() {
    #expect(throws: JSONSyntaxError(problem: "no value begins here", offset: 5, line: 3)) {
      try JSONText(parsing: "[1,\n\nx]".utf8)
    }
  }

  @Test func invalidUTF8IsRefused() {
    #expect(throws: JSONSyntaxError.self) { try JSONText(parsing: [0x22, 0xC3, 0x22]) }
  }

  @Test func depthIsBounded() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(String(repeating: "[", count: depth).utf8) + Array(String(repeating: "]", count: depth).utf8)
    }
    _ = try JSONText(parsing: nested(JSONText.deepest))
    #expect(throws: JSONSyntaxError.self) { try JSONText(parsing: nested(JSONText.deepest + 1)) }
    #expect(throws: JSONSyntaxError.self) {
      try JSONText(parsing: Array(repeating: UInt8(ascii: "["), count: 1_000_000))
    }
    #expect(throws: JSONSyntaxError.self) { try JSONText(parsing: "[[1]]".utf8, depth: 1) }
  }

  @Test func membersAndElements() {
    let value: JSONText = ["a": [1, "b"], "c": "d", "e": 1, "e": 2]
    #expect(value["a"]?.elements == [1, "b"])
    #expect(value["c"]?.string == "d" && value["e"]?.wholeNumber == 2)
    #expect(value["x"] == nil && value["c"]?["y"] == nil && value.elements == nil && value.string == nil)
  }

  @Test func linesAreBrokenDownToADepth() {
    var bytes: [UInt8] = []
    let value: JSONText = ["a": [["b": 1], []], "c": [:]]
    value.append(to: &bytes, breakingLinesTo: 2)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        {
          "a": [
            {"b":1},
            []
          ],
          "c": {}
        }
        """)
  }
}
