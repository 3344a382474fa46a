import FTPConversation
import FTPMockServer
import FTPProtocol
import TestSupport
import Testing

@testable import FTPFuzzing

@Suite("Scripts for clients are rule files, and departures are distinguished from other forms", .queueing)
struct ClientScriptTests {
  @Test func runsFollowFromTheirNumber() throws {
    let verbs = ["USER", "PASS", "EPSV", "SIZE", "RETR", "LIST", "MLSD", "STOR", "QUIT", "a b"]
    var one = ScriptGenerator(seed: 1, verbs: verbs)
    var other = ScriptGenerator(seed: 1, verbs: verbs)
    #expect(one.places == ["connect"] + verbs.dropLast() + ["PASV"])
    var ways: Set<ClientWay> = []
    var empty = 0
    for run in UInt64(0)..<UInt64(Thoroughness.rounds(2_000)) {
      let (script, made) = one.make(run: run)
      #expect(try Script(parsing: script.description) == script, "\(script)")
      ways.formUnion(made)
      if script.rules.isEmpty { empty += 1 }
      if run % 100 == 7 { #expect(other.make(run: run).script == script) }
    }
    let missing = ClientWay.all(one.places).subtracting(ways)
    #expect(missing.isEmpty || !Thoroughness.isWhole, "\(missing)")
    #expect(empty == 0)
  }

  /// A recording, the file that the client wrote, and the rule that it breaks if it reports success.
  static let transfers: [(String, written: String?, rule: String?)] = [
    ("C> RETR pub/hello.txt|S> 150 a|D> hello|S> 226 b", "hello", nil),
    ("C> RETR hello.txt|S> 150 a|D> hello|S> 226 b", "hell", "other bytes"),
    ("C> RETR hello.txt|S> 150 a|D> hello|S> 226 b", nil, "no file"),
    ("C> RETR hello.txt|S> 150 a (4 bytes)|D> hello|S> 226 b", "hell", nil),
    ("C> RETR hello.txt|S> 150 a (4 bytes)|D> hello|S> 226 b", "held", "other bytes"),
    ("C> RETR hello.txt|S> 150 a|D> hello|S> 426 b", "hello", "refused"),
    ("C> RETR hello.txt|S> 550 b", nil, "refused"), ("C> NOOP|S> 200 b", "hello", "untried"),
    ("C> RETR hello.txt|S> 150 a|D> hello", "hello", "cut off"),
    // There was one reply too many: the client may take the third one for the answer.
    ("C> NOOP|S> 200 a|S> 226 b|C> RETR hello.txt|S> 150 a|D> hello|S> 426 c", "hello", nil),
    ("C> RETR hello.txt|S> 426 b|C> RETR hello.txt|S> 150 a|D> hello|S> 226 b", "hello", nil),
    (
      "C> RETR hello.txt|S> 150 a|D> hel|S> 426 b|C> REST 3|S> 350 a|C> RETR hello.txt|S> 150 a|D> lo|S> 226 b",
      "hello", nil
    ),
    ("C> TYPE I|S> 200 a|C> RETR hello.txt|S> 150 a|D> a\r\n|S> 226 b", "a\n", "other bytes"),
    ("C> RETR hello.txt|S> 150 a|D> a\r\n|S> 226 b", "a\n", nil),
  ]

  @Test(arguments: transfers)
  func aTransferIsJudged(rows: String, written: String?, rule: String?) {
    let served = ServedFile("pub/hello.txt", in: [Self.transcript("S> 220 a|" + rows)])
    #expect(served.damage(written.map { Array($0.utf8) })?.kind.rule == rule)
  }

  /// The recording of an upload of `hello`, and the rule that an exit status of 0 then breaks.
  static let uploads: [(String, rule: String?)] = [
    ("C> STOR new|S> 150 a|U> hello|S> 226 b", nil),
    ("C> STOR new|S> 150 a|U> hel|S> 226 b", "upload other bytes"),
    ("C> STOR new|S> 150 a|U> hello|S> 552 b", "upload refused"), ("C> STOR new|S> 553 a", "upload refused"),
    ("C> STOR new|S> 150 a|U> hello", "upload cut off"), ("C> PWD|S> 257 \"/\" 1", "upload untried"),
    ("C> TYPE A|S> 200 a|C> STOU|S> 150 a|U> hel\rlo|S> 250 b", nil),
    ("C> STOR new|S> 150 a|U> hel|S> 426 b|C> APPE new|S> 150 a|U> lo|S> 226 b", nil),
    ("C> STOR new|S> 150 a|U> hel|S> 426 b|C> REST 2|S> 350 a|C> STOR new|S> 150 a|U> llo|S> 226 b", nil),
    // A server that closes first may have received the rest without reading it.
    ("C> STOR new|S> 150 a|u> hel|S> 226 b", nil), ("C> STOR new|S> 150 a|S> 226 b", nil),
  ]

  @Test(arguments: uploads)
  func anUploadIsJudged(rows: String, rule: String?) {
    let sent = ServedFile(uploadedIn: [Self.transcript("S> 220 a|" + rows)])
    #expect(sent.damage(Array("hello".utf8))?.kind.rule == rule)
  }

  /// A client that leaves something unread resets the connection when it closes it.
  @Test func aResetByTheClientIsItsEnd() {
    let talk = "S> 220 a|C> QUIT|S> 221 b"
    let usual = UsualTalk([Self.transcript(talk, .byClient)])
    #expect(UsualTalk([Self.transcript(talk, .lost)]).isLike(usual))
    #expect(!UsualTalk([Self.transcript("S> 220 a|C> PWD|S> 257 \"/\" 1", .lost)]).isLike(usual))
    let cut = "S> 220 a|C> RETR hello.txt|S> 150 a|D> hello"
    #expect(ServedFile("hello.txt", in: [Self.transcript(cut, .lost)]).outcome == .unclear)
    #expect(ServedFile("hello.txt", in: [Self.transcript(cut)]).outcome == .cutOff)
  }

  /// Whether a server says the same thing in another form, or something else.
  static let forms: [(String, isLike: Bool)] = [
    ("S> 220 a|C> PWD|S> 257 \"/\" 1|C> QUIT|S> 221 b", true),
    ("S> 220-a\r\n220 b|C> PWD|S> 257 \"/\" 1", true),
    ("S> 220 a|C> PWD|S> 257 \"/\" 2", false), ("S> 220 a|C> PWD|S> 550 b", false),
    ("S> 220 \u{E9}|C> PWD|S> 257 \"/\" 1|C> QUIT|S> 221 b", false),
    ("S> 220 a|S> 220 a|C> PWD|S> 257 \"/\" 1", false),
    ("C> PWD|S> 220 a|S> 257 \"/\" 1", false), ("S> 220 a|C> NOOP|S> 200 b", false),
  ]

  @Test(arguments: forms)
  func anotherFormIsToldFromAnotherThing(rows: String, isLike: Bool) {
    let usual = UsualTalk([Self.transcript("S> 220 a|C> PWD|S> 257 \"/\" 1|C> QUIT|S> 221 b", .byClient)])
    #expect(usual.isInOrder)
    #expect(UsualTalk([Self.transcript(rows, .byClient)]).isLike(usual) == isLike)
  }

  /// A recording made from rows that are separated by `|`.
  private static func transcript(_ rows: String, _ end: ControlEnd = .byServer) -> Transcript {
    let recorder = ConversationRecorder()
    recorder.controlOpened(local: "127.0.0.1:1", peer: "127.0.0.1:2")
    var parser = ReplyParser(.lenient)
    var data: (connection: DataConnectionID, ending: DataEnding)?
    for row in rows.split(separator: "|") {
      let text = Array(row.dropFirst(3).utf8)
      switch row.prefix(2) {
      case "C>": _ = recorder.commandBytes(text + [0x0D, 0x0A])
      case "S>":
        if let open = data.take() { recorder.dataClosed(open.connection, open.ending) }
        parser.append(text + [0x0D, 0x0A])
        while let reply = try? parser.next() { _ = recorder.reply(reply) }
      default:
        let open = recorder.dataOpened(
          ConversationMark.Opening(isPassive: true, local: "127.0.0.1:3", peer: "127.0.0.1:4"))
        let isUpload = row.prefix(1) != "D"
        recorder.data(open, isUpload ? .upload : .download, text.span)
        data = (open, row.prefix(1) == "U" ? .closedByClient : .closedByServer)
      }
    }
    recorder.controlClosed(end)
    return recorder.transcript
  }
}
