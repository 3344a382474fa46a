import FTPProtocol
import Testing

@testable import FTPVectors

@Suite("A replay finds every difference from the vector")
struct VectorReplayTests {
  static let greeting = "S> 220 Ready.\n=> 220 greeting success\n"
  static let login = greeting + "C> USER a\nS> 230 In.\n=> 230 user success\n"
  static let passive = login + "C> PASV\nS> 227 ({data:hostport})\n=> 227 simple success addr={data}\n"

  private func run(_ text: String) throws -> ReplayResult { VectorReplay().run(try Vector(parsing: text)) }

  @Test func theWorkGrowsWithTheVector() throws {
    func replies(_ count: Int) throws -> Int {
      let exchange = "C> NOOP\nS> 200 x\n=> 200 simple success\n"
      return try run(Self.login + String(repeating: exchange, count: count)).comparedReplies
    }
    let (some, more) = (try replies(50), try replies(400))
    #expect(more < some * 9)
  }

  /// Conversations that are consistent.
  static let good: [(name: String, text: String)] = [
    ("a greeting", greeting),
    ("a leading state", "@@ awaiting greeting\n" + greeting + "@@ ready\n"),
    ("a reply across commands", login + "C> NOOP\nS> 20\\\nC> SYST\nS> 0 x\n=> 200 simple success\n"),
    ("a command in two rows", login + "C> NO\\\nC> OP\nS> 200 x\n=> 200 simple success\n"),
    (
      "two replies in one row",
      login + "C> NOOP\nC> SYST\nS> 200 x\\r\\n215 y\n=> 200 simple success\n=> 215 simple success\n"
    ),
    (
      "two replies in two rows, with one expectation each",
      login
        + "C> NOOP\nC> SYST\nS> 200 x\n=> 200 simple success\n@@ logged in\nS> 215 y\n=> 215 simple success\n"
    ),
    ("an unfinished reply", "S> 220-a\nS> 22\\\n=> 220 unfinished\n"),
    (
      "a reply whose line end the close replaces",
      login
        + "C> QUIT\nS> 221 x\\\n=> 221 simple success\n!! 854:nvt:crlf-one-unit\n-- close control (closed by the server)\n"
    ),
    (
      "half a reply and the close",
      "S> 220-a\nS> 22\\\n=> 220 unfinished\n-- close control (closed by the server)\n!! 959:5.4:greeting\n"
    ),
    ("CR alone", "reading: bare-cr\nS> 220 x\\r\\\n=> 220 greeting success\n!! 854:nvt:crlf-one-unit\n"),
    (
      "any code at the end",
      "reading: any-code\nS> 220-x\nS> 421 y\n=> 220 greeting success lines=2\n!! 959:4.2:multiline-end\n"
    ),
    ("a code that any may answer", login + "C> NOOP\nS> 200 x\n=> 200 simple success code=same 4.2ms\n"),
    (
      "data that is not shown in full",
      passive
        + "-- open data to {data}\nC> RETR f\nS> 150 x\n=> 150 transfer wait\nD> abc\n"
        + "-- close data (1000 bytes, first 3 shown)\nS> 226 x\n=> 226 transfer success bytes=1000\n"
    ),
    (
      "two data connections at once",
      passive
        + "-- open data\n-- open data2\nC> RETR f\nS> 150 x\n=> 150 transfer wait\nD> abc\n-- use data\nD> d\n"
        + "-- close data2 (3 bytes)\nD> e\n-- close data (2 bytes)\nS> 226 x\n=> 226 transfer success bytes=2\n"
    ),
    (
      "the server's address is known",
      "-- open control to 127.0.0.1:21\n" + passive + "-- open data to {data}\n"
    ),
    (
      "a command that is given up",
      login
        + "C> ABOR\n-- no reply to ABOR\n!! 959:4.1.3:abor-426-226\nC> NOOP\nS> 200 x\n=> 200 simple success\n@@ logged in waiting=0\n"
    ),
    (
      "the judge's words",
      login
        + "C> DELE f\nS> 150 x\n=> 150 simple error\n!! 959:6:simple-commands server: expected 2yz, 4yz, 5yz to DELE; received 150\n"
    ),
    (
      "everything that a state can name",
      login
        + "@@ logged in login=loggedIn type=A structure=F mode=S restart=none rename=none setup=none transfer=none waiting=0 level=C exchange=none control=clear epsv-all=no\n"
    ),
  ]

  @Test(arguments: good)
  func passes(name: String, text: String) throws {
    let result = try run(text)
    for difference in result.differences { Issue.record("\(name): \(difference)") }
    #expect(result.vectors == 1 && result.checks > 0 && result.segmentations > 8)
  }

