import Testing

@testable import FTPProtocol

@Suite("The judge knows the form of each value that a reply carries")
struct ReplyValueTests {
  /// A command, its reply, and the requirements that the text of the reply breaks.
  struct Row: Sendable, CustomTestStringConvertible {
    let command: String
    let reply: String
    let requirements: [RequirementID]
    var testDescription: String { "\(command): \(reply.debugDescription)" }

    init(_ command: String, _ reply: String, _ requirements: RequirementID...) {
      self.command = command
      self.reply = reply
      self.requirements = requirements
    }
  }

  static let rows = [
    Row("PWD", "257 \"/home\" is current"), Row("PWD", "257 \"/a\"\"b\""), Row("XPWD", "257 \"/\""),
    Row("MKD x", "257 \"/a\r\0b\" created"),
    Row("PWD", "257 /home is current", "959:appendix-ii:pwd-reply-form"),
    Row("XPWD", "257 here: \"/\"", "959:appendix-ii:pwd-reply-form"),
    Row("PWD", "257 \"/a\"b\" x", "959:appendix-ii:doubled-quote"),
    Row("PWD", "257 \"/a", "959:appendix-ii:pwd-reply-form"),
    Row("MKD x", "257 \"/x\" created"), Row("MKD x", "257 Created.", "959:appendix-ii:mkd-reply-form"),
    Row("XMKD x", "257 x", "959:appendix-ii:mkd-reply-form"),
    Row("SYST", "215 UNIX Type: L8"), Row("SYST", "215 MVS is the operating system of this server."),
    Row("SYST", "215 Plan9 Type: L8"), Row("SYST", "215 Amnesiac by choice", "959:4.1.3:syst-system-name"),
    Row("SYST", "215  UNIX", "959:4.1.3:syst-system-name"),
    Row("SIZE x", "213 5"), Row("SIZE x", "213 18446744073709551615"),
    Row("SIZE x", "213 5 bytes", "3659:4:size-reply-form"), Row("SIZE x", "213 -5", "3659:4:size-reply-form"),
    Row("SIZE x", "213-a\r\n213 5", "3659:4:size-reply-form"),
    Row("MDTM x", "213 20240517093000"), Row("MDTM x", "213 20240517093000.25"),
    Row("MDTM 20240517093000 x", "213 Time set."), Row("MDTM 2024 x", "213 Set.", "3659:2.3:time-form"),
    Row("MDTM x", "213 2024-05-17", "3659:2.3:time-form"),
    Row("MDTM x", "213-a\r\n213 20240517093000", "3659:3.1:mdtm-reply-form"),
    Row("FEAT", "211-Features:\r\n SIZE\r\n MLST type*;size;\r\n211 End"), Row("FEAT", "211 No features."),
    Row("FEAT", "211-Features:\r\nEPRT\r\nEPSV\r\n211 End", "2389:3.2:feat-leading-space"),
    Row(
      "FEAT", "211-Features:\r\n211-EPRT\r\n211 End", "959:4.2:multiline-padding",
      "2389:3.2:feat-leading-space"),
    Row("FEAT", "211-Features:\r\n SIZE\r\n211 That is all.", "2389:3.2:feat-listing"),
    Row("FEAT", "211-Features:\r\n size\r\n211 End", "2389:3.2:feat-upper-case"),
    Row("FEAT", "211-Features:\r\n OPTS\r\n211 End", "2389:3.2:feat-not-itself"),
    Row("FEAT", "211-Features:\r\n211 End", "2389:3.2:feat-none"),
    Row("FEAT", "211-Features:\r\n MLST size*;\r\n MLST type*;\r\n211 End", "3659:7.8:mlst-in-feat"),
    Row("MLST x", "250-Start\r\n type=file;size=1; /x\r\n250 End"),
    Row("MLST x", "250-Start\r\ntype=file;size=1; /x\r\n250 End", "3659:7.2:mlst-reply-form"),
    Row("MLST x", "250 type=file; /x", "3659:7.2:mlst-reply-form"),
    Row("MLST x", "250-Start\r\n type=file;size=big; /x\r\n250 End", "3659:7.5.7:size-fact"),
    Row("OPTS MLST type;", "200 MLST OPTS type;"), Row("OPTS UTF8 ON", "200 On."),
    Row("OPTS MLST type;", "200 Done.", "3659:7.9:opts-mlst-reply"),
    Row("HASH x", "213 SHA-256 0-5 0aF9 x y"), Row("HASH x", "213 0af9", "hash:3:hash-reply-form"),
    // Other codes carry no such value, and what is not listed has its own verdict.
    Row("SIZE x", "550 5 bytes"), Row("FEAT", "502 No."), Row("CWD x", "250 5 bytes"),
  ]

  @Test(arguments: rows) func formsOfValues(row: Row) throws {
    var judge = Judge.loggedIn()
    judge.observe(command: try #require(Command(parsing: row.command)))
    let reply = try #require(Reply(parsing: row.reply + "\r\n"))
    let verdicts = judge.observe(reply: reply).verdicts
    #expect(verdicts.map(\.requirement) == row.requirements)
    for verdict in verdicts {
      let expected = ReplyValue.expectation(of: verdict.requirement)
      #expect(expected == verdict.expected || verdict.requirement.rawValue.hasPrefix("959:4.2:"))
      #expect(verdict.party == .server && !verdict.received.isEmpty)
    }
  }

  @Test func theNameOfAFileIsReportedAtOnce() {
    for (text, requirements) in [
      ("FILE: a.1", []), ("Opening connection for a.1", ["1123:4.1.2.9:stou-file-reply"]),
    ] as [(String, [RequirementID])] {
      var judge = Judge.loggedIn(("PASV", 227, "(127,0,0,1,4,5)"))
      judge.observe(command: Command(.stou))
      #expect(judge.observe(reply: Reply(150, text)).verdicts.map(\.requirement) == requirements)
    }
  }

  @Test func aRuleThatIsBrokenOftenIsCitedOnce() {
    var judge = Judge()
    judge.observe(reply: Reply(220, "x"))
    judge.observe(command: Command(.feat))
    let lines = ["Features:"] + [String](repeating: "SIZE", count: 1) + (0..<999).map { "F\($0)" } + ["End"]
    let reply = Reply(parsing: "211-" + lines.dropLast().joined(separator: "\r\n") + "\r\n211 End\r\n")
    let verdicts = reply.map { judge.observe(reply: $0).verdicts } ?? []
    #expect(
      verdicts.map(\.received) == ["'SIZE' without exactly one leading space, and 999 more of this kind"])
  }
}
