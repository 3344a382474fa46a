import FTPConversation
import FTPProtocol
import Testing

@testable import FTPConformance

@Suite("After a missing or a double reply, no later finding is reported")
struct DesynchronizationTests {
  /// A conversation in lines: `C` a command, `S` a reply, `E` the end by the server.
  private func conversation(_ lines: String...) -> CaseAttempt.Conversation {
    let recorder = ConversationRecorder(limits: RecordingLimits())
    recorder.controlOpened(local: "192.0.2.9:40001", peer: "192.0.2.1:21")
    for line in ["S 220", "C USER guest", "S 230"] + lines {
      let words = line.split(separator: " ", maxSplits: 1)
      switch words[0] {
      case "C": recorder.commandBytes("\(words[1])\r\n".utf8)
      case "S":
        let text = words[1] == "257" ? "\"/\"" : "Text."
        recorder.reply(Reply(ReplyCode(rawValue: UInt16(words[1]) ?? 0) ?? 500, text))
      default: recorder.controlClosed(.byServer)
      }
    }
    return CaseAttempt.Conversation(recorder.transcript, verdicts: recorder.verdicts, against: .server)
  }

  @Test func aMissingReplyIsNotAWrongOrder() {
    let conversation = conversation("C NOOP", "C QUIT", "S 221", "E")
    #expect(conversation.faults.map(\.requirement) == ["959:4.2:every-command-answered"])
    #expect(conversation.faults.map(\.expected) == ["a reply to NOOP"])
    #expect(conversation.misleading == nil)
  }

  @Test func repliesThatAllComeInAnotherOrderAre() {
    let conversation = conversation("C NOOP", "C SYST", "C PWD", "S 257", "S 200", "S 215", "C QUIT", "S 221")
    #expect(conversation.faults.map(\.requirement) == ["959:4.2:replies-in-order"])
  }

  @Test func aSecondReplyThatComesLateIsNotAWrongCode() {
    let conversation = conversation(
      "C SYST", "S 215", "C PWD", "S 215", "C NOOP", "S 257", "C QUIT", "S 200", "S 221", "E")
    #expect(conversation.faults.map(\.requirement) == ["959:5.4:nothing-spontaneous"])
    #expect(conversation.misleading != nil)
  }

  @Test func anAddressInReplyToAnotherCommandIsOneTooMany() {
    let conversation = conversation(
      "C MLST a", "S 550", "C PASV", "S 502", "C RETR a", "S 227", "C QUIT", "S 221")
    #expect(conversation.faults.map(\.requirement) == ["959:5.4:nothing-spontaneous"])
  }

  @Test func whatMayHaveBeenTheSurplusReplyIsDoubted() {
    let conversation = conversation(
      "C RNTO a", "S 503", "C RNTO b", "S 500", "C RNFR a", "S 503", "C QUIT", "S 350", "S 221", "E")
    #expect(conversation.faults.map(\.requirement) == ["959:5.4:nothing-spontaneous"])
    let doubted = ["500 Text.", "503 Text.", "220 Text."].map { received in
      conversation.outOfStep?.doubts(
        Finding("959:5.4:rnto-codes", expected: "another", received: received), in: conversation.transcript)
    }
    #expect(doubted == [true, true, false])
  }

  @Test func aReplyThatOnlyBelongsToAnEarlierCommandMovesAllOthers() {
    let late = conversation(
      "C NOOP", "S 200", "C LIST", "S 226", "C TYPE I", "S 150", "S 226", "C QUIT", "S 200")
    #expect(late.faults.map(\.requirement) == ["959:5.4:nothing-spontaneous"])
    // One odd reply alone may just have the wrong code.
    let wrong = conversation(
      "C NOOP", "S 200", "C TYPE I", "S 331", "C NOOP", "S 200", "C QUIT", "S 221", "E")
    #expect(wrong.faults.map(\.requirement).contains("959:6:simple-commands"))
  }

  @Test func aWrongCodeBeforeASurplusReplyStays() {
    let conversation = conversation("C PWD", "S 215", "C NOOP", "S 200", "S 200", "C SYST", "S 550", "E")
    #expect(conversation.faults.map(\.requirement) == ["959:5.4:pwd-codes", "959:5.4:nothing-spontaneous"])
  }

  @Test(arguments: [ConformanceCase.Traffic.fair, .provoking])
  func whatStepsTookForAnAnswerIsNotBlamed(_ traffic: ConformanceCase.Traffic) {
    let entry = ConformanceCase("test/1/a", "It does.", of: .server, ["959:5.4:pwd-codes"], traffic: traffic)
    let finding = Finding("959:5.4:pwd-codes", expected: "257 to PWD", received: "215 Text.")
    let attempt = CaseAttempt(
      at: entry, .found(finding),
      in: [conversation("C SYST", "S 215", "S 215", "C PWD", "S 257", "C NOOP", "S 200")], ending: .clean,
      taking: .zero)
    // A case watches for surplus replies in fair traffic; in any other, only this one can tell.
    #expect(attempt.findings.map(\.requirement) == (traffic == .fair ? [] : ["959:5.4:nothing-spontaneous"]))
    #expect(attempt.verdict == (traffic == .fair ? .skipped : .fail))
    #expect(traffic != .fair || attempt.reason?.contains("(see rfc959/5.4/nothing-spontaneous)") ?? false)
  }
}
