import EmbeddedTexts
import FTPText
import Testing

@testable import FTPProtocol

@Suite("The table of verbs")
struct VerbTableTests {
  /// The verbs that meet a condition, in the order of the table.
  private static func verbs(where holds: (VerbRow) -> Bool) -> String {
    VerbTable.verbs.filter(holds).map(\.verb.name).joined(separator: " ")
  }

  @Test func hasEveryVerbOfTheDiagramAndOfTheCodes() {
    let listed = StateDiagram.ftp.rows.flatMap(\.verbs) + CommandReplies.verbs
    for verb in listed where verb != CommandReplies.connection {
      let plain = Verb(bytes: verb.name.utf8.prefix { $0 != 0x20 })
      #expect(plain.row?.verb == plain, "\(verb)")
    }
    for row in VerbTable.verbs {
      #expect(StateDiagram.ftp.row(row.step).verbs.contains(row.verb), "\(row.verb)")
      #expect(!row.replies.isEmpty, "\(row.verb)")
    }
  }

  @Test func hasARowForEachVerbAndFindsIt() {
    let all = VerbTable.rows + VerbTable.customs
    #expect(Set(all.map(\.verb)).count == all.count)
    for (index, row) in VerbTable.rows.enumerated() {
      #expect(VerbTable.index(of: row.verb) == index)
      #expect(VerbTable.index(of: Verb(row.verb.name.lowercased())) == index)
    }
  }

