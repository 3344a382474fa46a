import Testing

@testable import FTPConversation

@Suite("Bytes become printable ASCII and nothing else")
struct VectorTextTests {
  @Test(arguments: [
    ("", ""), ("SYST", "SYST"), ("a b", "a b"), ("ends in a space ", #"ends in a space\x20"#),
    ("tab\tstop", #"tab\tstop"#), ("line\r\n", #"line\r\n"#), (#"back\slash"#, #"back\\slash"#),
    ("\u{1B}[2J", #"\x1b[2J"#), ("\0", #"\x00"#), ("\u{7F}", #"\x7f"#), ("é", #"\xc3\xa9"#),
    ("{data}", #"\{data}"#), ("{data:hostport}", #"\{data:hostport}"#), ("{}", "{}"),
    (#"{"a":1}"#, #"{"a":1}"#),
    ("{a:b:c}", "{a:b:c}"), ("{:text}", #"\{:text}"#), ("{open", "{open"), ("{{a}", #"{\{a}"#),
  ])
  func escapes(bytes: String, text: String) {
    #expect(VectorText.escape(Array(bytes.utf8)) == text)
  }

  @Test func everyByteIsPrintable() {
    for byte in UInt8.min...UInt8.max {
      let text = VectorText.escape([byte, byte, byte])
      #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "byte \(byte) became \(text)")
    }
  }

  @Test(arguments: [
    ([Int](), "220 hi"), ([0], #"\|220 hi"#), ([2], #"22\|0 hi"#), ([1, 2, 5], #"2\|2\|0 h\|i"#),
    ([2, 2], #"22\|0 hi"#), ([99], "220 hi"),
  ])
  func marksCuts(cuts: [Int], text: String) {
    #expect(VectorText.escape(Array("220 hi".utf8), cuts: cuts) == text)
  }
}
