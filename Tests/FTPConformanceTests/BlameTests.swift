import FTPConversation
import FTPMockServer
import FTPProtocol
import Testing

@testable import FTPConformance

@Suite("A server is not blamed for what the client's own bytes have brought about")
struct BlameTests {
  /// A conversation after a login: what the client writes, each with the bytes that come back.
  private func conversation(_ exchanges: [([UInt8], [UInt8])]) throws -> CaseAttempt.Conversation {
    let recorder = ConversationRecorder(limits: RecordingLimits())
    recorder.controlOpened(local: "192.0.2.9:40001", peer: "192.0.2.1:21")
    recorder.reply(Reply(220, "Ready."))
    for (sent, received) in exchanges {
      recorder.commandBytes(sent)
      if !received.isEmpty { recorder.reply(try #require(Reply(parsing: received))) }
    }
    return CaseAttempt.Conversation(recorder.transcript, verdicts: recorder.verdicts, against: .server)
  }

  @Test(
    "bytes of a reply that repeat what was sent, and the same without such a command",
    arguments: [
      ([0xFF, 0xFB, 0x01], [0xFF, 0xFB, 0x01], "3659:2.2:no-telnet-options"),
      ([0xFF, 0xF2], [0xFF], "854:nvt:iac-doubled"),
      ([0x0D, 0], [0], "854:nvt:nul-only-after-cr"),
      ([0x0D, 0], [0x0D, 0x61], "854:nvt:cr-nul"),
      ([0xE9], [0xE9], "2640:3.1:utf8-replies"),
    ] as [([UInt8], [UInt8], RequirementID)])
  func repetitions(sent: [UInt8], repeated: [UInt8], requirement: RequirementID) throws {
    let line = Array("CWD a".utf8) + sent + Array("b\r\n".utf8)
    let reply = Array("550 No a".utf8) + repeated + Array("b.\r\n".utf8)
    #expect(try !conversation([(line, reply)]).faults.map(\.requirement).contains(requirement))
    let plain = try conversation([(Array("CWD ab\r\n".utf8), reply)])
    #expect(plain.faults.map(\.requirement).contains(requirement))
  }

  @Test(
    "what comes after an unusual line, or after one that did not wait, is no witness for other cases",
    arguments: [("NOOP\r\n", true), ("NOOP\r", false), ("NOOP \r\u{0}\r\n", false), ("NOOP\n", false)])
  func odd(line: String, isOrdinary: Bool) throws {
    let odd = (Array("SYST\r\n".utf8), Array("999 What?\r\n".utf8))
    let noop = (Array(line.utf8), Array("200 Okay.\r\n".utf8))
    let waiting = try conversation([noop, odd])
    #expect(!waiting.faults.isEmpty)
    #expect(waiting.ordinaryFaults.isEmpty == !isOrdinary)
    let hasty = try conversation([(noop.0, []), odd])
    #expect(!hasty.faults.isEmpty && hasty.ordinaryFaults.isEmpty)
  }

  @Test func aCloseAfterAReplyIsNoMissingReply() async throws {
    let entry = try #require(CaseCatalogue.servers.first { $0.id == "rfc959/3.1.1.4/local-size-decimal" })
    let attempt = try await Mutation(entry: entry, faults: "session-hangup=4").attempt(.generous)
    #expect(attempt.findings.map(\.requirement) == ["959:2.3:user-requests-close"], "\(attempt.words)")
    #expect(attempt.verdict == .warn)
  }

  /// What the server does, and the rule and the harm of the finding: a close costs the
  /// session, whatever it left unanswered.
  @Test(
    arguments: [
      ("NOOP -> close", "959:4.2:every-command-answered", "959:2.3:user-requests-close"),
      ("NOOP -> 500 and close", "959:4.1.3:noop-ok-only", nil),
    ] as [(String, RequirementID, RequirementID?)])
  func aCloseHasItsOwnHarm(script: String, rule: RequirementID, harm: RequirementID?) async throws {
    var configuration = MockServer.Configuration(timeouts: .patient, recording: nil)
    configuration.script = try Script(parsing: script)
    let entry = ServerCase(
      "test/1/a", "It does.", ["959:4.1.3:noop-ok-only"], failsWith: [],
      playing: try CaseStep.read(["send: NOOP -> 200", "send: SYST -> 215"]))
    for isRecorded in [false, true] {
      let attempt = try await withMockServer(configuration) { server in
        await entry.attempt(
          at: TestedServer(host: "127.0.0.1", port: server.port, login: Mutation.login),
          knowing: Mutation.facts, patience: .generous, directory: "/blame", isRecorded: isRecorded)
      }
      #expect(attempt.findings.map(\.requirement) == [rule], "\(attempt.words)")
      #expect(attempt.findings.first?.harmRule == harm)
      #expect((attempt.recording?.isComplete ?? false) == isRecorded)
    }
  }

  /// What the server does with LIST and NOOP, and the rule of the only finding.
  @Test(
    arguments: [
      ("NOOP -> 221 and close", ["attempt: NOOP", "send: SYST -> 215"], "1123:4.1.2.11:general-rules"),
      ("LIST -> 150", ["download: LIST"], "959:4.2:preliminary-then-final"),
    ] as [(String, [String], RequirementID)])
  func nobodyOwesMoreThanWasBegun(script: String, steps: [String], rule: RequirementID) async throws {
    var configuration = MockServer.Configuration(timeouts: .patient, recording: nil)
    configuration.script = try Script(parsing: script)
    let entry = ServerCase(
      "test/1/a", "It does.", ["959:4.1.3:noop-ok-only"], failsWith: [], playing: try CaseStep.read(steps))
    let attempt = try await withMockServer(configuration) { server in
      await entry.attempt(
        at: TestedServer(host: "127.0.0.1", port: server.port, login: Mutation.login),
        knowing: Mutation.facts, patience: .short, directory: "/blame")
    }
    #expect(attempt.findings.map(\.requirement) == [rule], "\(attempt.words)")
  }
}
