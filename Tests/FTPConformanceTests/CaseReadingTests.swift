import FTPProtocol
import FTPRequirements
import Testing

@testable import FTPConformance

extension CaseStep {
  /// Reads the lines of a case.
  static func read(_ lines: [String]) throws -> [CaseStep] {
    let text = "test/1/read: It does.\n  finds: nothing\n" + lines.map { "  \($0)\n" }.joined()
    return try ServerCase.cases(of: "test", in: text.utf8)[0].steps
  }
}

extension [CaseStep] {
  static func read(_ lines: [String]) throws -> [CaseStep] { try CaseStep.read(lines) }
}

@Suite("Texts with cases are read, or it is said what is wrong with them")
struct CaseReadingTests {
  private static let text = #"""
    # A title
      tags: all

    ## A section
    # A comment
      needs: data

    test/4.2/one: It ends with a colon: yes.
      # Another comment
      rules: 959:4.2:reply-line 959:4.2:multiline-end
      needs: write-access "feature MLST"
      start: greeted
      scope: everything
      finds: one "two words"
      traffic: apart
      replies: counted
      prepare: MKD a
      prepare: STOR a b, type A: "one\r\n"
      prepare: LIST, type A
      prepare: a second session
      prepare: lines.txt, and how it is sent in either type
      prepare: a login under TLS, without PBSZ and PROT
      prepare: a data connection, announced and made
      attempt: CWD a
      attempt: STOR c: every-byte
      send: PWD, PORT 1,2,3 -> 200 4yz negative, tolerating 500, citing 959:4.2:a, preferring 200, per 959:4.2:b
      send: {harmless}
      send: DELE a -> any, passed 5yz, skipped 4yz, see test/4.2/two, or closed
      send: MODE Z -> 200, preferring 200, besides MODE S, or 500, else unsupported
      optional: SIZE a -> 213
      optional: STOU: 7 bytes from 3
      observe: LIST, NLST
      upload: STOR a, type I: 10 bytes
      download: RETR a: "\xff"
      download: LIST, type I, by PASV
      download: LIST, active
      download: LIST, ready
      connect: as announced
      transfer: RETR a, ready -> 2yz, passed negative: "a" + 7 bytes
      refused: RETR a -> negative
      refused at once: RETR a -> 550
      restart: REST 1, REST 5, RETR a: "text"
      listing: under TLS
      listing: in clear
      disturb: PWD -> 257
      remember: directory
      remember: STAT -> 211
      remember: directory as home
      read: names in MLSD a
      expect: home begins with /, else warned
      expect: number of bytes is 7, citing 959:4.2:a
      same: STAT -> 211
      other: directory, citing 959:4.2:a
      lines: after CWD: lines.txt as in TYPE I
      names: after DELE: a "b c"
      feature: REST STREAM, if there is REST 1
      write: "NOOP\r\n"
      reply to: NOOP, twice -> 200
      answer to: NOOP, twice -> 2yz
      prompt reply to: NOOP -> 200
      begin: STOR a: 7 bytes
      more: 7 bytes from 7
      end of: STOR -> 2yz
      abort: after a Synch
      close: the data connection
      known: NOOP, QUIT
      known if listed: HASH a
      right: r in perm: RETR a
      kept: " a"
      offset: REST 5
      optional: EPSV, unless it is known
      dial: as announced, else skipped
      finish: "b"
      ends: the server's side closed
      by hand: LIST, in clear: "a"
      shows: a last reply, no transfer, else unsupported
      data: "b", citing 959:4.2:a
      security: CCC -> 533
      diagram: rnfr rnto
      claim: PBSZ=0
      nothing: at all, citing 959:4.2:a
      closed after: QUIT
      open after: NOOP
        send: CWD .. -> 2yz 5yz
        if accepted:
          other: directory
          do: retrieve all of NLST
        if refused:
          send: PWD
      in a second session:
        send: NOOP
      in a new connection:
        send: USER a
        if: 331 2yz
          send: PASS b
      if: no feature MFMT
        send: SYST

