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
      send: DELE a -> any, passed 5yz, skipped 4yz, see test/4.2/two, or closed, none skipped
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
      connect: as announced before, else passed
      transfer: RETR a, ready -> 2yz, passed negative: "a" + 7 bytes
      transfer: NLST, type A -> harmless
      refused: RETR a -> negative
      refused at once: RETR a -> 550
      restart: REST 1, REST 5, RETR a: "text"
      restart: REST 1, RETR a
      listing: under TLS
      listing: in clear
      disturb: PWD
      disturb: QUIT, or given up
      intact: whole.bin
      remember: directory
      remember: STAT -> 211
      remember: directory as home
      read: names in MLSD a
      remember: "a\xff" as odd name
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
      late reply to: PASS
      odd line: HELP and NUL: "HELP\x00\r\n"
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
      claim: PBSZ=0, else warned
      nothing: at all, citing 959:4.2:a, else skipped
      closed after: QUIT
      open after: NOOP, citing 959:4.2:a
        send: CWD .. -> 2yz 5yz
        if: negative
          other: directory
      in a second session:
        send: NOOP
      in a new connection:
        send: USER a
        if: 331 2yz
          send: PASS b
      if: no feature MFMT
        send: SYST
      if: reply contains "\x22"
        doubt:
          send: SYST
          send: PWD
      for each: {1...3} "a b"
        send: RETR {it}

    test/4.2/two: Another.
      needs:
      tags:
      finds: three
      optional: RNTO a
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
        claims.formUnion(entry.own.lines(.claim).map { $0.split(", else ")[0].text })
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
    #expect(cases[1].steps.first?.expected?.isOptional ?? false)
  }

  /// A step is shown as it is written.
  @Test func everyStepIsRead() throws {
    let steps = try #require(try Self.read(Self.text).first).steps
    let written = Self.text.split(separator: "\n").drop { $0 != "  prepare: MKD a" }
      .prefix { !$0.hasPrefix("test") }.map { String($0.dropFirst(2)) }
    #expect(steps.flatMap(\.lines) == written && steps.count > 70)
    #expect(steps.flatMap(\.parts).count == steps.count + 2)
    let expected = steps.compactMap(\.expected)
    #expect(expected[0].tolerated == [500] && expected[0].requirement == "959:4.2:a")
    #expect(expected[0].preferred == [200] && expected[0].preference == "959:4.2:b")
    #expect(!expected[0].isOptional && expected[3].isOptional && expected[1].silence == .skipped)
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
    ("  send: NOOP -> 200, none maybe", "no such end of a case: maybe"),
    ("  odd line: NOOP", "there is no ': ' between two parts"),
    ("  doubt:", "'doubt' has no steps below it"),
    ("  for each: \"a\n    send: {it}", "a quotation mark is missing at the end"),
    ("  open after: NOOP", "'open after' has no steps below it"),
    ("  open after: NOOP\n    needs: data", "no such step: needs: data"),
  ]

  @Test(arguments: rows)
  func whatIsWrongIsSaid(lines: String, message: String) {
    let text = "test/4.2/one: It does.\n  finds: a\n  send: NOOP\n\(lines)"
    let number = message.contains("needs: data") ? 5 : 4
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
