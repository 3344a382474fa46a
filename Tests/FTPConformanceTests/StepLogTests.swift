import FTPClient
import FTPSystem
import FTPText
import FTPTransport
import Testing

@testable import FTPConformance
@testable import FTPProtocol

@Suite("The log of a case's steps gives back what was called, returned and thrown")
struct StepLogTests {
  private static let reply = Reply(530, "Not\r\nnow.")
  private static let cause = TransportError(
    step: .connectData, peer: "127.0.0.1:20", cause: .system(.connectionRefused))
  private static let errors: [any Error & Sendable] = [
    FTPClientError.transport(cause),
    FTPClientError.transport(
      TransportError(step: .read, peer: "h", cause: .timedOut(after: .milliseconds(1_500)))),
    FTPClientError.transport(TransportError(step: .handshake, peer: "h", cause: .layer("bad record"))),
    FTPClientError.transport(
      TransportError(step: .handshake, peer: "h", cause: .layer("no", .noApplicationProtocol))),
    FTPClientError.transport(TransportError(step: .read, peer: "h", cause: .truncated)),
    FTPClientError.transport(TransportError(step: .write, peer: "h", cause: .closedByPeer)),
    FTPClientError.transport(TransportError(step: .write, peer: "h", cause: .cancelled)),
    FTPClientError.transport(TransportError(step: .resolve, peer: "h", cause: .nameNotFound("no such name"))),
    FTPClientError.transport(TransportError(step: .connect, peer: "h", cause: .attempts([cause, cause]))),
    FTPClientError.timedOut(awaiting: .reply(to: "NOOP"), after: .seconds(4), unfinished: "220-x"),
    FTPClientError.closedByServer(awaiting: .reply(to: "NOOP"), unfinished: ""),
    FTPClientError.unexpectedReply(reply, to: "PASV", expected: "227"),
    FTPClientError.unusableAddress(in: reply, reason: "it names no host"),
    FTPClientError.inexpressibleAddress("IPv6"), FTPClientError.lineBreakInCommand,
    FTPClientError.notConnected,
    FTPClientError.tlsUnavailable("no OpenSSL"), FTPClientError.noDataConnection,
    FTPClientError.cancelled(endsConversation: true), FTPClientError.transferUnderWay,
    FTPClientError.transferFinished, FTPClientError.transferAborted,
    FTPClientError.incomplete(byteCount: 3, expected: 7, reply: reply),
    FTPClientError.incomplete(byteCount: 3, expected: nil, reply: nil),
    FTPClientError.malformedReply(
      ReplyParserError(reason: .lineTooLong(limit: 9), offset: 1, line: 2, held: "x")),
    FTPClientError.malformedReply(
      ReplyParserError(reason: .tooManyLines(limit: 9), offset: 1, line: 2, held: "x")),
    FTPClientError.malformedReply(
      ReplyParserError(reason: .replyTooLong(limit: 9), offset: 1, line: 2, held: "x")),
    FTPClientError.malformedReply(ReplyParserError(reason: .unfinished, offset: 1, line: 2, held: "x")),
    FTPClientError.malformedReply(
      ReplyParserError(
        reason: .deviation(ReplyDeviation(kind: .missingText, line: 1, offset: 4)), offset: 1, line: 2,
        held: "x")),
    cause, DownloadTooLarge(limit: 5), CaseStop.impossible("no room"), CaseStop.crowdedOut("full"),
    CaseStop.turnedAway("go"), CaseStop.skipped("no need"), CaseStop.unsupported("no such command"),
  ]

  private static func log() -> StepLog { StepLog(atMost: 1 << 20) { $0.replacing("pass123", with: "****") } }

  /// The log after it was written and read.
  private func again(_ log: StepLog) throws -> StepLog {
    let text = JSONText(log.calls).text
    return StepLog(reading: try JSONText(parsing: text.utf8).read()) { $0.replacing("pass123", with: "****") }
  }

  @Test func everyErrorIsThrownAgain() async throws {
    for error in Self.errors {
      let log = Self.log()
      await #expect(throws: (any Error).self) {
        try await log.call("fail", on: "1") { () -> Done in throw error }
      }
      let read = try again(log)
      do {
        _ = try await read.call("fail", on: "1") { Done() }
        Issue.record("nothing is thrown for \(error)")
      } catch let other {
        #expect("\(other)" == "\(error)" && type(of: other) == type(of: error))
        #expect(JSONText(LoggedError(other)) == JSONText(LoggedError(error)))
      }
      #expect(read.departure == nil)
    }
  }

  @Test func callsOfEachSubjectKeepTheirOrder() async throws {
    let log = Self.log()
    for (subject, value) in [("1", 1), ("2", 2), ("1", 3)] {
      _ = try await log.call("get", on: subject) { value }
    }
    let read = try again(log)
    for (subject, value) in [("1", 1), ("1", 3), ("2", 2)] {
      #expect(try await read.call("get", on: subject) { 0 } == value)
    }
  }

  @Test func anotherCallIsADeparture() async throws {
    let log = Self.log()
    _ = try await log.call("send NOOP", on: "1") { true }
    let read = try again(log)
    await #expect(throws: CaseStop.self) { try await read.call("send SYST", on: "1") { true } }
    await #expect(throws: CaseStop.self) { try await read.call("send HELP", on: "1") { true } }
    #expect(
      read.departure?.reason == "the steps call 'send SYST' on 1, and the recording has 'send NOOP'")
  }

  @Test func whatIsHiddenStillFits() async throws {
    let log = Self.log()
    _ = try await log.call("send SITE pass123 x", on: "1") { true }
    #expect(log.calls.map(\.words) == ["send SITE **** x"])
    // The password is not known when a recording is read.
    let calls = log.calls
    #expect(try await StepLog(reading: calls) { $0 }.call("send SITE other x", on: "1") { false })
    await #expect(throws: CaseStop.self) {
      try await StepLog(reading: calls) { $0 }.call("send SITE other y", on: "1") { false }
    }
  }

  @Test func contentsThatComeBackAreNotWrittenAgain() async throws {
    let sent = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7 + $0) }
    let pieces = [
      Array(sent[..<70_000]), Array(sent[70_000..<70_017]), Array(sent[70_017..<90_000]),
      Array(sent[50_000...]), [1, 2, 3],
    ]
    let log = Self.log()
    log.noteSent(sent)
    for piece in pieces { _ = try await log.call("read", on: "1.1") { piece } }
    #expect(log.size < 2_000)
    let read = try again(log)
    read.noteSent(sent)
    for piece in pieces {
      let contents = try await read.call("read", on: "1.1") { [] as [UInt8] }
      #expect(contents == piece)
    }
  }

  @Test func tooMuchIsCut() async throws {
    let log = StepLog(atMost: 1_000) { $0 }
    _ = try await log.call("read", on: "1.1") { [UInt8](repeating: 7, count: 2_000) }
    _ = try await log.call("send NOOP", on: "1") { true }
    #expect(log.isCut && log.calls.isEmpty)
  }
}
