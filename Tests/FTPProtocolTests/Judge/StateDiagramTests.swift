import Testing

@testable import FTPProtocol

@Suite("The state diagram is the one of RFC 959, section 6, with rows for the later commands")
struct StateDiagramTests {
  @Test func hasOneRowForEachStep() {
    #expect(StateDiagram.ftp.rows.map(\.step) == ReplyState.allCases)
    #expect(ReplyState.allCases.map(\.index) == Array(ReplyState.allCases.indices))
    for row in StateDiagram.ftp.rows {
      #expect(row.arrows.count == 5)
      #expect(row == StateDiagram.ftp.row(row.step))
      #expect(row.arrows[3] == .failure && row.arrows[4] == .failure, "\(row.step)")
    }
  }

  @Test func namesEachVerbOnceApartFromTheRestartedTransfer() {
    let verbs = StateDiagram.ftp.rows.filter { $0.step != .restarted }.flatMap(\.verbs)
    #expect(Set(verbs).count == verbs.count)
    let transfers = Set(StateDiagram.ftp.row(.transfer).verbs)
    #expect(transfers.isSuperset(of: StateDiagram.ftp.row(.restarted).verbs))
  }

  /// The drawings of RFC 959, section 6, read by hand: error, success, failure, wait, or the next step.
  @Test(arguments: [
    (ReplyState.greeting, "wait success error failure failure"),
    (.simple, "error success error failure failure"),
    (.transfer, "wait success error failure failure"),
    (.rnfr, "error error then(rnto) failure failure"),
    (.rnto, "error success error failure failure"),
    (.rest, "error error then(restarted) failure failure"),
    (.restarted, "wait success error failure failure"),
    (.user, "error success then(pass) failure failure"),
    (.pass, "error success then(acct) failure failure"),
    (.acct, "error success error failure failure"),
    (.auth, "error success then(adat) failure failure"),
    (.adat, "error success then(adat) failure failure"),
    (.protected, "wait success error failure failure"),
  ])
  func drawsTheArrows(_ step: ReplyState, _ boxes: String) {
    let drawn = (1...5).map { StateDiagram.ftp.box(step, ReplyCode($0, 5, 0)).description }
    #expect(drawn.joined(separator: " ") == boxes)
  }

  @Test(arguments: ReplyState.allCases)
  func leadsToAnErrorOutsideTheGrammar(_ step: ReplyState) {
    for digit: UInt8 in [0, 7, 8, 9] {
      #expect(StateDiagram.ftp.box(step, ReplyCode(digit, 0, 0)) == .error)
    }
    #expect(StateDiagram.ftp.box(step, 631) == .success)
  }

  @Test func asksForAnAccountAtAnyTime() {
    for step in [ReplyState.user, .pass, .simple, .transfer, .restarted, .rnto, .rest, .rnfr] {
      #expect(StateDiagram.ftp.box(step, 332) == .then(.acct))
    }
    for step in [ReplyState.acct, .greeting, .auth] {
      #expect(StateDiagram.ftp.box(step, 332) != .then(.acct))
    }
    #expect(StateDiagram.ftp.box(.user, 331) == .then(.pass))
    #expect(StateDiagram.ftp.box(.user, 336) == .then(.pass))
  }

  @Test func takesAnUnknownVerbForAOneReplyCommand() {
    #expect(StateDiagram.ftp.step(for: "XYZZY") == .simple)
    #expect(StateDiagram.ftp.step(for: "xyzzy-and-more") == .simple)
  }

  @Test func restartsOnlyWhatCanBeRestarted() {
    #expect(StateDiagram.ftp.step(for: .retr) == .transfer)
    #expect(StateDiagram.ftp.step(for: "retr", after: .rest) == .restarted)
    #expect(StateDiagram.ftp.step(for: .list, after: .rest) == .transfer)
    #expect(StateDiagram.ftp.step(for: .noop, after: .rest) == .simple)
    #expect(StateDiagram.ftp.step(for: .retr, after: .rnfr) == .transfer)
  }

  @Test func describesABoxInOneWord() {
    #expect(ReplyOutcome.then(.pass).name == "then")
    #expect("\(ReplyOutcome.then(.pass)) \(ReplyOutcome.wait)" == "then(pass) wait")
    #expect(ReplyOutcome.then(.pass).next == .pass && ReplyOutcome.wait.next == nil)
    let letters: [ReplyOutcome] = [.wait, .success, .failure, .error, .then(.acct)]
    #expect(String(letters.map(\.letter)) == "WSFE>")
  }
}
