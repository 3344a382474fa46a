import FTPConversation
import FTPProtocol
import Foundation
import Testing

@Suite("Every event is a JSON object on one line")
struct ConversationEventJSONTests {
  /// An event, with the object that it becomes.
  struct Row: Sendable, CustomTestStringConvertible {
    var content: ConversationEvent.Content
    var json: String
    var testDescription: String { String(json.prefix { $0 != "," }) }
  }

  static let table: [Row] = {
    let line = Samples.line("CWD na\u{EF}ve\r\n", cuts: [2])
    let part = Samples.line("NO")
    let connection = DataConnectionID(rawValue: 3)
    return [
      Row(
        content: .mark(.controlOpened(to: "[::1]:21", from: "127.0.0.1:1")),
        json: #"{"event":"control-open","time":1.5,"local":"127.0.0.1:1","peer":"[::1]:21"}"#),
      Row(
        content: .command(line, nil),
        json: #"{"event":"command","time":1.5,"raw":"CWD na\\xc3\\xafve\\r\\n","ends":true,"cuts":[2]}"#),
      Row(
        content: .command(part, nil),
        json: #"{"event":"command","time":1.5,"raw":"NO","ends":false,"cuts":[]}"#),
      Row(
        content: Samples.greeting,
        json: #"{"event":"reply","time":1.5,"code":220,"command":null,"step":"greeting","box":"success","#
          + #""text":"Ready.","raw":["220 Ready.\\r\\n"],"cuts":[]}"#),
      Row(
        content: Samples.status,
        json: #"{"event":"reply","time":1.5,"code":211,"command":"STAT","step":"simple","box":"success","#
          + #""text":"Status\n\"quoted\" \\ \u001b\nEnd","raw":["211-Status\\r\\n","\"quoted\" \\\\ \\x1b\\r\\n","211 End\\r\\n"],"#
          + #""cuts":[4,9]}"#),
      Row(
        content: .unfinishedReply(Array("22".utf8), omitted: 5),
        json: #"{"event":"unfinished-reply","time":1.5,"raw":"22","bytes":7,"omitted":5}"#),
      Row(
        content: .stateChanged(from: .awaitingGreeting, to: .ready),
        json: #"{"event":"state","time":1.5,"from":"awaitingGreeting","to":"ready"}"#),
      Row(
        content: .verdict(Samples.verdict),
        json: #"{"event":"verdict","time":1.5,"requirement":"959:4.2:one-preliminary","party":"server","#
          + #""expected":"one 1yz reply","received":"another, 125"}"#),
      Row(
        content: .mark(.dataOpened(connection, .init(isPassive: true, local: "a:1", peer: "b:2"))),
        json: #"{"event":"data-open","time":1.5,"connection":3,"passive":true,"local":"a:1","peer":"b:2"}"#),
      Row(
        content: .data(connection, .upload, [0x00, 0x41, 0xFF, 0x20], omitted: 10),
        json:
          #"{"event":"data","time":1.5,"connection":3,"direction":"upload","raw":"\\x00A\\xff\\x20","bytes":14,"omitted":10}"#
      ),
      Row(
        content: .mark(.dataClosed(connection, .init(byteCount: 14, ending: .resetByServer))),
        json: #"{"event":"data-close","time":1.5,"connection":3,"bytes":14,"ending":"reset by the server"}"#),
      Row(
        content: .mark(.controlClosed(.byServer)),
        json: #"{"event":"control-close","time":1.5,"ending":"closed by the server"}"#),
      Row(
        content: .mark(.controlClosed(.lost)), json: #"{"event":"control-close","time":1.5,"ending":"lost"}"#),
      Row(content: .mark(.dataRefused(connection)), json: #"{"event":"data-refuse","time":1.5}"#),
      Row(
        content: .mark(.dataHalfClosed(connection, by: .client)),
        json: #"{"event":"data-half-close","time":1.5,"connection":3,"by":"client"}"#),
      Row(
        content: .mark(.controlHalfClosed(by: .server)),
        json: #"{"event":"control-half-close","time":1.5,"by":"server"}"#),
      Row(
        content: .mark(.tls(nil, .established)),
        json: #"{"event":"tls","time":1.5,"connection":null,"what":"established"}"#),
      Row(
        content: .mark(.tls(connection, .record(.applicationData, byteCount: 96, from: .client))),
        json:
          #"{"event":"tls","time":1.5,"connection":3,"what":"record","record":"data","bytes":96,"by":"client"}"#
      ),
      Row(content: .mark(.noReply(.abor)), json: #"{"event":"no-reply","time":1.5,"command":"ABOR"}"#),
      Row(
        content: .mark(.missing(nil, byteCount: 12, from: .server)),
        json: #"{"event":"missing","time":1.5,"connection":null,"bytes":12,"by":"server"}"#),
      Row(content: .mark(.cutShort), json: #"{"event":"cut-short","time":1.5}"#),
      Row(
        content: .mark(.note("caf\u{E9} \u{1F600}\u{0}")),
        json: #"{"event":"note","time":1.5,"text":"caf\u00e9 \ud83d\ude00\u0000"}"#),
    ]
  }()

  @Test(arguments: table)
  func isTheDocumentedObject(row: Row) {
    #expect(ConversationEvent(time: .milliseconds(1500), row.content).json.text == row.json)
  }

  @Test(arguments: table)
  func canBeReadByAnyReader(row: Row) throws {
    let text = ConversationEvent(time: .milliseconds(1500), row.content).json.text
    #expect(!text.contains { $0.isNewline })
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["time"] as? Double == 1.5)
    #expect(object["event"] is String)
    if case .mark(.note(let note)) = row.content { #expect(object["text"] as? String == note) }
  }

  @Test(arguments: [
    (Duration.zero, 0.0), (.nanoseconds(499), 0.0), (.nanoseconds(1_500), 0.000002),
    (.microseconds(123_456), 0.123456),
    (.seconds(86_400 * 365), 31_536_000),
  ])
  func timesAreInSecondsToTheMicrosecond(time: Duration, seconds: Double) throws {
    let text = ConversationEvent(time: time, .mark(.note(""))).json.text
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["time"] as? Double == seconds)
  }

  @Test func anEventOfAnyByteIsASCII() {
    for byte in UInt8.min ... .max {
      let connection = DataConnectionID(rawValue: 1)
      let text = ConversationEvent(time: .zero, .data(connection, .download, [byte], omitted: 0)).json.text
      #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }
  }
}
