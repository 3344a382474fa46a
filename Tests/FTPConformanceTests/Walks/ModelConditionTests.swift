import FTPProtocol
import Testing

@testable import FTPConformance

@Suite("Each condition of the model of a server decides where it alone can")
struct ModelConditionTests {
  private static let stored = ServerModelTests.stored
  private static let text = "STOR a > 150 > 226 | one"
  private static let made = ["MKD d > 257 \"/t/d\"", "STOR d/a > 150 > 226 | x"]

  private static let rows: [(Difference.Subject?, [String])] = [
    // What is made above a new directory leaves what exists.
    (.presence, made + ["MKD d/x/y > 257 \"/t/d/x/y\"", "RETR d/a > 550"]),
    (.presence, made + ["MKD d > 257 \"/t/d\"", "RETR d/a > 550"]),
    // Text without line ends tells nothing about them.
    (
      nil,
      [
        "TYPE I > 200", text, "STOR b > 150 > 226 | 1\n2\n", "TYPE A > 200", "RETR a > 150 > 226 | one",
        "RETR b > 150 > 226 | 1\r\n2\r\n",
      ]
    ),
    // What may be an option or a pattern, and what cannot be.
    (nil, ["MKD -d > 257 \"/t/-d\"", "STOR -d/a > 150 > 226 | x", "NLST -d > 150 > 226 | b\r\n"]),
    (.presence, ["MKD -d > 257 \"/t/-d\"", "STOR -d/a > 150 > 226 | x", "MLSD -d > 150 > 226 | "]),
    (nil, ["MKD [d] > 257 \"/t/[d]\"", "STOR [d]/a > 150 > 226 | x", "NLST [d] > 150 > 226 | b\r\n"]),
    (nil, ["MKD [d] > 257 \"/t/[d]\"", "STOR [d]/a > 150 > 226 | x", "NLST [d] > 550"]),
    (.presence, made + ["NLST d > 150 > 226 | b\r\n"]),
    (.presence, made + ["NLST d > 550"]), (.presence, made + ["MLSD d > 550"]),
    // Names that people, or programs, may see in another form.
    (nil, ["STOR a+b > 150 > 226 | x", "LIST > 150 > 226 | \r\n"]),
    (nil, ["STOR a+b > 150 > 226 | x", "NLST > 150 > 226 | a+b\r\na+b\r\n"]),
    (nil, ["STOR a+b > 150 > 226 | x", "DELE a+b > 250", "LIST > 150 > 226 | x a+b\r\n"]),
    (.presence, [stored, "NLST > 150 > 226 | a\r\na\r\n"]),
    // Refusals of what exists, and of what does not.
    (.presence, [stored, "RNFR a > 550"]), (.presence, [stored, "APPE a > 550"]),
    (.presence, [stored, "MDTM a > 550"]), (.presence, ["TYPE I > 200", stored, "SIZE a > 550"]),
    (.presence, [stored, "MLST a > 550"]), (nil, ["MLST a > 550"]), (nil, ["RNFR a > 550"]),
    (.presence, ["MKD d > 550"]), (nil, ["MKD d+ > 550"]), (nil, made + ["RMD d > 550"]),
    (.presence, ["MKD d > 257 \"/t/d\"", "RMD d > 550"]),
    (nil, ["MKD d > 257 \"/t/d\"", "2: CWD d > 250", "RMD d > 550"]),
    // A file that was not replaced stays, unless the transfer had begun or was to begin elsewhere.
    (.presence, ["TYPE I > 200", stored, "STOR a > 553", "NLST > 150 > 226 | "]),
    (nil, ["TYPE I > 200", stored, "STOR a > 150 > 553", "NLST > 150 > 226 | "]),
    (nil, ["TYPE I > 200", stored, "REST 4 > 350", "STOR a > 553", "NLST > 150 > 226 | "]),
    (nil, ["TYPE I > 200", "REST 4 > 350", "STOU > 150 FILE: u > 226 | x", "SIZE u > 213 9"]),
    (.contents, ["TYPE I > 200", "STOU > 150 FILE: u > 226 | x", "RETR u > 150 > 226 | y"]),
    // What was stored from an offset is not all there is.
    (
      .restart,
      ["TYPE I > 200", stored, "REST 8 > 350", "STOR a > 150 > 226 | 3\n", "RETR a > 150 > 226 | 3\n"]
    ),
    // The second of two RNFR counts if it was accepted; otherwise nothing is certain.
    (
      .presence,
      [
        stored, "STOR b > 150 > 226 | x", "RNFR a > 350", "RNFR b > 350", "RNTO c > 250",
        "NLST > 150 > 226 | a\r\nb\r\nc\r\n",
      ]
    ),
    (nil, [stored, "RNFR a > 350", "RNFR b > 550", "RNTO c > 250", "NLST > 150 > 226 | c\r\n"]),
    (.rename, [stored, "RNFR a > 350", "NOOP > 200", "RNTO b > 250", "RNTO c > 250"]),
    (.presence, made + ["STOR d > 150 > 226 | x"]),
    (nil, ["MKD d > 257 \"/t/d\"", "CWD d > 250", "STOU > 150 > 226 | x", "CDUP > 250", "RMD d > 550"]),
    (nil, [stored, "MLSD > 150 > 226 | type=cdir; t\r\ntype=pdir; u\r\ntype=file; a\r\n"]),
    // What a command did is unknown if its reply says neither yes nor no.
    (nil, ["MKD d > 257 \"/t/d\"", "CWD d > 350", "PWD > 257 \"/t/d\""]),
    (nil, [stored, "DELE a > 350", "RETR a > 550"]), (.presence, [stored, "PWD > 350", "RETR a > 550"]),
  ]

