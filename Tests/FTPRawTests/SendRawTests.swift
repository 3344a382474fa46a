import FTPMockServer
import FTPTransport
import TestSupport
import Testing

@testable import ftpraw

@Suite("send can send any bytes, and rejects wrong arguments before it connects", .queueing)
struct SendRawTests {
  private func send(_ arguments: String..., input: String = "") async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.ftpraw().run(["send"] + arguments, input: Array(input.utf8))
  }

  static let texts: [(String, [String]?)] = [
    ("SYST\\r\\n", ["SYST\r\n"]), ("SY\\|ST\\r\\n", ["SY", "ST\r\n"]), ("a\\|(5ms)b", ["a", "b"]),
    ("\\xff\\xf4\\t\\\\", nil), ("PORT {data}\\r\\n", ["PORT {data}\r\n"]), ("{a:text}", ["{a:text}"]),
  ]

  @Test(arguments: texts)
  func escapes(text: String, segments: [String]?) throws {
    let raw = try RawText(Array(text.utf8))
    if let segments { #expect(raw.segments.map { String(decoding: $0.bytes, as: UTF8.self) } == segments) }
    if text == "\\xff\\xf4\\t\\\\" { #expect(raw.segments.map(\.bytes) == [[0xFF, 0xF4, 9, 0x5C]]) }
  }

  @Test(arguments: [
    ("SYST\\r\\n", "SYST"), ("SYST", nil), ("SYST\\n", nil), ("A\\r\\nB\\r\\n", nil), ("A\\|B\\r\\n", nil),
    ("\\r\\n", ""),
  ])
  func oneWholeCommandIsACommand(text: String, command: String?) throws {
    #expect(try RawText(Array(text.utf8)).command == command.map { Array($0.utf8) })
  }

  @Test func severalCommandsInOneSegmentAreAnsweredOneByOne() async throws {
    try await withMockServer { server in
      let url = "ftp://ftpraw:secret@127.0.0.1:\(server.port)"
      let outcome = try await send("-s", url, "--raw", "SYST\\r\\nNO\\|OP\\r\\n", "PWD\\r\\n", "QUIT\\r\\n")
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
      let rows = outcome.output.split(separator: "\n").suffix(8)
      #expect(
        rows.contains("S> 215 UNIX Type: L8") && rows.contains("S> 200 NOOP ok.")
          && rows.contains("S> 221 Goodbye."))
      #expect(server.receivedCommands.map(\.verb).suffix(4) == [.syst, .noop, .pwd, .quit])
    }
  }

  @Test func aTransferWorksAsElsewhere() async throws {
    try await withMockServer { server in
      let url = "ftp://ftpraw:secret@127.0.0.1:\(server.port)"
      let outcome = try await send("-s", url, "--raw", "-", input: "PASV\\r\\n\nRETR pub/hello.txt\\r\\n\n")
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("D> hello\\r\\n\n"))
    }
  }

  static let mistakes: [([String], String)] = [
    (
      ["SYST\r\nNOOP"],
      "ftpraw send: a command is one line; --raw 'SYST\\r\\nNOOP\\r\\n' sends line breaks."
    ),
    (["SY\rST"], "ftpraw send: a command is one line;"),
    (["PWD", "--raw", "\\q"], "ftpraw send: COMMAND: character 1 of '\\\\q': there is no escape \\q;"),
    (["--raw", "STOR x\\r\\n"], "ftpraw send: an upload needs --input FILE, the data to send."),
  ]

  @Test(arguments: mistakes)
  func mistakesAreFoundBeforeAnythingIsSent(arguments: [String], line: String) async throws {
    let port = try SilentPort()
    let outcome = try await ProcessRunner.ftpraw().run(
      ["send", "-s", "127.0.0.1:\(port.number)"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.error.hasPrefix(line), "\(outcome.error)")
    #expect(outcome.output == "")
  }

  @Test(arguments: ["099", "699", "777", "999"])
  func aReplyWithAnUnknownFirstDigitIsNotASuccess(code: String) async throws {
    let server = try ScriptedServer.start { session in
      try session.say("220 a\r\n")
      try session.answer("SYST", "\(code) what")
    }
    defer { server.stop() }
    #expect(try await send("-s", server.url, "SYST").status == 1)
  }

  @Test(arguments: [("peer", true), ("announced", false)])
  func theHostOfA227IsFollowedOnRequest(who: String, works: Bool) async throws {
    // The server announces a port of 127.0.0.2, on which nothing listens.
    let faults = [try Fault("address-foreign=127.0.0.2")]
    try await withMockServer(.init(faults: faults)) { server in
      let url = "ftp://ftpraw:secret@127.0.0.1:\(server.port)"
      let outcome = try await send("-s", url, "--data-host", who, "PASV", "RETR pub/hello.txt")
      #expect((outcome.status == 0) == works, "\(outcome.output)\(outcome.error)")
      if !works { #expect(outcome.error.contains("127.0.0.2:")) }
    }
  }

  @Test func aServerThatWaitsForTheDataConnectionGetsIt() async throws {
    // It does not answer the command after PASV until a client has connected.
    let dummy = try ScriptedServer.start { session in
      try session.say("220 a\r\n")
      let listener = try session.answerPASV()
      try session.hear("NOOP")
      let data = try listener.accept(deadline: session.deadline)
      try session.say("200 ok\r\n")
      _ = try session.hearEnd()
      _ = data.peerAddress
    }
    defer { dummy.stop() }
    let outcome = try await send("-s", dummy.url, "--data-connect", "at-once", "PASV", "NOOP")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
  }

  @Test func aReaderThatHasSeenEnoughIsNotAFailure() async throws {
    let bash = try #require(ProcessRunner.tool("bash"))
    let ftpraw = try ProcessRunner.ftpraw().executable.path
    try await withMockServer { server in
      let url = "ftp://ftpraw:secret@127.0.0.1:\(server.port)"
      for line in [
        "'\(ftpraw)' man", "'\(ftpraw)' send -s \(url) 'TYPE I' PASV 'RETR pub/64MiB.bin' -o -",
        "'\(ftpraw)' send -s \(url) PWD SYST FEAT",
      ] {
        let script = "{ \(line) 2>&3 | head -c 1 >/dev/null; echo \"${PIPESTATUS[0]}\"; } 3>&1"
        let outcome = try await bash.run(["-c", script])
        #expect(
          outcome.output.hasSuffix("0\n") && !outcome.output.contains("ftpraw send:"),
          "\(line)\n\(outcome.output)")
      }
    }
  }
}
