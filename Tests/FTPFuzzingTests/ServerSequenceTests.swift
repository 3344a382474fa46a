import FTPVectors
import Testing

@testable import FTPFuzzing

@Suite("A sequence is the client's side of a vector, and can be read back")
struct ServerSequenceTests {
  static let whole = ServerSequence(
    .loggedIn,
    [
      .line("EPSV"), .openDataByStranger, .openData, .openData,
      .command(VectorLine("STOR a\r\n".utf8, cuts: [2])), .atOnce,
      .data(.upload, VectorLine([0, 255, 10])), .uploadBytes(70_001), .halfCloseData, .resetData, .closeData,
      .urgent, .command(VectorLine([0xFF, 0xF4, 0xFF, 0xF2])), .line(.port, .hostport),
      .line(.user, .word), .line(.pass, .secret), .line(.cwd, .text), .openData, .download, .closeData,
      .halfCloseControl, .resetControl,
    ])

  @Test func isReadBack() throws {
    #expect(try ServerSequence(parsing: Array(Self.whole.description.utf8)) == Self.whole)
    let early = ServerSequence(.ready, [.line("HELP {x} ; \\ < ")])
    #expect(try ServerSequence(parsing: Array(early.description.utf8)) == early)
  }

  @Test(arguments: UInt64(1)...200)
  func whatIsChangedIsReadBack(seed: UInt64) throws {
    var mutator = SequenceMutator(random: .init(seed: seed))
    var actions = Self.whole.actions
    for _ in 0..<6 { mutator.mutate(&actions) }
    let sequence = ServerSequence(.loggedIn, actions).normalized
    guard sequence.commandCount > 0 else { return }
    #expect(try ServerSequence(parsing: Array(sequence.description.utf8)) == sequence, "\(sequence)")
  }

  @Test func takesTheClientsSideOfAConversation() throws {
    let text =
      "S> 220 Hi.\n@@ ready\nC> USER a\nS> 331 a\n=> 331 user then(pass)\nC> PASS {:secret}\nS> 230 a\n"
    let sequence = try ServerSequence(parsing: Array(text.utf8))
    #expect(sequence.start == .ready && sequence.commandCount == 2)
  }

  static let wrong: [(String, String)] = [
    ("", "line 1"), ("S> 220 Hi.\n", "it contains no command"), ("C> \\q\n", "line 1"),
    ("C> STOR a\n-- open data\n-- send 99999999999999999999 bytes of data\n", "is not a number of bytes"),
  ]

  @Test(arguments: wrong)
  func saysWhatIsWrong(text: String, words: String) {
    let error = #expect(throws: ServerSequenceError.self) { try ServerSequence(parsing: Array(text.utf8)) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}
