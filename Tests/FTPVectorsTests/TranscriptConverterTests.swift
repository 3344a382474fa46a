import FTPProtocol
import Testing

@testable import FTPConversation
@testable import FTPVectors

@Suite("A recording becomes a vector that replays")
struct TranscriptConverterTests {
  /// A recording that is made from the words of a vector.
  struct Recording {
    let recorder: ConversationRecorder
    var data: DataConnectionID?

    init(local: String = "127.0.0.1:40000", peer: String = "127.0.0.1:2121", limit: Int = 4_096) {
      recorder = ConversationRecorder(limits: RecordingLimits(dataBytes: limit))
      recorder.controlOpened(local: local, peer: peer)
    }

    mutating func play(_ script: String) {
      for line in script.split(separator: "\n") {
        let text = String(line.dropFirst(3))
        switch line.prefix(2) {
        case "C>": recorder.commandBytes(Array((text + "\r\n").utf8))
        case "S>":
          let lines = text.split(separator: "~").joined(separator: "\r\n")
          if let reply = Reply(parsing: lines + "\r\n") { recorder.reply(reply) }
        case "D>": if let data { recorder.data(data, .download, Array((text + "\r\n").utf8).span) }
        case "D<": if let data { recorder.data(data, .upload, Array((text + "\r\n").utf8).span) }
        case "--": mark(text)
        default: Issue.record("\(line)")
        }
      }
    }

    private mutating func mark(_ text: String) {
      let words = text.split(separator: " ").map(String.init)
      switch words[0] {
      case "to":
        data = recorder.dataOpened(
          ConversationMark.Opening(isPassive: true, local: "127.0.0.1:9", peer: words[1]))
      case "from":
        data = recorder.dataOpened(
          ConversationMark.Opening(isPassive: false, local: "127.0.0.1:9", peer: words[1]))
      case "ended": if let data { recorder.dataEnded(data) }
      case "close": if let data { recorder.dataClosed(data, .endOfFile) }
      case "sent": if let data { recorder.dataClosed(data, .closedByClient) }
      case "bye": recorder.controlClosed(.byServer)
      case "refused": recorder.dataRefused()
      default: recorder.note(text)
      }
    }
  }

