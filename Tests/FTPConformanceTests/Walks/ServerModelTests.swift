import FTPProtocol
import Testing

@testable import FTPConformance

@Suite("The model follows a conversation and reports contradictions")
struct ServerModelTests {
  /// A conversation, one command per line with its replies and data, and the subject of the difference that the last
  /// line shows.
  struct Row: Sendable, CustomTestStringConvertible {
    let lines: [String]
    let subject: Difference.Subject?

    init(_ subject: Difference.Subject?, _ lines: String...) {
      self.lines = lines
      self.subject = subject
    }

    var testDescription: String { lines.joined(separator: "; ") }
  }

  /// `2: RETR a > 150 > 226 | one\n`: the neighbour's RETR, two replies, and the received data.
  static func exchange(_ line: String) throws -> (exchange: Exchange, session: Int) {
    let isNeighbours = line.hasPrefix("2: ")
    let parts = (isNeighbours ? String(line.dropFirst(3)) : line).components(separatedBy: " | ")
    let words = parts[0].components(separatedBy: " > ")
    let command = try #require(Command(parsing: words[0]))
    let replies = try words.dropFirst().map { text in
      let code = try #require(UInt16(text.prefix(3)).flatMap(ReplyCode.init(rawValue:)))
      let lines = text.dropFirst(4).components(separatedBy: "\n")
      return Reply(code, lines: lines)
    }
    return (
      Exchange(command, replies, data: parts.count > 1 ? Array(parts[1].utf8) : nil), isNeighbours ? 1 : 0
    )
  }

  static func loggedIn() -> Judge {
    var judge = Judge()
    judge.observe(reply: Reply(220, "Ready."))
    judge.observe(command: Command(.user, "a"))
    judge.observe(reply: Reply(230, "In."))
    return judge
  }

  /// Plays lines, of which only the last one may show a difference.
  static func play(_ lines: [String]) throws -> (ServerModel, Difference?) {
    var model = ServerModel(top: Array("/t".utf8))
    _ = model.join(loggedIn())
    _ = model.join(loggedIn())
    var difference: Difference?
    for line in ["PWD > 257 \"/t\""] + lines {
      #expect(difference == nil, "before \(line): \(String(describing: difference))")
      let (exchange, session) = try exchange(line)
      difference = model.observe(exchange, in: session)
    }
    return (model, difference)
  }

  static let stored = "STOR a > 150 > 226 | one\ntwo\n"