  @Test func hasTheVerbsOfTheDocuments() {
    #expect(
      Self.verbs { _ in true }
        == """
        USER PASS ACCT CWD CDUP SMNT REIN QUIT PORT PASV TYPE STRU MODE RETR STOR STOU APPE ALLO REST RNFR RNTO ABOR \
        DELE RMD MKD PWD LIST NLST SITE SYST STAT HELP NOOP XCWD XCUP XMKD XRMD XPWD LPRT LPSV AUTH ADAT PBSZ PROT CCC \
        MIC CONF ENC FEAT OPTS EPRT EPSV LANG MDTM SIZE MLST MLSD HOST MFMT MFCT MFF HASH RANG SPSV SPDT AVBL DSIZ \
        RMDA CSID THMB CLNT
        """)
    #expect(
      VerbTable.rows.map(\.verb.name).filter { $0.contains { " (".contains($0) } }
        == ["(CONNECT)", "MODE Z", "OPTS MODE Z", "EPSV ALL"])
    #expect(
      VerbTable.customs.map(\.verb.name).joined(separator: " ")
        == """
        XCRC XMD5 XSHA XSHA1 XSHA224 XSHA256 XSHA384 XSHA512 MD5 MMD5 CKSM COMB PRET CPSV SSCN CCSN ESTA ESTP SPAS \
        SPOR DCAU ERET ESTO
        """)
    for row in VerbTable.customs {
      #expect(row.source == "practice" && row.step == .simple && row.traits == .needsLogin, "\(row.verb)")
    }
  }

  /// The fields of a block that mean nothing; a user is not stopped by them.
  private static func leftOver(_ block: VerbBlock) -> [String] {
    var block = block
    _ = VerbRow(&block)
    return block.fields.map { "\($0.name): \($0.value)" }
  }

  @Test func understandsEachLine() {
    #expect(VerbBlock.all(in: embedded_verbs().lines).flatMap(Self.leftOver) == [])
    for entry in VerbTable.rows.flatMap(\.replies) where entry.standing == .allowed {
      let source = entry.origin.rawValue
      #expect(
        source.wholeMatch(of: /RFC [0-9]+(, (section [0-9.]*[0-9]|appendix II))?|draft-[a-z-]+-[0-9]{2}/)
          != nil, "\(source)")
    }
    for row in VerbTable.verbs {
      #expect(
        row.source.wholeMatch(of: /((RFC [0-9]+|draft-[a-z-]+)(, section [0-9.]*[0-9])?(; )?)+|practice/)
          != nil)
      if let feature = row.feature {
        #expect(row.announcesItself || ["MLST", "REST STREAM"].contains(feature), "\(feature)")
      }
    }
  }

  @Test func aMistakeInALineLeavesItOver() {
    let fields: Set = ["step", "traits", "role", "moves", "address", "value"]
    let free: Set = ["feature", "requirement", "old name of"]
    for (name, value) in VerbBlock.all(in: embedded_verbs().lines).flatMap(\.fields)
    where !free.contains(name) {
      var wrong = [(name, value + "x"), (name, "x" + value)]
      if fields.contains(name) { wrong.append((name + "x", value)) }
      for (name, value) in wrong {
        #expect(Self.leftOver(VerbBlock(verb: "X", fields: [(name, value)])) == ["\(name): \(value)"])
      }
    }
    for name in free {
      #expect(Self.leftOver(VerbBlock(verb: "X", fields: [(name + "x", "a b")])) == ["\(name)x: a b"])
    }
    for twice in [("step", "user"), ("traits", "secret"), ("address", "long")] {
      #expect(Self.leftOver(VerbBlock(verb: "X", fields: [twice, twice])) == ["\(twice.0): \(twice.1)"])
    }
  }

  @Test(arguments: [
    "", "\n", " ", ":", "  step: user", "##", "#", "A\n:\n : :", "\0", "\u{FFFD}: \n  :", "A b: c\n x",
  ])
  func readsWhatIsNoTable(_ text: String) {
    let blocks = Array(text.utf8).withUnsafeBufferPointer { VerbBlock.all(in: EmbeddedLine.all(in: $0)) }
    #expect(blocks.flatMap(Self.leftOver).count <= 2)
  }

  @Test func caseDoesNotCountAndOthersHaveNone() {
    #expect(Verb("pasv").row?.verb == .pasv)
    for verb in ["XCRC", "", "R", "RET", "RETRX", "\0", "A-LONGER-VERB"] as [Verb] {
      #expect(verb.row == nil)
      #expect(StateDiagram.ftp.step(for: verb) == .simple)
    }
  }

  @Test(arguments: VerbTable.verbs.map(\.verb))
  func tellsAVerbWell(_ verb: Verb) throws {
    let row = try #require(verb.row)
    #expect(row.text.hasSuffix("."))
    #expect(row.text.first?.isUppercase == true)
    #expect(!row.text.dropLast().contains(". "))
    #expect((row.arguments + row.text + row.source).allSatisfy { $0.isASCII })
    #expect(
      row.source.hasPrefix("RFC ") || row.source.hasPrefix("draft-") || row.source == Origin.practice.rawValue
    )
  }

  /// RFC 959, section 5.1, and RFC 1123, section 4.1.2.13.
  @Test func knowsTheMinimum() {
    #expect(Self.verbs { $0.traits.contains(.minimum) } == "USER QUIT PORT TYPE STRU MODE RETR STOR NOOP")
    #expect(
      Self.verbs { $0.traits.contains(.required) }
        == """
        USER PASS ACCT CWD CDUP QUIT PORT PASV TYPE STRU MODE RETR STOR APPE RNFR RNTO DELE RMD MKD PWD LIST NLST \
        SYST STAT HELP NOOP
        """)
    for row in VerbTable.rows where row.traits.contains(.minimum) {
      #expect(row.traits.contains(.required))
      #expect(!row.replies.contains { $0.code == 502 && $0.origin != .practice }, "\(row.verb)")
    }
  }

  @Test func knowsWhatMovesData() {
    #expect(Self.verbs { $0.data == .download } == "RETR THMB")
    #expect(Self.verbs { $0.data == .upload } == "STOR STOU APPE")
    #expect(Self.verbs { $0.data == .listing } == "LIST NLST MLSD")
    #expect(Self.verbs { $0.traits.contains(.followsREST) } == "RETR STOR APPE")
    for row in VerbTable.verbs {
      // Only REIN has a preliminary reply without transferring anything (RFC 959, section 5.4).
      #expect((row.data != nil) == (row.step == .transfer && row.verb != .rein), "\(row.verb)")
      #expect((row.role == .transfer) == (row.data != nil), "\(row.verb)")
      #expect(row.verb.transfersData == (row.data != nil) && row.verb.sendsData == (row.data == .upload))
    }
  }

  /// draft-peterson-streamlined-ftp-command-extensions, section 5: a thumbnail comes over the data connection.
  @Test func thumbnailsMoveData() {
    #expect(Verb.thmb.transfersData)
    #expect(!Verb.thmb.sendsData)
    var judge = Judge()
    judge.observe(reply: Reply(220, "x"))
    let requirements = judge.observe(command: Command(.thmb, "JPG 64 64 a.jpg")).verdicts.map(\.requirement)
    #expect(requirements == ["1123:4.1.2.5:setup-per-transfer"])
    judge.observe(reply: Reply(150, "x"))
    #expect(judge.state == .transferring)
  }

  @Test func knowsTheSecrets() {
    #expect(Self.verbs { $0.traits.contains(.secret) } == "PASS ACCT ADAT")
    for row in VerbTable.verbs {
      #expect(Command(row.verb, "x").carriesSecret == row.traits.contains(.secret), "\(row.verb)")
    }
    // The verb is not in the table, but some servers have it.
    #expect(Command("XPASS", "x").carriesSecret)
  }

  @Test func whatChangesFilesTouchesThemAndNeedsALogin() {
    for row in VerbTable.verbs {
      if row.traits.contains(.creates) { #expect(row.traits.contains(.changesFiles), "\(row.verb)") }
      if row.traits.contains(.changesFiles) { #expect(row.traits.contains(.touchesFiles), "\(row.verb)") }
      if row.traits.contains(.touchesFiles) { #expect(row.traits.contains(.needsLogin), "\(row.verb)") }
      if row.data != nil { #expect(row.traits.contains(.touchesFiles), "\(row.verb)") }
    }
  }

  /// An old name shares all properties with the new one but its name and later additions (RFC 1123, section 4.1.3.1).
  @Test func oldNamesAreLikeTheNewOnes() throws {
    #expect(Self.verbs { $0.newName != nil } == "XCWD XCUP XMKD XRMD XPWD")
    for row in VerbTable.verbs {
      guard let name = row.newName else { continue }
      let new = try #require(name.row)
      #expect(row.verb.modern == new.verb)
      #expect(row.arguments == new.arguments)
      #expect(row.step == new.step)
      #expect(row.traits == new.traits.subtracting(.required))
    }
    #expect(Verb.cwd.modern == .cwd)
    #expect(Verb("XYZZY").modern == "XYZZY")
  }

  @Test(arguments: AddressForm.allCases)
  func addressesAgree(_ form: AddressForm) {
    #expect(AddressForm(verb: form.activeVerb) == form && AddressForm(verb: form.passiveVerb) == form)
    #expect(form.activeVerb.row?.role == .activeSetup && form.passiveVerb.row?.role == .passiveSetup)
    #expect(VerbTable.verbs.count { $0.address == form } == 2)
  }

  /// Of RFC 959, FEAT announces only REST (RFC 3659, section 5.4).
  @Test func theBaseIsNotAnnounced() {
    #expect(Self.verbs { $0.isBase && $0.feature != nil } == "REST")
    for row in VerbTable.rows { #expect(row.isBase == (row.requirement.document == "959"), "\(row.verb)") }
  }
}
