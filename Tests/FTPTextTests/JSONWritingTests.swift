import FTPText
import Testing

@Suite("JSON by Codable")
struct JSONWritingTests {
  private struct Hiding: JSONNotation {
    func text(_ text: String) -> String { "-" }
    func json(_ bytes: [UInt8]) -> JSONText { .integer(Int64(bytes.count)) }
    func bytes(_ json: JSONText) -> [UInt8]? { nil }
  }

  private struct Person: Encodable {
    var name = "joe"
    var age = 7
    var key: [UInt8] = [1, 2]
  }

  @Test("texts are written by the notation wherever they stand")
  func notation() {
    #expect(JSONText("joe", in: Hiding()) == .string("-"))
    #expect(JSONText(["joe"], in: Hiding()) == .array([.string("-")]))
    let person = JSONText(Person(), in: Hiding())
    #expect(person["name"] == .string("-"))
    #expect(person["age"] == .integer(7))
    #expect(person["key"] == .integer(2))
    #expect(JSONText("joe") == .string("joe"))
  }
}