  @Test(arguments: rows.indices) func reportsWhatDiffers(_ index: Int) throws {
    let (subject, lines) = Self.rows[index]
    let (_, difference) = try ServerModelTests.play(lines)
    #expect(difference?.subject == subject, "\(lines): \(String(describing: difference))")
  }

  /// What differs, the command that shows it, the one after which it began, and the rule.
  ///
  /// Letters: `r` the latter was refused, `o` in another session, `t` it stored text, `p` from an offset, `e` nothing;
  /// `i` the former did what is impossible, `a` it is alone with what it shows.
  private static let rules: [(Difference.Subject, Verb, Verb?, String, RequirementID)] = [
    (.directory, .pwd, .cwd, "", "959:4.2:success-means-done"),
    (.directory, .pwd, .cwd, "r", "959:4.1.1:cwd-missing"),
    (.directory, .pwd, .cdup, "", "959:4.1.1:cdup-parent"),
    (.directory, .pwd, .cwd, "o", "959:4.1.1:cwd-only-directory"),
    (.directory, .pwd, .mkd, "", "959:4.1.3:mkd-relative"),
    (.directory, .pwd, nil, "", "959:appendix-ii:pwd-name-round-trip"),
    (.type, .retr, .cwd, "", "959:4.1.1:cwd-only-directory"),
    (.type, .retr, .cdup, "", "959:4.1.1:cwd-only-directory"),
    (.type, .retr, .mlsd, "", "3659:7.2:mlsd-own-parameters"),
    (.type, .retr, .type, "r", "959:4.1.2:type-unknown"),
    (.type, .retr, .type, "", "959:4.1.2:parameters-persist"),
    (.type, .retr, .rein, "", "959:4.1.1:rein-defaults"),
    (.type, .retr, .user, "", "959:4.1.1:user-keeps-parameters"),
    (.type, .retr, .pass, "", "959:4.1.1:user-keeps-parameters"),
    (.restart, .retr, .rest, "", "3659:5.3:rest-retr"),
    (.restart, .retr, .rest, "o", "3659:5.3:rest-one-transfer"),
    (.restart, .retr, .pwd, "", "3659:5.3:rest-one-transfer"),
    (.rename, .rnto, .dele, "", "959:4.1.3:rnto-after-rnfr"),
    (.presence, .retr, .noop, "", "959:4.1.3:noop-ok-only"),
    (.presence, .retr, .mkd, "", "959:4.1.3:mkd-relative"),
    (.presence, .retr, .syst, "", "959:4.2:success-means-done"),
    (.contents, .retr, .type, "t", "959:3.1.1.1:ascii-round-trip"),
    (.contents, .retr, .type, "", "959:3.1.1.3:image-round-trip"),
    (.contents, .retr, .stor, "t", "959:3.1.1.1:ascii-round-trip"),
    (.contents, .retr, .stor, "", "959:3.1.1.3:image-round-trip"),
    (.contents, .retr, .stor, "p", "3659:5.3:rest-stor"),
    (.contents, .retr, .stor, "e", "959:4.1.3:stor-empty"),
    (.contents, .retr, .appe, "t", "959:4.1.3:appe-appends"),
    (.size, .retr, .appe, "p", "959:4.1.3:appe-appends"),
    (.time, .mdtm, .mdtm, "", "3659:3.1:mdtm-213"),
    (.time, .mdtm, .retr, "", "959:4.1.3:retr-leaves-file"),
    (.facts, .mlst, .mlst, "", "3659:7.5.1:type-values"),
    // The command that shows it.
    (.size, .mlsd, .dele, "a", "3659:7.5.7:size-fact"), (.size, .mlst, .dele, "a", "3659:7.5.7:size-fact"),
    (.time, .mlsd, .dele, "a", "3659:2.3:time-one-base"),
    (.time, .mlst, .dele, "a", "3659:2.3:time-one-base"),
    (.presence, .mlsd, .dele, "a", "3659:7.1:mlsd-directory"),
    (.presence, .mlst, .dele, "a", "3659:7.5.1:type-values"),
    (.presence, .nlst, .dele, "a", "959:4.1.3:nlst-current-directory"),
    (.presence, .list, .dele, "a", "959:4.1.3:list-current-directory"),
    (.size, .size, .dele, "a", "3659:4:size-transfer-octets"),
    (.time, .mdtm, .dele, "a", "3659:3.1:mdtm-213"),
    (.directory, .pwd, .dele, "a", "959:appendix-ii:pwd-name-round-trip"),
    (.type, .retr, .dele, "a", "959:4.1.2:parameters-persist"),
    (.restart, .retr, .dele, "a", "3659:5.3:rest-retr"),
    (.contents, .retr, .dele, "a", "959:3.1.2:same-parameters-identical"),
    (.presence, .mkd, .dele, "a", "959:4.1.3:mkd-relative"),
    // What was refused, and what STOR has left of an earlier file.
    (.contents, .retr, .stor, "r", "959:4.2:first-digit"), (.size, .size, .appe, "r", "959:4.2:first-digit"),
    (.size, .mlsd, .stor, "", "959:4.1.3:stor-replaces"),
    // The command that claims it.
    (.presence, .cwd, .mkd, "i", "959:4.1.1:cwd-missing"),
    (.presence, .cdup, .mkd, "i", "959:4.1.1:cwd-missing"),
    (.presence, .dele, .mkd, "i", "959:4.1.3:dele-missing"),
    (.presence, .rmd, .mkd, "i", "959:4.1.3:rmd-missing-or-file"),
    (.rename, .rnto, .mkd, "i", "959:4.1.3:rnto-after-rnfr"),
    (.presence, .mkd, .dele, "i", "959:4.2:success-means-done"),
  ]