    test/4.2/two: Another.
      needs:
      tags:
      finds: three
      optional: RNTO a
      if refused:
        send: PWD
    """#

  private static func read(_ text: some StringProtocol) throws(CatalogueProblem) -> [ServerCase] {
    try ServerCase.cases(of: "test", in: text.utf8)
  }

  @Test func everyEmbeddedTextIsRead() throws {
    #expect(CaseCatalogue.caseTexts.count == 22)
    for (document, text) in CaseCatalogue.caseTexts {
      #expect(try !ServerCase.cases(of: document, in: text).isEmpty, "\(document)")
    }
  }

  /// A closure without a case would go unnoticed.
  @Test func everythingComputedBelongsToACase() throws {
    var (bodies, claims): (Set<String>, Set<String>) = ([], [])
    for (document, text) in CaseCatalogue.caseTexts {
      for entry in try FieldedText<CaseField>.entries(of: document, in: text) {
        if entry.own.all.allSatisfy(\.name.isShared) { bodies.insert(entry.id.text) }
        bodies.formUnion(entry.own.lines(.do).map(\.text))
        claims.formUnion(entry.own.lines(.claim).map(\.text))
      }
    }
    #expect(bodies.symmetricDifference(CaseCatalogue.bodies.keys) == [])
    #expect(claims.symmetricDifference(CaseCatalogue.claims.keys) == [])
    #expect(
      CaseCatalogue.bodies.count == CaseCatalogue.tables.reduce(0) { $0 + $1.count }, "a name is used twice")
  }

  @Test func aWholeTextIsRead() throws {
    let cases = try Self.read(Self.text)
    try #require(cases.map(\.id) == ["test/4.2/one", "test/4.2/two"])
    let (one, two) = (cases[0].entry, cases[1].entry)
    #expect(one.title == "It ends with a colon: yes." && cases[0].start == .greeted)
    #expect(one.requirements == ["959:4.2:reply-line", "959:4.2:multiline-end"] && one.tags == ["all"])
    #expect(one.needs == [.login, .writeAccess, .feature("MLST")] && one.scope == .everything)
    #expect(one.failsWith == ["one", "two words"] && one.traffic == .apart && one.countsReplies)
    #expect(two.requirements == ["test:4.2:two"] && two.needs == [] && two.tags == [])
    #expect(cases[1].start == .greeted && two.scope == .own && two.traffic == .fair && !two.countsReplies)
    guard case .choice(let command, let expected, let accepted, let refused)? = cases[1].steps.last else {
      Issue.record("no choice")
      return
    }
    #expect(command == "RNTO a" && expected.isOptional && accepted.isEmpty)
    #expect(refused.flatMap(\.lines) == ["PWD"])
  }

  @Test func everyStepIsRead() throws {
    let steps = try #require(try Self.read(Self.text).first).steps
    #expect(
      steps.flatMap(\.lines) == [
        "prepare: MKD a", #"prepare: STOR a b, type A: 'one\r\n'"#, "prepare: LIST, type A",
        "prepare: a second session", "prepare: lines.txt, and how it is sent in either type",
        "prepare: a login under TLS, without PBSZ and PROT", "prepare: a data connection, announced and made",
        "prepare: CWD a", "prepare: STOR c: 259 bytes", "PWD: 200, 4yz or 4yz or 5yz",
        "PORT 1,2,3: 200, 4yz or 4yz or 5yz", "a command that changes nothing", "DELE a",
        "MODE Z: 200", "SIZE a: 213",
        "STOU: 7 bytes, and 2yz", "LIST: a reply for the judge", "NLST: a reply for the judge",
        "STOR a, type I: 10 bytes, and 2yz", #"RETR a: '\xff', and 2yz"#, "LIST, type I: data, and 2yz",
        "LIST, active: data, and 2yz", "LIST: data, and 2yz", "the data connection that this announces",
        #"transfer: RETR a, ready -> 2yz, passed negative: "a" + 7 bytes"#,
        "RETR a: 4yz or 5yz", "RETR a: 550, and no 1yz before it",
        "REST 1, REST 5, RETR a: 'text', or a refusal",
        "LIST by hand: a listing under TLS", "LIST by hand: a listing in clear",
        "PWD in the middle of STOR: 257, and the whole file", "remember the directory that PWD names",
        "remember the reply to STAT", "remember the directory that PWD names as home",
        "remember the names in MLSD a", "expect: home begins with /, else warned",
        "expect: number of bytes is 7, citing 959:4.2:a", "the reply to STAT: as remembered",
        "the directory that PWD names: not as remembered",
        "RETR lines.txt after CWD: the file as in TYPE I", "NLST after DELE: 'a', 'b c'",
        "FEAT: REST STREAM, if there is REST 1", #"write 'NOOP\r\n'"#, "the reply to NOOP, twice: 200",
        "answer to: NOOP, twice -> 2yz", "prompt reply to: NOOP -> 200",
        "begin: STOR a: 7 bytes", "more: 7 bytes from 7", "end of: STOR -> 2yz", "ABOR after a Synch",
        "close the data connection", "known: NOOP, QUIT", "known if listed: HASH a",
        "right: r in perm: RETR a",
        #"kept: " a""#, "offset: REST 5",
        "EPSV, unless it is known", "dial: as announced, else skipped", #"finish: "b""#,
        "ends: the server's side closed", #"by hand: LIST, in clear: "a""#,
        "shows: a last reply, no transfer, else unsupported", #"data: "b", citing 959:4.2:a"#,
        "security: CCC -> 533", "diagram: rnfr rnto",
        "in the last reply: PBSZ=0", "nothing at all", "the control connection closed after QUIT",
        "open after NOOP:", "  CWD ..: 2yz or 5yz", "  if accepted:",
        "    the directory that PWD names: not as remembered", "  if refused:", "    PWD",
        "in a second session:", "  NOOP", "in a new connection:", "  USER a", "  if 331 2yz:", "    PASS b",
        "if no feature MFMT:", "  SYST",
      ])
    let expected = steps.compactMap { if case .commands(_, let expected) = $0 { expected } else { nil } }
    #expect(expected[0].tolerated == [500] && expected[0].requirement == "959:4.2:a")
    #expect(expected[0].preferred == [200] && expected[0].preference == "959:4.2:b")
    #expect(!expected[0].isOptional && expected[3].isOptional)
    #expect(expected[1].mayClose && expected[1].witness == "test/4.2/two" && expected[1].patterns.isEmpty)
    #expect([550, 450, 250].map(expected[1].end(by:)) == [.passed, .skipped, nil])
    #expect(expected[2].usual == "MODE S" && expected[2].ignored == [500])
    #expect([200, 504].map(expected[2].end(by:)) == [nil, .unsupported])
  }

  /// A text that breaks off anywhere is read, or a line of it is named.
  @Test func everyBeginningIsReadOrRefused() {
    expectEveryBeginning(of: Self.text) { text throws(CatalogueProblem) in try Self.read(text).count }
  }

  /// A line in the place of the last of a case, and what is wrong with it.
  static let rows = [
    ("test/4.2: A title.", "an id has three parts, such as test/4.2/slug: test/4.2"),
    ("test/4.2/b", "a case begins with its id and its title: test/4.2/slug: A sentence."),
    ("test/4.2/one: Again.", "the id is used twice: test/4.2/one"),
    ("test/4.2/b: A title.", "the case has no steps, and is not computed either"),
    ("  needs: luck", "no such word in 'needs': luck"),
    ("  start: early", "no such word in 'start': early"),
    ("  scope: all", "no such word in 'scope': all"),
    ("  traffic: fast", "no such word in 'traffic': fast"),
    ("  replies: many", "no such word in 'replies': many"),
    ("  tags: \"a", "a quotation mark is missing at the end"),
    ("  sends: NOOP", "no such field: sends"),
    ("    send: NOOP", "a field is indented by two spaces more than what it belongs to"),
    ("  send:", "'send' has no value"),
    ("  send: NOOP -> 2xx", "no such reply: 2xx"),
    ("  send: NOOP -> 200, and 202", "no such word after the replies: and"),
    ("  send: NOOP -> 200, ", "no such word after the replies: "),
    ("  upload: STOR a, binary: \"\"", "no such way of a transfer: binary"),
    ("  upload: STOR a", "there is no ': ' between two parts"),
    ("  upload: STOR a: nothing", "no such contents: nothing"),
    ("  upload: STOR a: many bytes", "no such contents: many bytes"),
    ("  prepare: RETR a: \"\"", "only STOR prepares a file: RETR a"),
    ("  restart: REST 5", "there is no ': ' between two parts"),
    ("  remember: STAT", "no such view: STAT"),
    ("  send: NOOP -> 200, else maybe", "no such end of a case: maybe"),
    ("  expect: facts is type, else maybe", "no such end of a case: maybe"),
    ("  expect: facts", "nothing is expected of a view: facts"),
    ("  dial: at once", "no such connection: at once"),
    ("  by hand: LIST, quickly", "no such way of a transfer: quickly"),
    ("  shows: luck", "no transfer shows this: luck"),
    ("  shows: no transfer, else maybe", "no such end of a case: maybe"),
    ("  diagram: nowhere", "no such state: nowhere"),
    ("  if: luck\n    send: PWD", "no such reply: luck"),
    ("  remember: STAT -> OK", "not a code: OK"),
    ("  connect: at once", "no such step: connect: at once"),
    ("  claim: wonders", "no such step: claim: wonders"),
    ("  do: wonders", "no such step: do: wonders"),
    ("  open after: NOOP", "'open after' has no steps below it"),
    ("  open after: NOOP\n    needs: data", "no such step: needs: data"),
    ("  remember: directory\n  if accepted:\n    send: PWD", "'if accepted' does not follow a command"),
    ("  send: NOOP, PWD\n  if refused:\n    send: PWD", "'if refused' does not follow a command"),
  ]

  @Test(arguments: rows)
  func whatIsWrongIsSaid(lines: String, message: String) {
    let text = "test/4.2/one: It does.\n  finds: a\n  send: NOOP\n\(lines)"
    let number =
      message.contains("needs: data") || message.contains("accepted") || message.contains("'if") ? 5 : 4
    #expect(throws: CatalogueProblem(file: "test.txt", line: number, message: message)) {
      try Self.read(text)
    }
  }

  @Test(arguments: [
    ("  send: NOOP", 1, "'send' stands only in a case"),
    ("test/4.2/a: A.\n  send: NOOP", 1, "the case has no 'finds'"),
  ])
  func whatIsMissingIsSaid(text: String, line: Int, message: String) {
    #expect(throws: CatalogueProblem(file: "test.txt", line: line, message: message)) { try Self.read(text) }
  }
}
