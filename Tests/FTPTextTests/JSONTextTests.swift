import Foundation
import TestSupport
import Testing

@testable import FTPText

@Suite("JSON values are printed as one line of ASCII that other readers accept")
struct JSONTextTests {
  private static let table: [(JSONText, String)] = [
    (.null, "null"), (true, "true"), (false, "false"), (-12, "-12"),
    (.integer(.min), "-9223372036854775808"),
    (.number(0.5), "0.5"), (.number(.infinity), "null"), ("", #""""#), ("a\"b\\c", #""a\"b\\c""#),
    ("\r\n\t\u{1B}\u{0}\u{7F}", #""\r\n\t\u001b\u0000\u007f""#), ("é😀", #""\u00e9\ud83d\ude00""#),
    ([], "[]"), ([1, "x", .null], #"[1,"x",null]"#), ([:], "{}"),
    (["b": 1, "a": [["c": true]]], #"{"b":1,"a":[{"c":true}]}"#),
  ]

  @Test(arguments: table)
  func prints(value: JSONText, text: String) {
    #expect(value.text == text)
  }

  @Test func everyUnicodeScalarSurvivesAReader() throws {
    for start in stride(from: UInt32(0), through: 0x10_FFFF, by: 4_096 * Thoroughness.stride(5)) {
      var string = ""
      for value in start..<start + 4_096 {
        if let scalar = Unicode.Scalar(value) { string.unicodeScalars.append(scalar) }
      }
      let text = JSONText.array([.string(string)]).text
      #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
      let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String]
      #expect(read?.first.map { Array($0.unicodeScalars) } == Array(string.unicodeScalars))
    }
  }
}