  @Test(arguments: rules.indices) func theRuleIsThatOf(_ index: Int) {
    let (subject, reporter, culprit, letters, rule) = Self.rules[index]
    var difference = Difference(
      subject: subject, path: nil, reporter: Command(reporter), expected: "", received: "",
      isImpossible: letters.contains("i"))
    let since = culprit.map { verb in
      Culprit(
        exchange: Exchange(
          Command(verb), [Reply(200, "x")],
          data: letters.contains("e") ? [] : letters.contains("t") ? [0x0A] : [0x61]),
        isRefused: letters.contains("r"), isOfSameSession: !letters.contains("o"),
        form: Culprit.Form(isText: letters.contains("t"), isRestarted: letters.contains("p")))
    }
    #expect(difference.requirement(since: since, isReporterAlone: letters.contains("a")) == rule)
    difference.rule = "3659:2.3:time-form"
    #expect(difference.requirement(since: since, isReporterAlone: false) == "3659:2.3:time-form")
  }

  /// A subject, a path, and whether it is certain; with what makes it less so, or more.
  private static let certain: [(Difference.Subject, String?, isRefusal: Bool, isImpossible: Bool, Bool)] = [
    (.contents, "a", false, false, true), (.contents, "a", true, false, false),
    (.size, nil, false, false, true), (.restart, nil, false, false, true), (.type, nil, false, false, true),
    (.presence, "a", false, false, true), (.presence, "a", false, true, false),
    (.presence, "a+", false, false, false), (.presence, nil, false, false, false),
    (.directory, "a", false, false, false), (.time, "a", false, false, false),
  ]

  @Test(arguments: certain.indices) func certainty(_ index: Int) {
    let (subject, name, isRefusal, isImpossible, isCertain) = Self.certain[index]
    let path = name.flatMap { ModelPath(Array($0.utf8), from: .top, top: []) }
    func difference(_ reporter: Verb = .retr, rule: RequirementID? = nil) -> Difference {
      Difference(
        subject: subject, path: path, reporter: Command(reporter), expected: "", received: "",
        isRefusal: isRefusal, isImpossible: isImpossible, rule: rule)
    }
    let own = difference()
    #expect(own.isCertain == isCertain)
    #expect(difference(rule: "959:4.1.1:cwd-missing").isCertain == (isCertain || subject == .directory))
    #expect(own.isSame(as: own) && !own.isSame(as: difference(.size)))
    for other in Self.certain.indices where other != index {
      let (subject, name, isRefusal, isImpossible, _) = Self.certain[other]
      let path = name.flatMap { ModelPath(Array($0.utf8), from: .top, top: []) }
      let another = Difference(
        subject: subject, path: path, reporter: Command(.retr), expected: "", received: "",
        isRefusal: isRefusal, isImpossible: isImpossible)
      #expect(!own.isSame(as: another))
    }
  }

  /// Text as it is sent in ASCII type, and the forms in which it may be stored.
  @Test(
    arguments: [
      ("one", ["one"]), ("a\r\nb\r\n", ["a\nb\n", "a\r\nb\r\n"]), ("a\n", nil), ("a\r", nil), ("a\rb", nil),
      ("\n", nil), ("\r\n", ["\n", "\r\n"]), ("", [""]),
    ] as [(String, [String]?)])
  func formsOfText(wire: String, stored: [String]?) {
    #expect(TextForms.kept(Array(wire.utf8)) == stored?.map { Array($0.utf8) })
  }

  @Test(
    arguments: [
      ("one", ["one"]), ("a\nb", ["a\r\nb", "a\nb"]), ("a\r\n", ["a\r\n", "a\r\r\n"]),
    ] as [(String, [String])])
  func formsOnTheWire(image: String, sent: [String]) {
    #expect(TextForms.sent(Array(image.utf8)) == sent.map { Array($0.utf8) })
    #expect(TextForms.differs(Array(image.utf8)) == (sent[0] != image))
  }
}