  /// A script of a recording, and the rows that it becomes.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var local = "127.0.0.1:40000"
    var peer = "127.0.0.1:2121"
    var script: String
    var rows: String
    var testDescription: String { name }
  }

  static let login = """
    S> 220 Ready.
    C> USER a
    S> 331 Password for a?
    C> PASS topsecret
    S> 230 Not topsecret any more.

    """
  static let loginRows = """
    -- open control to {server:address}
    S> 220 Ready.
    => 220 greeting success
    @@ ready
    C> USER a
    S> 331 Password for a?
    => 331 user then(pass)
    @@ awaiting password
    C> PASS {:secret}
    S> 230 Not **** any more.
    => 230 pass success
    @@ logged in

    """

  static let table = [
    Case(name: "a login, with its password left out", script: login, rows: loginRows),
    Case(
      name: "a passive download",
      script: login
        + "C> PASV\nS> 227 Go (127,0,0,1,200,10).\n-- to 127.0.0.1:51210\nC> RETR f\nS> 150 x\nD> hello\n-- close\nS> 226 y\nC> QUIT\nS> 221 z\n-- bye",
      rows: loginRows + """
        C> PASV
        S> 227 Go ({data:hostport}).
        => 227 simple success addr={data}
        @@ data announced
        -- open data to {data}
        C> RETR f
        S> 150 x
        => 150 transfer wait
        @@ transferring
        D> hello\\r\\n
        -- close data (7 bytes, closed by the server)
        S> 226 y
        => 226 transfer success bytes=7
        @@ logged in
        C> QUIT
        S> 221 z
        => 221 simple success
        @@ closing
        -- close control (closed by the server)
        @@ closed

        """),
    Case(
      name: "the reply was read before the data, and the server had closed in time",
      script: login
        + "C> EPSV\nS> 229 Go (|||51210|)\n-- to 127.0.0.1:51210\nC> RETR f\nS> 150 x\n-- ended\nS> 226 y\nD> hello\n-- close",
      rows: loginRows + """
        C> EPSV
        S> 229 Go (|||{data:port}|)
        => 229 simple success addr={data}
        @@ data announced
        -- open data to {data}
        C> RETR f
        S> 150 x
        => 150 transfer wait
        @@ transferring
        -- half-close data (by the server)
        S> 226 y
        => 226 transfer success
        @@ logged in
        D> hello\\r\\n
        -- close data (7 bytes, closed by the server)

        """),
    Case(
      name: "the reply came before the end of the data",
      script: login
        + "C> EPSV\nS> 229 Go (|||51210|)\n-- to 127.0.0.1:51210\nC> RETR f\nS> 150 x\nS> 226 y\nD> hello\n-- close",
      rows: loginRows + """
        C> EPSV
        S> 229 Go (|||{data:port}|)
        => 229 simple success addr={data}
        @@ data announced
        -- open data to {data}
        C> RETR f
        S> 150 x
        => 150 transfer wait
        @@ transferring
        S> 226 y
        => 226 transfer success
        !! 959:5.2:final-after-close
        @@ logged in
        D> hello\\r\\n
        !! 959:5.2:final-after-close
        -- close data (7 bytes, closed by the server)

        """),
    Case(
      name: "active mode in three forms",
      script: login
        + "C> PORT 127,0,0,1,4,1\nS> 200 a\nC> EPRT |1|127.0.0.1|1026|\nS> 200 b\nC> LPRT 4,4,127,0,0,1,2,4,3\nS> 200 c\nC> STOR f\nS> 150 x\n-- from 127.0.0.1:20\nD< hello\n-- sent\nS> 226 y",
      rows: loginRows + """
        C> PORT {client:hostport}
        S> 200 a
        => 200 simple success
        @@ data announced
        C> EPRT |1|{:host}|{client-2:port}|
        S> 200 b
        => 200 simple success
        C> LPRT 4,4,127,0,0,1,2,{client-3:portpair}
        S> 200 c
        => 200 simple success
        C> STOR f
        S> 150 x
        => 150 transfer wait
        @@ transferring
        -- open data from {:address}
        D< hello\\r\\n
        -- close data (7 bytes, closed by the client)
        S> 226 y
        => 226 transfer success bytes=7
        @@ logged in

        """),
    Case(
      name: "a server that announces another host", local: "192.0.2.1:40000", peer: "192.0.2.7:21",
      script: login + "C> PASV\nS> 227 Go (10,0,0,5,200,10).\n-- to 192.0.2.7:51210\n",
      rows: loginRows + """
        C> PASV
        S> 227 Go (10,0,0,5,{data:portpair}).
        => 227 simple success addr=10.0.0.5{data}
        !! 1123:4.1.2.6:pasv-own-address
        @@ data announced
        -- open data to {:host}{data}

        """),
    Case(
      name: "IPv6", local: "[::1]:40000", peer: "[::1]:2121",
      script: login + "C> EPRT |2|::1|1026|\nS> 200 b\nC> EPSV\nS> 229 Go (|||51210|)\n-- to [::1]:51210\n",
      rows: loginRows.replacing("{server:address}", with: "[::1]{server:port}") + """
        C> EPRT |2|{:host6}|{client:port}|
        S> 200 b
        => 200 simple success
        @@ data announced
        C> EPSV
        S> 229 Go (|||{data:port}|)
        => 229 simple success addr={data}
        -- open data to {data}

        """),
    Case(
      name: "what differs from day to day",
      script: login
        + "C> STAT\nS> 211-ftpd[4711] at 13:40 says~ pid 4711, from 127.0.0.1~211 End 13:40:05.\nC> MDTM f\nS> 213 20251121134005.25\nC> SIZE f\nS> 213 20251121\n-- a remark",
      rows: loginRows + """
        C> STAT
        S> 211-ftpd[{:number}] at {:clock} says
        S>  pid {:number}, from {:host}
        S> 211 End {:clock}.
        => 211 simple success lines=3
        C> MDTM f
        S> 213 {:time}
        => 213 simple success
        C> SIZE f
        S> 213 20251121
        => 213 simple success
        # a remark

        """),
    Case(
      name: "what differs from session to session",
      script: login
        + "C> STAT\nS> 211-At Fri Nov 21 13:40:05 2025 user number 3 of 50~ Port: 2121, port 21, port 40001~211 End in 0.012 seconds, 2.63Mbytes/s, 1.5 x.\nC> PORT 127,0,0,1,156,65\nS> 200 Well.\nC> NOOP\nS> 200 To port 40001, user number x.",
      rows: loginRows + """
        C> STAT
        S> 211-At {:text} user number {:number} of 50
        S>  Port: {:port}, port 21, port 40001
        S> 211 End in {:word} seconds, {:word}Mbytes/s, 1.5 x.
        => 211 simple success lines=3
        C> PORT {client:hostport}
        S> 200 Well.
        => 200 simple success
        @@ data announced
        C> NOOP
        S> 200 To port {:port}, user number x.
        => 200 simple success

        """),
    Case(
      name: "a listing",
      script: login
        + "C> EPSV\nS> 229 Go (|||51210|)\n-- to 127.0.0.1:51210\nC> LIST\nS> 150 x\nD> -rw-r--r-- 1 a a 5 Nov 21 13:40 May 10 notes\nD> -rw-r--r-- 1 a a 5 Nov 21  2024 b\n-- close\nS> 226 y\n",
      rows: loginRows + """
        C> EPSV
        S> 229 Go (|||{data:port}|)
        => 229 simple success addr={data}
        @@ data announced
        -- open data to {data}
        C> LIST
        S> 150 x
        => 150 transfer wait
        @@ transferring
        D> -rw-r--r-- 1 a a 5 {:date} May 10 notes\\r\\n
        D> -rw-r--r-- 1 a a 5 {:date} b\\r\\n
        -- close data (81 bytes, closed by the server)
        S> 226 y
        => 226 transfer success bytes=81
        @@ logged in

        """),
  ]

  @Test(arguments: table)
  func converts(_ recorded: Case) throws {
    var recording = Recording(local: recorded.local, peer: recorded.peer)
    recording.play(recorded.script)
    let vector = Vector(recording.recorder.transcript)
    #expect(vector.description == recorded.rows)
    let result = VectorReplay().run(try Vector(parsing: vector.description))
    for difference in result.differences { Issue.record("\(difference)") }
  }

  @Test func whatOnlyTheRecorderSawBecomesAComment() throws {
    var recording = Recording()
    recording.play(Self.login)
    recording.recorder.verdict(
      Verdict("2577:4:active-peer-checked", by: .network, expected: "the server", received: "another host"))
    let text = Vector(recording.recorder.transcript, id: "recorded/x", origin: "somebody").description
    #expect(text.hasPrefix("id:   recorded/x\nfrom: somebody\n"))
    #expect(
      text.hasSuffix(
        "# Seen only by the recording side: 2577:4:active-peer-checked network: expected the server; received another host\n"
      ))
  }

  @Test func aCommandThatWasGivenUpIsAMark() throws {
    var recording = Recording()
    recording.play(Self.login + "C> NOOP\nC> SYST\n")
    recording.recorder.abandon(2)
    recording.play("S> 215 UNIX\n")
    let vector = Vector(recording.recorder.transcript)
    #expect(
      vector.description.contains(
        "C> SYST\n-- no reply to NOOP\n!! 959:4.2:every-command-answered\nS> 215 UNIX\n"))
    #expect(VectorReplay().run(vector).differences == [])
  }

  @Test func dataBeyondTheLimitIsCounted() throws {
    var recording = Recording(limit: 8)
    recording.play(
      Self.login
        + "C> EPSV\nS> 229 (|||51210|)\n-- to 127.0.0.1:51210\nC> RETR f\nS> 150 x\nD> hello there\n-- close\nS> 226 y\n"
    )
    let vector = Vector(recording.recorder.transcript)
    #expect(
      vector.description.contains(
        "D> hello th\n-- close data (13 bytes, first 8 shown, closed by the server)\n"))
    #expect(vector.description.contains("=> 226 transfer success bytes=13\n"))
    #expect(VectorReplay().run(vector).differences == [])
  }

  @Test func segmentsAreKept() throws {
    let recorder = ConversationRecorder()
    recorder.controlOpened(local: "127.0.0.1:1", peer: "127.0.0.1:2")
    let reply = try #require(Reply(parsing: "220-at 13:40 sharp\r\n220 x\r\n"))
    recorder.reply(reply, cuts: [2, 12, 20, 22])
    recorder.commandBytes(Array("NO".utf8))
    recorder.commandBytes(Array("OP\r\n".utf8))
    let text = Vector(recorder.transcript).description
    #expect(text.contains("S> 22\\|0-at {:clock}\\| sharp\nS> \\|22\\|0 x\n"))
    #expect(text.contains("C> NO\\|OP\n"))
  }

  @Test func twoConnectionsAtOnceHavePlaces() throws {
    let recorder = ConversationRecorder()
    recorder.controlOpened(local: "127.0.0.1:1", peer: "127.0.0.1:2")
    let opening = ConversationMark.Opening(isPassive: true, local: "127.0.0.1:9", peer: "127.0.0.1:10")
    let first = recorder.dataOpened(opening)
    let second = recorder.dataOpened(opening)
    recorder.data(second, .download, [0x61].span)
    recorder.data(first, .download, [0x62].span)
    recorder.dataClosed(first, .endOfFile)
    recorder.data(second, .download, [0x63].span)
    recorder.dataClosed(second, .endOfFile)
    recorder.dataClosed(recorder.dataOpened(opening), .endOfFile)
    let rows = Vector(recorder.transcript).rows.map(\.description)
    #expect(
      rows.filter { !$0.hasPrefix("!!") } == [
        "-- open control to {server:address}", "-- open data to 127.0.0.1:10",
        "-- open data2 to 127.0.0.1:10",
        "D> a", "-- use data", "D> b", "-- close data (1 bytes, closed by the server)", "D> c",
        "-- close data2 (2 bytes, closed by the server)", "-- open data to 127.0.0.1:10",
        "-- close data (0 bytes, closed by the server)",
      ])
  }
}