  static let rows: [Row] = [
    // The directory.
    Row(nil, "MKD d > 257 \"/t/d\"", "CWD d > 250", "PWD > 257 \"/t/d\""),
    Row(nil, "MKD d > 257 \"/t/d\"", "CWD d > 250", "PWD > 257 \"/t//d/.\""),
    Row(.directory, "MKD d > 257 \"/t/d\"", "CWD d > 250", "PWD > 257 \"/t\""),
    Row(.directory, "MKD d > 257 \"/t/d\"", "CWD d > 250", "CDUP > 250", "PWD > 257 \"/t/d\""),
    Row(.directory, "MKD d > 257 \"/t/d\"", "CWD d > 250", "CWD .. > 250", "PWD > 257 \"/t/d\""),
    Row(.directory, "MKD d > 257 \"/t/d\"", "CWD d > 250", "CWD x > 550", "PWD > 257 \"/\""),
    Row(.directory, "MKD d > 257 \"/t/d\"", "CWD /t/d > 250", "NOOP > 200", "PWD > 257 \"/\""),
    Row(.directory, "MKD d > 257 \"/t/d\"", "2: CWD d > 250", "PWD > 257 \"/t/d\""),
    Row(nil, "MKD d > 257 \"/t/d\"", "2: CWD d > 250", "2: PWD > 257 \"/t/d\""),
    Row(nil, "CWD / > 250", "PWD > 257 \"/\""),
    Row(nil, "CWD / > 250", "CWD /t > 250", "XPWD > 257 \"/t\""),
    Row(.directory, "CWD / > 250", "CWD /t > 250", "XPWD > 257 \"/\""),
    Row(.presence, "CWD x > 250"),
    Row(.presence, stored, "CWD a > 250"),
    Row(.presence, "MKD d > 257 \"/t/d\"", "CWD d > 550"),
    Row(nil, "MKD d > 257 \"/t/d\"", "RMD d > 250", "CWD d > 550"),
    // Presence.
    Row(nil, "TYPE I > 200", stored, "NLST > 150 > 226 | a\r\n"),
    Row(.presence, "TYPE I > 200", stored, "NLST > 150 > 226 | "),
    Row(.presence, "TYPE I > 200", stored, "NLST > 150 > 226 | A\r\n"),
    Row(.presence, "TYPE I > 200", stored, "NLST > 150 > 226 | a\r\nb\r\n"),
    Row(nil, "TYPE I > 200", stored, "STOU > 150 FILE: u1 > 226 | x", "NLST > 150 > 226 | a\r\nu1\r\n"),
    Row(nil, "TYPE I > 200", stored, "STOU > 150 > 226 | x", "NLST > 150 > 226 | a\r\nu1\r\n"),
    Row(.presence, "TYPE I > 200", stored, "STOU > 150 FILE: a > 226 | x"),
    Row(nil, "TYPE I > 200", stored, "STOU > 150 for a > 226 | x"),
    Row(.presence, "STOU > 150 FILE: u1 > 226 | x", "2: STOU > 150 FILE: u1 > 226 | y"),
    Row(.size, "TYPE I > 200", stored, "SIZE a > 213 8.0e+00"),
    Row(nil, "TYPE I > 200", stored, "SIZE a > 250 eight"),
    Row(.time, stored, "MDTM a > 213 yesterday"),
    Row(.presence, stored, "SITE CHMOD 644 a > 200", "RETR a > 550"),
    Row(nil, stored, "SITE CHMOD x a > 200", "RETR a > 550"),
    Row(nil, "MKD d > 257 \"/t/d\"", "NLST > 150 > 226 | "),
    Row(.presence, "MKD d > 257 \"/t/d\"", "NLST > 150 > 226 | d\r\n", "NLST > 150 > 226 | "),
    Row(nil, "MKD d > 257 \"/t/d\"", "STOR d/a > 150 > 226 | x", "NLST d > 150 > 226 | d/a\r\n"),
    Row(.presence, stored, "DELE a > 250", "NLST > 150 > 226 | a\r\n"),
    Row(.presence, stored, "DELE a > 250", "DELE a > 250"),
    Row(.presence, stored, "2: DELE a > 250", "RETR a > 150 > 226 | one\r\ntwo\r\n"),
    Row(.presence, stored, "STOR ab > 150 > 226 | ", "DELE a > 250", "SIZE a > 213 8"),
    Row(nil, stored, "DELE a > 502", "NLST > 150 > 226 | a\r\n"),
    Row(.presence, stored, "DELE a > 550"),
    Row(.presence, stored, "MKD a > 257 \"/t/a\""),
    Row(.presence, "MKD d > 257 \"/t/d\"", "DELE d > 250"),
    Row(nil, "MKD d > 257 \"/t/d\"", "STOR d/a > 150 > 226 | x", "RMD d > 250", "NLST > 150 > 226 | "),
    Row(nil, "RNFR x > 350"),
    Row(
      nil, "MKD d > 257 \"/t/d\"", "STOR d/a > 150 > 226 | x", "MKD d > 257 \"/t/d\"",
      "NLST d > 150 > 226 | a\r\n"),
    Row(.presence, "STOR a > 553"),
    Row(nil, "REST 4 > 350", "STOR a > 554", "NLST > 150 > 226 | a\r\n"),
    Row(.presence, stored, "RNFR a > 350", "RNTO b > 250", "NLST > 150 > 226 | a\r\nb\r\n"),
    Row(.presence, stored, "RNFR a > 350", "RNTO b > 250", "NLST > 150 > 226 | a\r\n"),
    Row(nil, stored, "RNFR a > 350", "RNTO b > 553", "NLST > 150 > 226 | a\r\n"),
    Row(nil, stored, "RNFR a > 350", "NOOP > 200", "RNTO b > 250", "NLST > 150 > 226 | a\r\n"),
    Row(.rename, stored, "RNFR a > 350", "RNTO b > 250", "RNTO c > 250"),
    Row(.rename, stored, "RNFR a > 350", "2: RNTO b > 250"),
    Row(.contents, "STOR x/a > 150 > 226 | x", "RETR x/a > 150 > 226 | y"),
    Row(.presence, stored, "LIST > 150 > 226 | -rw-r--r-- 1 u g 8 Jan 1 12:00 b\r\n"),
    Row(.size, "TYPE I > 200", stored, "LIST > 150 > 226 | -rw-r--r-- 1 u g 9 Jan 1 12:00 a\r\n"),
    Row(.presence, stored, "LIST > 150 > 226 | drwxr-xr-x 1 u g 8 Jan 1 12:00 a\r\n"),
    Row(.size, "TYPE I > 200", stored, "STAT a > 213 :\n-rw-r--r-- 1 u g 9 Jan 1 12:00 a\nEnd"),
    Row(nil, "TYPE I > 200", stored, "STAT a > 213 :\n-rw-r--r-- 1 u g 8 Jan 1 12:00 a\nEnd"),
    Row(nil, stored, "STAT a > 211 All is well."),
    Row(.presence, stored, "NLST > 150 > 226 | a\r\na\r\n"),
    Row(.presence, stored, "MLSD > 150 > 226 | type=file; a\r\ntype=file; a\r\n"),
    Row(nil, stored, "MLSD > 150 > 226 | ; .\r\n; a\r\n"),
    // A time that was set is gone once the file is written.
    Row(
      .time, stored, "MFMT 20010203040506 a > 213", "APPE a > 150 > 226 | x", "MDTM a > 213 20010203040506"),
    Row(nil, stored, "MFMT 20010203040506 a > 213", "APPE a > 150 > 226 | x", "MDTM a > 213 20260203040506"),
    Row(nil, stored, "MFMT 20010203040506 a > 213", "APPE a > 150 > 226 | ", "MDTM a > 213 20010203040506"),
    // What OPTS has chosen is for its own session.
    Row(.facts, stored, "MLST a > 250 :\n size=8;type=file; a\nEnd", "2: MLST a > 250 :\n size=8; a\nEnd"),
    Row(
      nil, stored, "MLST a > 250 :\n size=8;type=file; a\nEnd", "OPTS MLST size; > 200",
      "MLST a > 250 :\n size=8; a\nEnd"),
    Row(.presence, "STOR a b > 150 > 226 | x", "MLST a b > 250 :\n type=file; b\nEnd"),
    // After REIN nothing is left of the directory.
    Row(
      .directory, "MKD d > 257 \"/t/d\"", "CWD d > 250", "REIN > 220", "USER a > 230", "PWD > 257 \"/t/d\""),
    Row(nil, "MKD d > 257 \"/t/d\"", "CWD d > 250", "REIN > 220", "USER a > 230", "PWD > 257 \"/\""),
    Row(.presence, stored, "RETR a > 426"), Row(nil, stored, "RETR a > 452"),
    Row(.presence, stored, "RETR a > 150 > 426"),
    Row(nil, stored, "LIST > 150 > 226 | -rw-r--r-- 1 u g 8 Jan 1 12:00 a\r\n"),
    Row(.presence, stored, "STOR b > 150 > 226 | ", "DELE b > 250", "LIST > 150 > 226 | x a\r\nx b\r\n"),
    Row(.presence, stored, "MLSD > 150 > 226 | type=cdir; .\r\n"),
    Row(.presence, stored, "MLSD > 150 > 226 | type=dir; a\r\n"),
    Row(.presence, "MKD d > 257 \"/t/d\"", "MLST d > 250 a\ntype=file; d\nb"),
    // Contents.
    Row(nil, "TYPE I > 200", stored, "RETR a > 150 > 226 | one\ntwo\n"),
    Row(.contents, "TYPE I > 200", stored, "RETR a > 150 > 226 | one\n"),
    Row(.type, "TYPE I > 200", stored, "RETR a > 150 > 226 | one\r\ntwo\r\n"),
    Row(nil, "TYPE I > 200", stored, "TYPE A > 200", "RETR a > 150 > 226 | one\r\ntwo\r\n"),
    Row(nil, "TYPE I > 200", stored, "TYPE A > 200", "RETR a > 150 > 226 | one\ntwo\n"),
    Row(
      .type, "TYPE I > 200", stored, "TYPE A > 200", "RETR a > 150 > 226 | one\r\ntwo\r\n",
      "RETR a > 150 > 226 | one\ntwo\n"),
    Row(nil, "STOR a > 150 > 226 | one\r\n", "TYPE I > 200", "RETR a > 150 > 226 | one\n"),
    Row(nil, "STOR a > 150 > 226 | one\r\n", "TYPE I > 200", "RETR a > 150 > 226 | one\r\n"),
    Row(.contents, "STOR a > 150 > 226 | one\r\n", "TYPE I > 200", "RETR a > 150 > 226 | one"),
    Row(.type, "TYPE I > 200", stored, "2: TYPE A > 200", "RETR a > 150 > 226 | one\r\ntwo\r\n"),
    Row(.type, "TYPE I > 200", stored, "TYPE X > 501", "RETR a > 150 > 226 | one\r\ntwo\r\n"),
    Row(nil, "TYPE I > 200", stored, "TYPE X > 200", "RETR a > 150 > 226 | one\r\ntwo\r\n"),
    Row(nil, "TYPE I > 200", stored, "MODE X > 200", "RETR a > 150 > 226 | ..."),
    Row(nil, "TYPE I > 200", stored, "STRU X > 200", "RETR a > 150 > 226 | ..."),
    Row(nil, "TYPE I > 200", stored, "REIN > 220", "PWD > 257 \"/home\""),
    Row(.contents, "TYPE I > 200", stored, "STOR a > 150 > 226 | 1", "RETR a > 150 > 226 | 1ne\ntwo\n"),
    Row(nil, "TYPE I > 200", stored, "APPE a > 150 > 226 | 3", "RETR a > 150 > 226 | one\ntwo\n3"),
    Row(.contents, "TYPE I > 200", stored, "APPE a > 150 > 226 | 3", "RETR a > 150 > 226 | 3"),
    Row(nil, "TYPE I > 200", "APPE a > 150 > 226 | 3", "RETR a > 150 > 226 | 3"),
    Row(nil, "TYPE I > 200", stored, "STOR a > 150 > 426 | 1", "RETR a > 150 > 226 | 1"),
    Row(
      .contents, "TYPE I > 200", stored, "RNFR a > 350", "RNTO b > 250", "RETR b > 150 > 226 | one"),
    Row(
      nil, "TYPE I > 200", "MKD d > 257 \"/t/d\"", "STOR d/a > 150 > 226 | x", "RNFR d > 350", "RNTO e > 250",
      "RETR e/a > 150 > 226 | x"),
    Row(.presence, "TYPE I > 200", stored, "RETR a > 550"),
    // Restarts.
    Row(nil, "TYPE I > 200", stored, "REST 4 > 350", "RETR a > 150 > 226 | two\n"),
    Row(.restart, "TYPE I > 200", stored, "REST 4 > 350", "RETR a > 150 > 226 | one\ntwo\n"),
    Row(
      .restart, "TYPE I > 200", stored, "REST 4 > 350", "RETR a > 150 > 226 | two\n",
      "RETR a > 150 > 226 | two\n"),
    Row(nil, "TYPE I > 200", stored, "REST 4 > 350", "REST 0 > 350", "RETR a > 150 > 226 | one\ntwo\n"),
    Row(nil, "TYPE I > 200", stored, "REST 4 > 350", "NLST > 150 > 226 | a", "RETR a > 150 > 226 | two\n"),
    Row(nil, "TYPE I > 200", stored, "REST 4 > 350", "RETR b > 550", "RETR a > 150 > 226 | two\n"),
    Row(
      nil, "TYPE I > 200", stored, "REST 4 > 350", "MLSD > 500", "TYPE I > 200", "RETR a > 150 > 226 | two\n"),
    Row(
      .restart, "TYPE I > 200", stored, "REST 4 > 350", "NOOP > 200", "RETR a > 150 > 226 | two\n",
      "RETR a > 150 > 226 | two\n"),
    Row(nil, "TYPE I > 200", stored, "REST 4 > 350", "NOOP > 200", "RETR a > 150 > 226 | one\ntwo\n"),
    Row(.restart, "TYPE I > 200", stored, "2: REST 4 > 350", "RETR a > 150 > 226 | two\n"),
    Row(
      nil, "TYPE I > 200", stored, "REST 4 > 350", "STOR a > 150 > 226 | 2", "RETR a > 150 > 226 | one\n2wo\n"
    ),
    Row(nil, "TYPE I > 200", stored, "REST 4 > 350", "STOR a > 150 > 226 | 2", "RETR a > 150 > 226 | one\n2"),
    // Where that is not at the end, the effects are undefined.
    Row(
      nil, "TYPE I > 200", stored, "REST 4 > 350", "STOR a > 150 > 226 | 2",
      "RETR a > 150 > 226 | one\ntwo\n2"),
    Row(
      nil, "TYPE I > 200", stored, "REST 8 > 350", "STOR a > 150 > 226 | 2",
      "RETR a > 150 > 226 | one\ntwo\n2"),
    Row(
      .contents, "TYPE I > 200", stored, "REST 8 > 350", "STOR a > 150 > 226 | 2",
      "RETR a > 150 > 226 | one\n2wo\n"),
    Row(nil, "TYPE I > 200", stored, "REST 40 > 350", "STOR a > 150 > 226 | 2", "RETR a > 150 > 226 | ..."),
    // Sizes and times.
    Row(nil, "TYPE I > 200", stored, "SIZE a > 213 8"),
    Row(.size, "TYPE I > 200", stored, "SIZE a > 213 9"),
    Row(nil, stored, "SIZE a > 213 9"),
    Row(nil, stored, "SIZE a > 550"),
    Row(.size, "TYPE I > 200", stored, "MLSD > 150 > 226 | type=file;size=9; a\r\n"),
    Row(.size, "TYPE I > 200", stored, "APPE a > 150 > 226 | 3", "SIZE a > 213 8"),
    Row(nil, stored, "MDTM a > 213 20240101000000", "MDTM a > 213 20240101000000.5"),
    Row(
      .time, stored, "MDTM a > 213 20240101000000", "RETR a > 150 > 226 | one\r\ntwo\r\n",
      "MDTM a > 213 20240101000001"),
    Row(
      .time, stored, "MDTM a > 213 20240101000000", "RNFR a > 350", "RNTO b > 250",
      "MDTM b > 213 20010909014640"),
    Row(nil, stored, "MDTM a > 213 20240101000000", "APPE a > 150 > 226 | 3", "MDTM a > 213 20240101000001"),
    Row(nil, stored, "MFMT 20200101000000 a > 213", "MDTM a > 213 20200101000000"),
    Row(.time, stored, "MFMT 20200101000000 a > 213", "MDTM a > 213 20240101000000"),
    Row(.time, stored, "MDTM a > 213 20240101000000", "MLST a > 250 a\nmodify=20240101010000; a\nb"),
    // What the model cannot follow.
    Row(nil, stored, "XYZZ a > 200", "RETR a > 550"),
    Row(nil, stored, "RMDA a > 250", "RETR a > 550"),
    Row(nil, stored, "STOR a > 150", "RETR a > 550"),
    Row(nil, stored, "NOOP > 421 Bye.", "RETR a > 550"),
    Row(nil, stored, "DELE a > 150", "RETR a > 550"),
  ]

