import Testing

@testable import FTPConformance
@testable import FTPConversation

@Suite("The shown part of a conversation is what readers need to understand a finding")
struct ConversationWindowTests {
  private static let opening = [
    "S> 220 Hello.", "C> USER x", "S> 331 Password?", "C> PASS ****", "S> 230 Welcome.",
  ]
  private static let login = "... greeting and login: 220, 331, 230"
  private static let farewell = ["C> QUIT", "S> 221 Bye."]

  private static func window(_ rows: [String], around index: Int, _ limit: Int = 4) throws -> [String]? {
    let rows = try rows.map { text in
      TranscriptPrinter.Row(
        try #require(TranscriptPrinter.Row.Kind(rawValue: String(text.prefix(2)))), String(text.dropFirst(3)))
    }
    return ConversationWindow(rows, around: index, limit)?.lines
  }

  @Test func theGreetingAndTheLoginAreOneLine() throws {
    let rows = Self.opening + ["C> PWD", "S> 500 What?"] + Self.farewell
    #expect(try Self.window(rows, around: 6) == [Self.login, "C> PWD", "S> 500 What?", "..."])
    let long = ["S> 220-Hello.", "S> 220 220-"] + rows.dropFirst()
    #expect(try Self.window(long, around: 7) == [Self.login, "C> PWD", "S> 500 What?", "..."])
    let alone = ["S> 220 Hello.", "C> USER x", "S> 230 Welcome.", "C> PWD", "S> 500 What?"]
    #expect(
      try Self.window(alone, around: 4) == ["... greeting and login: 220, 230", "C> PWD", "S> 500 What?"])
  }

  @Test(arguments: [
    // The opening rows are shown if the finding is in them, or if they are not as usual.
    (["S> 220 Hello.", "!! 959:4.2:reply-line server"], 1),
    (Self.opening, 4),
    (
      [
        "S> 120 Wait.", "S> 220 Hello.", "C> USER x", "S> 331 x", "C> PASS ****", "S> 530 No.", "C> PWD",
        "S> 530",
      ], 7
    ),
    (["S> 220 Hello.", "C> PWD", "S> 530 Who?"], 2),
    (["S> 220 Hello.", "C> PASS ****", "S> 503 Who?"], 2),
  ])
  func theyAreShownWhereTheyMatter(rows: [String], index: Int) throws {
    #expect(try Self.window(rows, around: index, 14) == rows)
  }

  @Test func theCommandIsShownHoweverLongItsReply() throws {
    let features = (1...30).map { "S>  F\($0)" }
    let rows =
      Self.opening + ["C> NOOP", "S> 200 OK", "C> FEAT", "S> 211-Features"] + features + ["S> 211 End"]
    let shown = (18...22).map { "S>  F\($0)" }
    #expect(
      try Self.window(rows + Self.farewell, around: 28, 5)
        == [Self.login, "...", "C> FEAT", "..."] + shown + ["..."])
  }

  @Test func nothingIsShownOfNothing() throws {
    #expect(try Self.window([], around: 0) == nil)
    #expect(try Self.window(["S> 220 Hello."], around: 0) == ["S> 220 Hello."])
  }
}
