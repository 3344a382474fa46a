import FTPProtocol
import FTPRequirements
import Testing

@testable import FTPConformance

@Suite("How much a finding matters follows from the sentence that it cites")
struct FindingTests {
  @Test(
    "the level of a requirement and its reason",
    arguments: [
      ("959:4.2:reply-line", nil, .must, .must, #"must, by "is defined to contain""#),
      ("3659:4:size-missing", nil, .must, .should, #"should, by "should be sent""#),
      ("959:4.1.3:site-help", nil, .must, .may, #"may, by "can be""#),
      ("959:6:simple-commands", nil, .must, .must, "must, by the diagram"),
      // RFC 1123 relaxed it, for the whole requirement or for this reply.
      (
        "959:4.2:unknown-command-500", nil, .must, .should,
        #"should, by "SHOULD" in RFC 1123, section 4.1.2.11"#
      ),
      (
        "959:4.1.1:cwd-missing", "1123:4.1.2.11:standard-codes", .must, .should,
        #"should, by "SHOULD" in RFC 1123, section 4.1.2.11"#
      ),
      // The RFCs contradict each other.
      (
        "959:4.2:multiline-padding", nil, .must, .should,
        #"must, by "must pad"; a warning, since the RFCs disagree (padding)"#
      ),
      // Practice deviates from it.
      (
        "959:4.1.3:stor-creates", nil, .should, .should,
        #"must, by "is created"; a warning, because of common practice or doubt"#
      ),
    ] as [(RequirementID, RequirementID?, CaseLevel, CaseLevel, String)])
  func level(
    requirement: RequirementID, ruling: RequirementID?, ceiling: CaseLevel, level: CaseLevel, force: String
  ) {
    let finding = Finding(requirement, per: ruling, atMost: ceiling, expected: "a", received: "b")
    #expect(finding.level == level && finding.force == force)
    #expect(finding.redacted { $0.uppercased() }.received == "B")
    #expect(finding.redacted { $0 } == finding)
  }

  /// What a reply to a malformed command, or one beyond the table, costs someone.
  @Test func theHarmIsThatOfWhatHappened() throws {
    func harm(of rule: RequirementID) -> Requirement.Harm? {
      RequirementCatalogue.requirement(id: rule.rawValue)?.harm
    }
    func code(_ reply: Reply) -> Requirement.Harm? {
      Finding.code(
        of: reply, from: [501], breaking: "959:4.2:syntax-error-501", atMost: .must, expected: "501"
      ).finding.harm
    }
    #expect(code(Reply(200, "Done.")) == harm(of: "959:4.2:first-digit"))
    #expect(code(Reply(550, "No.")) == harm(of: "1123:4.1.2.11:standard-codes"))
    let (done, refused) = ("226", "551")
    for (received, rule) in [
      (done, "959:5.4:stor-codes"), (refused, "1123:4.1.2.11:standard-codes"),
    ] as [(String, RequirementID)] {
      let verdict = Verdict("959:5.4:stor-codes", by: .server, expected: "another", received: received)
      #expect(Finding(verdict).harm == harm(of: rule))
    }
  }

  @Test func everyRuleHasAWordAndATextAndEveryRFCALink() {
    for entry in CaseCatalogue.all {
      for requirement in entry.requirements {
        let finding = Finding(requirement, expected: "", received: "")
        #expect(!finding.word.isEmpty && !finding.rule.isEmpty, "\(requirement)")
        let isUnpublished =
          entry.id.document.hasPrefix("draft") || requirement.rawValue.hasPrefix("practice:")
        #expect(finding.link != nil || isUnpublished, "\(requirement)")
      }
    }
  }

  @Test(
    "a code with the same meaning is a SHOULD, one with another meaning a MUST",
    arguments: [
      // A code other than that in RFC 959, with the same first digit: the case continues.
      ("959:4.2:unknown-command-500", 502, [500], "959:4.2:unknown-command-500", .should, true),
      ("959:4.1.1:cwd-missing", 450, [550], "959:4.1.1:cwd-missing", .should, true),
      ("959:4.1.3:noop-ok-only", 250, [200], "1123:4.1.2.11:standard-codes", .should, true),
      // A refusal is not a success, and a success is not a refusal.
      ("959:4.2:unknown-command-500", 200, [500], "959:4.2:first-digit", .must, false),
      ("959:4.1.3:retr-missing", 150, [550, 450], "959:4.2:first-digit", .must, false),
      ("959:4.1.3:noop-ok-only", 500, [200], "959:4.1.3:noop-ok-only", .must, false),
      ("3659:7.2.1:mlsx-missing", 250, [550], "959:4.2:first-digit", .must, false),
      // Where a server may have done what it should refuse, or refused what it should do, its reply may be true.
      ("7151:3.2:host-unknown", 220, [504], "7151:3.2:host-unknown", .should, false),
      ("3659:4:size-missing", 213, [550], "3659:4:size-missing", .should, false),
      // A requirement that is itself a must is more specific, unless the RFCs disagree about it.
      ("2389:3.2:feat-argument", 211, [501], "2389:3.2:feat-argument", .must, false),
      ("2228:3:ccc-unprotected", 200, [533], "2228:3:ccc-unprotected", .should, false),
      // Replies that tell the client something else.
      ("959:4.1.3:noop-ok-only", 221, [200], "959:4.1.3:noop-ok-only", .must, false),
      ("959:4.1.1:pass-success-230", 221, [230], "1123:4.1.2.11:general-rules", .must, false),
      ("959:4.1.3:rnfr-350", 331, [350], "959:4.1.3:rnfr-350", .must, false),
      // The codes of later RFCs are as binding as the requirement itself.
      ("2428:3:epsv-229", 227, [229], "2428:3:epsv-229", .must, false),
      ("2428:2:eprt-200", 250, [200], "2428:2:eprt-200", .must, false),
      ("3659:4:size-missing", 553, [550], "3659:4:size-missing", .should, true),
      ("1123:4.1.3.1:x-verbs-recognized", 500, [257], "1123:4.1.3.1:x-verbs-recognized", .should, false),
    ] as [(RequirementID, ReplyCode, [ReplyPattern], RequirementID, CaseLevel, Bool)])
  func codes(
    asked: RequirementID, code: ReplyCode, expected: [ReplyPattern], broken: RequirementID, level: CaseLevel,
    goesOn: Bool
  ) {
    let (finding, continues) = Finding.code(
      of: Reply(code, "So."), from: expected, breaking: asked, atMost: .must, expected: "")
    #expect(finding.requirement == broken && finding.level == level && continues == goesOn)
  }
}
