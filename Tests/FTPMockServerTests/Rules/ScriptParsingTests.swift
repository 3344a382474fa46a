import FTPProtocol
import Testing

@testable import FTPMockServer

@Suite("A rule file is read exactly, or rejected with the position of the mistake")
struct ScriptParsingTests {
  typealias Rule = Script.Rule

  struct Good: Sendable, CustomTestStringConvertible {
    let text: String
    let rules: [Rule]
    var testDescription: String { text }

    init(_ text: String, _ rules: Rule...) {
      self.text = text
      self.rules = rules
    }
  }

  private static let good = [
    // The three examples for which the notation was designed.
    Good(
      "RETR *.iso → 150, then 200 KiB, then 426 and close",
      Rule(.retr, matching: "*.iso", do: .reply(150), .filler(204_800), .reply(426), .close)),
    Good("on the 2nd LIST → 425", Rule(.list, .only(2), do: .reply(425))),
    Good("delay PASV 300ms", Rule(.pasv, do: .delay(.milliseconds(300)))),
    // Lines.
    Good(""), Good("# nothing"), Good("\n \t\n\r\n"),
    Good("NOOP -> 200 # as always\r\n", Rule("NOOP", do: .reply(200))),
    Good("\u{FEFF}NOOP -> 200", Rule("NOOP", do: .reply(200))),
    Good("NOOP -> 200\n\nPWD -> 550\n", Rule("NOOP", do: .reply(200)), Rule(.pwd, do: .reply(550))),
    // Which commands.
    Good("XCRC  a b.txt\t-> 500", Rule("XCRC", matching: "a b.txt", do: .reply(500))),
    Good(#"RETR "a\x20b # \"\\" -> 550"#, Rule(.retr, matching: "a b # \"\\", do: .reply(550))),
    Good(##"RETR "#1" -> 550"##, Rule(.retr, matching: "#1", do: .reply(550))),
    Good(#"LIST "" -> 450"#, Rule(.list, matching: "", do: .reply(450))),
    Good("PORT 127,0,0,1,* -> 500", Rule(.port, matching: "127,0,0,1,*", do: .reply(500))),
    Good("* -> 500", .anyCommand(do: .reply(500))),
    Good("* *x -> 500", .anyCommand(matching: "*x", do: .reply(500))),
    Good("from the 3rd * -> 421 and close", .anyCommand(.from(3), do: .reply(421), .close)),
    Good("on 1st connect -> close", .connection(.only(1), do: .close)),
    Good("from 21th CWD x -> 550", Rule(.cwd, matching: "x", .from(21), do: .reply(550))),
    Good("delay connect 2s", .connection(do: .delay(.seconds(2)))),
    Good("delay CWD a b 1.5s", Rule(.cwd, matching: "a b", do: .delay(.milliseconds(1500)))),
    Good("DELAY -> 500", Rule("DELAY", do: .reply(500))),
    // Actions.
    Good(#"A -> 299 "one\ntwo""#, Rule("A", do: .reply(299, "one\ntwo"))),
    Good(#"A "->" -> 200"#, Rule("A", matching: "->", do: .reply(200))),
    Good(#"A -> 200 "a, and -> b""#, Rule("A", do: .reply(200, "a, and -> b"))),
    Good(#"A -> raw "\x00\r\n", raw "\xff""#, Rule("A", do: .raw([0, 13, 10]), .raw([0xFF]))),
    Good("A -> obey then obey", Rule("A", do: .obey, .obey)),
    Good("A -> obey, and then obey", Rule("A", do: .obey, .obey)),
    Good("A -> ignore", Rule("A", do: .ignore)),
    Good("A -> cut 2 5 9, obey", Rule("A", do: .cut(2, 5, 9), .obey)),
    Good("A -> drip 1 50ms", Rule("A", do: .drip(1, every: .milliseconds(50)))),
    Good("A -> drip 2 50 ms", Rule("A", do: .drip(2, every: .milliseconds(50)))),
    Good(
      "A -> 150,7B,1 byte,data \"x\",receive,226",
      Rule("A", do: .reply(150), .filler(7), .filler(1), .data("x"), .receive, .reply(226))),
    Good("A -> 200KiB", Rule("A", do: .filler(204_800))),
    Good("A -> 200MB", Rule("A", do: .filler(200_000_000))),
    Good(
      "A -> 125 and open data and close data and reset data and reset",
      Rule("A", do: .reply(125), .openData, .closeData, .resetData, .reset)),
    Good("A -> 999", Rule("A", do: .reply(ReplyCode(9, 9, 9)))),
  ]

  @Test(arguments: good)
  func readsWhatIsInTheForm(rule: Good) throws {
    let script = try Script(parsing: rule.text)
    #expect(script.rules == rule.rules)
    #expect(try Script(parsing: script.description) == script, "\(script)")
    // Either kind of line end, a comment at the end, or a final line end makes no difference.
    #expect(try Script(parsing: rule.text.replacing("\n", with: "\r\n")).rules == rule.rules)
    #expect(try Script(parsing: rule.text + " # more\n").rules == rule.rules)
  }

  @Test(arguments: [
    #"on the 2nd connect -> raw "220 \"a\\b\"\t\r\n""#, #"from the 3rd * "\*?\?\"\{x\\" -> ignore"#,
    #"RETR -> raw "1\xff" 3 times, 1 byte, data "\x00\"", close data, obey quietly, close"#,
    #"A -> raw "\{verb} {verb} {data} {data:port} \{" 2 times, delay 1.5ms, drip data 2 60000ms, reset"#,
    #"A -> 425 "{argument}", cut 1 2, open data, receive, reset data, store, 5 bytes, obey"#,
  ])
  func isWrittenInTheWordsOfAFile(line: String) throws {
    #expect(try Script(parsing: line).description == line + "\n")
  }

  private static let bad = [
    ("LIST 425", "1:9: there is no arrow: a rule is VERB PATTERN -> ACTION"),
    ("LIST->425", "1:1: the arrow needs blanks around it"),
    (
      #"A -> 200 "{verbs}""#,
      "1:10: {verbs} is not one of \(RuleText.words.joined(separator: ", ")); \\{ is a brace"
    ),
    (
      #"A -> raw "{data:text}""#,
      "1:10: {data:text} is not one of \(RuleText.words.joined(separator: ", ")); \\{ is a brace"
    ),
    (
      #"A -> data "a {Data} b""#,
      "1:11: {Data} is not one of \(RuleText.words.joined(separator: ", ")); \\{ is a brace"
    ),
    ("LIST a→ 425", "1:6: the arrow needs blanks around it"),
    ("# all is well\n\n  list -> 425", "3:3: 'list' is not a verb; verbs are in capitals, and '*' is any"),
    ("L*ST -> 425", "1:1: 'L*ST' is not a verb; verbs are in capitals, and '*' is any"),
    ("-> 425", "1:1: a verb is missing"),
    ("on the 2nd -> 425", "1:12: a verb is missing"),
    (#""LIST" -> 425"#, "1:1: expected a verb instead of 'LIST'"),
    ("connect x -> 425", "1:9: 'connect' takes no pattern"),
    (#"RETR "a" b -> 425"#, "1:6: quotation marks must enclose the whole pattern or none of it"),
    (#"RETR b "a" -> 425"#, "1:8: quotation marks must enclose the whole pattern or none of it"),
    (#"RETR a"b -> 425"#, "1:7: there is a quotation mark inside a word"),
    (#"RETR "a"b -> 425"#, "1:9: a blank is missing after the quotation mark"),
    (#"RETR → 550 "naïve"#, "1:12: the closing quotation mark is missing"),
    (
      #"RETR → 550 "ï\q""#,
      #"1:14: a backslash must be followed by n, r, t, \, " or x and two hexadecimal digits; *, ? or {"#
    ),
    (
      #"RETR -> 550 "\x+1""#,
      #"1:14: a backslash must be followed by n, r, t, \, " or x and two hexadecimal digits; *, ? or {"#
    ),
    (
      #"RETR -> 550 "\x1"#,
      #"1:14: a backslash must be followed by n, r, t, \, " or x and two hexadecimal digits; *, ? or {"#
    ),
    ("on -> 425", "1:10: 'on' must be followed by a number such as 2nd"),
    ("on 2 LIST -> 425", "1:4: '2' is not a number such as 2nd"),
    ("on the 0th LIST -> 425", "1:8: '0th' is not a number such as 2nd"),
    ("from the nd LIST -> 425", "1:10: 'nd' is not a number such as 2nd"),
    ("on 99999999999999999999th LIST -> 425", "1:4: '99999999999999999999th' is not a number such as 2nd"),
    ("delay PASV", "1:11: 'delay' needs a verb and a span of time after it"),
    ("delay PASV soon", "1:12: 'soon' is not a span of time such as 300ms"),
    (
      "delay PASV -> 300ms",
      "1:12: 'delay VERB SPAN' has no arrow; the action 'delay SPAN' comes after one"
    ),
    ("delay pasv 300ms", "1:7: 'pasv' is not a verb; verbs are in capitals, and '*' is any"),
    ("LIST ->", "1:8: an action is missing"),
    ("LIST -> # 425", "1:14: an action is missing"),
    ("LIST -> 425,", "1:13: an action is missing"),
    ("LIST -> 425 and", "1:16: an action is missing"),
    (
      "LIST -> , 425",
      "1:9: ',' is not an action such as 425, 200 KiB, obey, delay, cut, drip, raw, data, receive, store, close, reset or ignore"
    ),
    (
      "LIST -> obay",
      "1:9: 'obay' is not an action such as 425, 200 KiB, obey, delay, cut, drip, raw, data, receive, store, close, reset or ignore"
    ),
    (
      "LIST -> -> 425",
      "1:9: '->' is not an action such as 425, 200 KiB, obey, delay, cut, drip, raw, data, receive, store, close, reset or ignore"
    ),
    ("LIST → obey obey", "1:13: a comma, 'and' or 'then' is missing before 'obey'"),
    ("LIST → 425 \"a\" \"b\"", "1:16: a comma, 'and' or 'then' is missing before 'b'"),
    (#"LIST -> "text""#, "1:9: a text must follow a reply code, 'raw' or 'data'"),
    ("LIST -> 42", "1:9: '42' is neither a reply code of three digits nor a number of bytes such as 200 KiB"),
    (
      "LIST -> 4250",
      "1:9: '4250' is neither a reply code of three digits nor a number of bytes such as 200 KiB"
    ),
    (
      "LIST -> 1.5MB",
      "1:9: '1.5MB' is neither a reply code of three digits nor a number of bytes such as 200 KiB"
    ),
    ("LIST -> 425 Nothing", "1:9: '425 Nothing' is not a number of bytes such as 200 KiB"),
    ("LIST -> 150, 2000000 GiB", "1:14: '2000000 GiB' is not a number of bytes such as 200 KiB"),
    ("LIST -> raw", "1:9: 'raw' must be followed by a text between quotation marks"),
    (
      #"LIST -> raw "ab" 40000000 times"#,
      "1:18: 'times' needs a number from 1 before it that makes at most 64 MiB"
    ),
    (
      #"LIST -> data "" 0 times"#,
      "1:17: 'times' needs a number from 1 before it that makes at most 64 MiB"
    ),
    (#"LIST -> raw "a" 5"#, "1:17: a comma, 'and' or 'then' is missing before '5'"),
    ("LIST -> data x", "1:14: 'data' must be followed by a text between quotation marks"),
    ("LIST -> delay", "1:9: 'delay' must be followed by a span of time such as 300ms"),
    ("LIST -> delay x", "1:15: 'x' is not a span of time such as 300ms"),
    ("LIST -> delay 2d, 425", "1:15: '2d' is not a span of time such as 300ms"),
    ("LIST -> drip 0 1s", "1:14: 'drip' must be followed by a number of bytes from 1"),
    ("LIST -> drip 1", "1:9: 'drip' must be followed by a span of time such as 300ms"),
    ("LIST -> cut", "1:9: 'cut' must be followed by a number of bytes from 1"),
    ("LIST -> cut 2 x", "1:15: 'cut' must be followed by a number of bytes from 1"),
    ("LIST -> cut 2 2", "1:15: the numbers of 'cut' must ascend"),
    ("LIST -> cut 2, drip 1 1s", "1:16: a rule can have only one 'cut' or 'drip'"),
    ("LIST -> open", "1:9: 'open' must be followed by 'data'"),
    ("LIST -> close, 425", "1:16: the session has ended before '425'"),
    ("LIST -> reset and obey", "1:19: the session has ended before 'obey'"),
    ("LIST -> ignore, 425", "1:17: 'ignore' must be the only action"),
    ("LIST -> delay 1s, ignore", "1:19: 'ignore' must be the only action"),
    ("connect -> 220, 1 byte", "1:17: there is no data connection before the first command"),
    ("LIST -> 425\nNLST -> 425\nLIST x -> 550", "3:1: this rule never applies: line 1 comes first"),
    ("delay LIST 1s\non the 2nd LIST -> 425", "2:1: this rule never applies: line 1 comes first"),
    ("* * -> 500\nNOOP -> 200", "2:1: this rule never applies: line 1 comes first"),
    ("RETR a* -> 550\nRETR a* -> 450", "2:1: this rule never applies: line 1 comes first"),
    ("RETR * -> 550\nRETR x -> 450", "2:1: this rule never applies: line 1 comes first"),
    ("* a* -> 550\nRETR a* -> 450", "2:1: this rule never applies: line 1 comes first"),
    ("RETR a -> 550\n* -> 500\nRETR a -> 450", "3:1: this rule never applies: line 1 comes first"),
    ("connect -> obey\non 2nd connect -> close", "2:1: this rule never applies: line 1 comes first"),
  ]

  @Test(arguments: bad)
  func refusesWhatIsNot(text: String, description: String) {
    let error = #expect(throws: ScriptError.self) { try Script(parsing: text) }
    #expect(error?.description == description)
    // The same error in a later line, with other rules around it.
    let moved = #expect(throws: ScriptError.self) { try Script(parsing: "ABOR -> 226\n\(text)\nQUIT -> 221") }
    #expect(moved?.line == error.map { $0.line + 1 })
    #expect(moved?.column == error?.column)
  }

  @Test(arguments: [
    "on the 2nd LIST -> 425\nLIST -> obey", "RETR a* -> 550\nRETR b* -> 450", "NOOP -> 200\n* -> 500",
    "connect -> 220\n* -> 500", "on the 2nd connect -> close\nconnect -> obey",
  ])
  func letsRulesSpeakForWhomSomethingIsLeft(text: String) throws {
    #expect(try Script(parsing: text).rules.count == 2)
  }

  @Test func takesAnyBytes() {
    // No input traps: every prefix of a long rule, and every special byte in every place.
    let text = Array("on the 2nd RETR \"a\\x41\" → 150 \"x\", 200 KiB and cut 1 2 then close # end".utf8)
    for end in text.indices { _ = try? Script(parsing: Array(text[..<end])) }
    for place in text.indices {
      for byte in Array("\0\t\n\r \"#*,-0>\\Ax".utf8) + [0x7F, 0x80, 0xE2, 0xFF] {
        var changed = text
        changed[place] = byte
        do throws(ScriptError) {
          _ = try Script(parsing: changed)
        } catch {
          #expect(error.description.utf8.allSatisfy { (0x20...0x7E).contains($0) })
          #expect((1...text.count + 1).contains(error.column))
        }
      }
    }
  }
}