  /// Conversations that contradict themselves: the wrong line, what it expects, and what is found.
  static let bad: [(text: String, line: Int, expected: String, actual: String)] = [
    ("S> 220 Ready.\n=> 221 greeting success\n", 2, "221 greeting success", "220 greeting success"),
    ("S> 220 Ready.\n=> 220 greeting wait\n", 2, "220 greeting wait", "220 greeting success"),
    (
      "S> 220-a\nS> 220 b\n=> 220 greeting success\n", 3, "220 greeting success",
      "220 greeting success lines=2"
    ),
    ("S> 220 Ready.\n@@ logged in\n", 2, "logged in", "ready"),
    ("S> 220 Ready.\n@@ ready type=I\n", 2, "ready type=I", "ready type=A"),
    ("S> 220 Ready.\n!! 959:4.2:reply-line\n", 1, "959:4.2:reply-line", "no deviation"),
    (
      "S> 220\n=> 220 greeting success\n", 2, "no deviation",
      "959:4.2:reply-line server: expected a space or a hyphen after the code; received line 1 has neither space nor text after its code"
    ),
    (
      "S> 220\n=> 220 greeting success\n!! 959:4.2:reply-line client\n", 2, "959:4.2:reply-line client",
      "959:4.2:reply-line server: expected a space or a hyphen after the code; received line 1 has neither space nor text after its code"
    ),
    ("S> 220-Ready.\n=> 220 greeting success\n", 2, "220 greeting success", "no reply that ends here"),
    ("S> 220 Ready.\n=> 220 unfinished\n", 2, "220 unfinished", "220 greeting success"),
    (
      "S> 220-Ready.\n=> 221 unfinished\n", 2, "bytes that make no reply (221 unfinished)", "220-Ready.\\r\\n"
    ),
    (login + "C> NOOP\n!! 959:4.2:reply-line\n", 6, "959:4.2:reply-line", "no deviation"),
    (login + "-- no reply to SYST\n", 6, "SYST without a reply", "no such command"),
    (
      passive + "-- open data\nD> abc\n-- close data (4 bytes)\n", 11, "4 bytes in the rows above", "3"
    ),
    (
      passive + "-- open data\nD> abc\n-- close data (9 bytes, first 4 shown)\n", 11,
      "4 bytes in the rows above", "3"
    ),
    (
      passive.replacing("addr={data}", with: "addr=127.0.0.1:1"), 8, "227 simple success addr=127.0.0.1:1",
      "227 simple success addr=127.0.0.1:50001"
    ),
  ]

  @Test(arguments: bad)
  func reports(text: String, line: Int, expected: String, actual: String) throws {
    let result = try run(text)
    let first = try #require(result.differences.first)
    #expect(first.line == line)
    #expect(first.expected == expected)
    #expect(first.actual == actual)
    #expect(first.segmentation == .whole || first.segmentation.description.hasPrefix("cut at byte 1 "))
    #expect(first.surroundings.contains { $0.hasPrefix(">") && $0.contains(" \(line)  ") })
    #expect("\(first)".contains("expected \(expected)\n  found    \(actual)"))
  }

  /// A difference that shows in many segmentations is reported once.
  @Test func reportsADifferenceOnce() throws {
    #expect(try run("S> 220 Ready.\n=> 221 greeting success\n").differences.count == 1)
  }

  @Test func countsSegmentations() throws {
    // 12 bytes: once as a whole, 11 single cuts, as written, byte by byte, at line ends, and four at random.
    #expect(try run(Self.greeting).segmentations == 1 + 11 + 3 + 4)
    var replay = VectorReplay()
    replay.triesSegmentations = false
    #expect(replay.run(try Vector(parsing: Self.greeting)).segmentations == 1)
  }

  @Test func longRepliesAreNotCutEverywhere() throws {
    let lines = (0..<400).map { "S>  line \($0) of many\n" }.joined()
    let text = "S> 220-a\n" + lines + "S> 220 b\n=> 220 greeting success lines=402\n"
    let result = try run(text)
    #expect(result.differences == [])
    #expect((100..<5_000).contains(result.segmentations))
  }

  @Test func resultsAddUp() throws {
    var sum = ReplayResult()
    sum += try run(Self.greeting)
    sum += try run("S> 220 Ready.\n=> 221 greeting success\n")
    #expect(sum.vectors == 2 && sum.differences.count == 1 && sum.segmentations == 38)
  }

  @Test func aVectorMadeInCodeHasLinesTheSameAsItsFile() throws {
    var vector = try Vector(parsing: "# c\nid:   a\nS> 220 Ready.\n=> 221 greeting success\n")
    vector.rows = vector.rows.map { VectorRow($0.content) }
    #expect(VectorReplay().run(vector).differences.first?.line == 4)
  }

  @Test func annotatingWritesWhatTheJudgeSays() throws {
    let bare =
      "S> 220 Ready.\nC> USER a\nS> 230 In.\nC> PASV\nS> 227 (10,0,0,1,{p:portpair})\n@@ ready\nC> DELE f\nS> 150 x\n"
    let annotated = try Vector(parsing: bare).annotated(addsStates: true)
    #expect(
      annotated.description == """
        S> 220 Ready.
        => 220 greeting success
        @@ ready
        C> USER a
        S> 230 In.
        => 230 user success
        @@ logged in
        C> PASV
        S> 227 (10,0,0,1,{p:portpair})
        => 227 simple success addr=10.0.0.1{p}
        @@ data announced
        @@ data announced
        C> DELE f
        S> 150 x
        => 150 simple error
        !! 959:6:simple-commands

        """)
    #expect(VectorReplay().run(annotated).differences == [])
  }
}
