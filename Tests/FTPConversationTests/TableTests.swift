import FTPConversation
import FTPProtocol
import Testing

@Suite("The table of codes covers the documents")
struct TableTests {
  private static let codes: [UInt16] = [
    110, 120, 125, 150, 200, 202, 211, 212, 213, 214, 215, 220, 221, 225, 226, 227, 228, 229, 230, 232, 234,
    235,
    250, 257, 331, 332, 334, 335, 336, 350, 421, 425, 426, 431, 450, 451, 452, 500, 501, 502, 503, 504, 521,
    522,
    530, 532, 533, 534, 535, 536, 537, 550, 551, 552, 553, 554, 555, 556, 631, 632, 633,
  ]

  @Test("exactly the codes of the documents have a meaning")
  func codesHaveMeanings() {
    #expect(ReplyCode.known.map(\.rawValue) == TableTests.codes)
    for value in UInt16(0)...999 {
      let code = ReplyCode(integerLiteral: value)
      #expect(code.meanings.isEmpty == !TableTests.codes.contains(value))
      for meaning in code.meanings {
        #expect(!meaning.name.isEmpty)
        #expect(meaning.text.hasSuffix("."))
        #expect(meaning.source.hasPrefix("RFC ") || meaning.source.hasPrefix("draft-"))
      }
    }
  }

  @Test("521 and 522 have several meanings")
  func ambiguous() {
    #expect((521 as ReplyCode).meanings.count == 3)
    #expect((522 as ReplyCode).meanings.count == 2)
    #expect(ReplyCode.known.filter(\.isAmbiguous) == [521, 522])
  }
}
