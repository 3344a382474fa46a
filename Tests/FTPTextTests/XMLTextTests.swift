import Foundation
import Testing

@testable import FTPText

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("XML is printed as ASCII that other readers accept")
struct XMLTextTests {
  private static let table: [(XMLText, String)] = [
    (XMLText("a"), "<a/>\n"),
    (XMLText("a", [.init("b", "c"), .init("d", "")]), "<a b=\"c\" d=\"\"/>\n"),
    (XMLText("a", [], [.text("b")]), "<a>b</a>\n"),
    (XMLText("a", [], [.element(XMLText("b"))]), "<a>\n  <b/>\n</a>\n"),
    (
      XMLText("a", [], [.element(XMLText("b", [], [.text("x")])), .element(XMLText("c"))]),
      "<a>\n  <b>x</b>\n  <c/>\n</a>\n"
    ),
    (XMLText("a", [.init("b", "<&>\"'")]), "<a b=\"&lt;&amp;&gt;&quot;'\"/>\n"),
    (XMLText("a", [.init("b", "\r\n\t")]), "<a b=\"&#13;&#10;&#9;\"/>\n"),
    (XMLText("a", [], [.text("x\r\n\ty]]>")]), "<a>x&#13;\n&#9;y]]&gt;</a>\n"),
    (XMLText("a", [], [.text("\u{0}\u{1B}[31m\u{7F}")]), "<a>\\x00\\x1b[31m\\x7f</a>\n"),
    (XMLText("a", [], [.text("ï😀\u{FFFE}\u{85}")]), "<a>&#xEF;&#x1F600;&#xFFFD;&#x85;</a>\n"),
  ]

  @Test(arguments: table)
  func prints(element: XMLText, text: String) {
    #expect(element.document == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + text)
  }

  @Test func everyUnicodeScalarSurvivesAReader() throws {
    final class Collector: NSObject, XMLParserDelegate {
      var text = ""
      var attribute = ""

      func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

      func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String] = [:]
      ) {
        attribute = attributes["b"] ?? ""
      }
    }
    var string = "\t\n\r"
    for value in stride(from: UInt32(0x20), through: 0x10_FFFF, by: 7) {
      guard value != 0x7F, value & 0xFFFE != 0xFFFE, let scalar = Unicode.Scalar(value) else { continue }
      string.unicodeScalars.append(scalar)
    }
    let document = XMLText("a", [.init("b", string)], [.text(string)]).document
    #expect(document.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
    let collector = Collector()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = collector
    #expect(parser.parse())
    #expect(Array(collector.text.unicodeScalars) == Array(string.unicodeScalars))
    #expect(Array(collector.attribute.unicodeScalars) == Array(string.unicodeScalars))
  }
}