  @Test(arguments: rows)
  func reportsWhatDiffers(_ row: Row) throws {
    let (_, difference) = try Self.play(row.lines)
    #expect(difference?.subject == row.subject, "\(String(describing: difference))")
  }

  @Test func aRefusalIsDistinguishedFromWhatCannotBe() throws {
    #expect(try Self.play([Self.stored, "RETR a > 550"]).1?.isRefusal == true)
    #expect(try Self.play(["DELE a > 250"]).1?.isImpossible == true)
  }

  @Test func wordsNameBothCommands() throws {
    let lines = ["MKD d > 257 \"/t/d\"", "CWD d > 250", "PWD > 257 \"/t\""]
    let difference = try #require(try Self.play(lines).1)
    #expect(difference.expected == "\"/t/d\" in answer to PWD")
    #expect(difference.received == "257 \"/t\"")
  }

  static let rules: [(RequirementID, Bool, [String])] = [
    (
      "959:4.1.3:noop-ok-only", false,
      ["MKD d > 257 \"/t/d\"", "CWD d > 250", "NOOP > 200", "PWD > 257 \"/t\""]
    ),
    (
      "959:4.1.1:cwd-missing", false,
      ["MKD d > 257 \"/t/d\"", "CWD d > 250", "CWD x > 550", "PWD > 257 \"/\""]
    ),
    (
      "959:appendix-ii:pwd-name-round-trip", true,
      ["MKD d > 257 \"/t/d\"", "CWD d > 250", "PWD > 257 \"/t\""]
    ),
    ("959:4.2:success-means-done", false, ["MKD d > 257 \"/t/d\"", "CWD d > 250", "PWD > 257 \"/t\""]),
    (
      "959:4.1.2:parameters-persist", false,
      ["TYPE I > 200", stored, "NLST > 150 > 226 | a", "RETR a > 150 > 226 | one\r\ntwo\r\n"]
    ),
    (
      "3659:7.2:mlsd-own-parameters", false,
      ["TYPE I > 200", stored, "MLSD > 150 > 226 | type=file; a\r\n", "RETR a > 150 > 226 | one\r\ntwo\r\n"]
    ),
    (
      "959:4.1.2:type-unknown", false,
      ["TYPE I > 200", stored, "TYPE X > 504", "RETR a > 150 > 226 | one\r\ntwo\r\n"]
    ),
    (
      "3659:5.3:rest-one-transfer", false,
      ["TYPE I > 200", stored, "2: REST 4 > 350", "RETR a > 150 > 226 | two\n"]
    ),
    (
      "3659:5.3:rest-retr", false,
      ["TYPE I > 200", stored, "REST 4 > 350", "RETR a > 150 > 226 | one\ntwo\n"]
    ),
    ("959:3.1.1.3:image-round-trip", false, ["TYPE I > 200", stored, "RETR a > 150 > 226 | two\n1"]),
    (
      "959:4.1.3:appe-appends", false,
      ["TYPE I > 200", stored, "APPE a > 150 > 226 | 1", "RETR a > 150 > 226 | 1"]
    ),
    (
      "3659:4:size-transfer-octets", true,
      ["TYPE I > 200", stored, "APPE a > 150 > 226 | 1", "SIZE a > 213 8"]
    ),
    (
      "959:4.1.3:retr-leaves-file", false,
      [
        stored, "MDTM a > 213 20240101000000", "RETR a > 150 > 226 | one\r\ntwo\r\n",
        "MDTM a > 213 20240101000001",
      ]
    ),
    ("959:4.1.3:dele-removes", false, [stored, "STOR ab > 150 > 226 | ", "DELE ab > 250", "RETR a > 550"]),
    ("959:4.1.3:dele-removes", false, [stored, "DELE a > 250", "NLST > 150 > 226 | a"]),
    ("959:4.1.3:nlst-current-directory", true, [stored, "DELE a > 250", "NLST > 150 > 226 | a"]),
    ("959:4.1.3:rnto-renames", false, [stored, "RNFR a > 350", "RNTO b > 250", "NLST > 150 > 226 | a"]),
    ("959:4.1.3:rnto-after-rnfr", false, [stored, "RNTO b > 250"]),
    ("959:4.1.3:dele-missing", false, ["NOOP > 200", "DELE b > 250"]),
  ]

  @Test(arguments: rules)
  func theRuleIsThatOfTheCommandAfterWhichItBegan(
    _ rule: RequirementID, _ isReporterAlone: Bool, _ lines: [String]
  ) throws {
    let difference = try #require(try Self.play(lines).1)
    let (exchange, session) = try Self.exchange(lines[lines.count - 2])
    let culprit = Culprit(
      exchange: exchange, isRefused: exchange.final?.code.isNegative ?? false,
      isOfSameSession: session == 0)
    let found = difference.requirement(since: culprit, isReporterAlone: isReporterAlone)
    #expect(found == rule)
    #expect(Difference.requirements.contains(found))
  }
}
