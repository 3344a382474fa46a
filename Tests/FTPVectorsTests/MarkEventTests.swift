import FTPConversation
import FTPProtocol
import FTPVectors
import TestSupport
import Testing

/// The judge treats a recorded mark exactly like the row that it becomes.
@Suite("Marks are the same in a recording, in its vector, and to the judge")
struct MarkEventTests {
  /// A mark that is recorded after the beginning of a conversation, and the commands and reply after it.
  struct Case: Sendable, CustomTestStringConvertible {
    var mark: ConversationMark
    var commands: [String] = []
    var tell: @Sendable (ConversationRecorder) -> Void
    var reply = ""
    /// The requirements that the judge finds broken, at the mark and after it.
    var verdicts: [RequirementID] = []
    var testDescription: String { mark.description }
  }

  static let table: [Case] = [
    Case(
      mark: .dataRefused(.first), commands: ["PASV>227 =127,0,0,1,200,1", "RETR f>150 Here."],
      tell: { $0.dataRefused() }, reply: "226 Done.", verdicts: ["959:4.2:success-means-done"]),
    Case(
      mark: .dataRefused(.first), commands: ["PASV>227 =127,0,0,1,200,1", "RETR f>150 Here."],
      tell: { $0.dataRefused() }, reply: "425 No."),
    Case(
      mark: .controlHalfClosed(by: .client), tell: { $0.controlHalfClosed(by: .client) }, reply: "421 Bye."),
    Case(mark: .controlHalfClosed(by: .server), tell: { $0.controlHalfClosed(by: .server) }),
    Case(
      mark: .dataHalfClosed(.first, by: .client),
      commands: ["PASV>227 =127,0,0,1,200,1", "STOR f>150 Send."],
      tell: { recorder in
        let data = recorder.dataOpened(
          ConversationMark.Opening(isPassive: true, local: "127.0.0.1:9", peer: "127.0.0.1:51201"))
        recorder.data(data, .upload, [1, 2].span)
        recorder.dataHalfClosed(data)
        recorder.dataClosed(data, .closedByClient)
      }, reply: "226 Done."),
    Case(
      mark: .tls(nil, .established), commands: ["AUTH TLS>234 Go."], tell: { $0.tls(nil, .established) },
      reply: "631 abc", verdicts: ["959:5.4:nothing-spontaneous"]),
    Case(
      mark: .tls(nil, .failed), commands: ["AUTH TLS>234 Go."], tell: { $0.tls(nil, .failed) },
      reply: "631 abc",
      verdicts: ["2228:5.2:protected-replies", "959:5.4:nothing-spontaneous"]),
    Case(
      mark: .tls(nil, .record(.handshake, byteCount: 96, from: .server)), commands: ["AUTH TLS>234 Go."],
      tell: { $0.tls(nil, .record(.handshake, byteCount: 96, from: .server)) }),
    Case(
      mark: .noReply(.noop), commands: ["NOOP"], tell: { $0.abandon(1) },
      verdicts: ["959:4.2:every-command-answered"]),
    Case(mark: .missing(nil, byteCount: 12, from: .client), tell: { $0.missing(12, from: .client) }),
    Case(mark: .cutShort, tell: { $0.cutShort() }),
  ]

  @Test(arguments: table)
  func isAnEventARowAndAnObservation(sample: Case) throws {
    let recorder = ConversationRecorder()
    recorder.controlOpened(local: "127.0.0.1:40000", peer: "127.0.0.1:21")
    func say(_ reply: String) throws { recorder.reply(try #require(Reply(parsing: reply + "\r\n"))) }
    try say("220 Ready.")
    for command in ["USER me>230 In."] + sample.commands {
      let parts = command.split(separator: ">").map(String.init)
      recorder.commandBytes(Array((parts[0] + "\r\n").utf8))
      if parts.count == 2 { try say(parts[1]) }
    }
    sample.tell(recorder)
    if !sample.reply.isEmpty { try say(sample.reply) }

    #expect(recorder.transcript.unusualMarks == [sample.mark])
    #expect(recorder.verdicts.map(\.requirement) == sample.verdicts)

    let vector = Vector(recorder.transcript, id: "test/mark", origin: "hand-made")
    let rows = vector.rows.map(\.content)
    #expect(rows.contains(.mark(sample.mark)))
    let found = rows.compactMap { if case .verdict(let verdict) = $0 { verdict.requirement } else { nil } }
    #expect(found == sample.verdicts)
    let result = VectorReplay().run(try Vector(parsing: vector.description))
    #expect(result.differences.isEmpty, "\(result.differences)")
  }
}
