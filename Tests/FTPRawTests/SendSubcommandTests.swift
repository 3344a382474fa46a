import FTPMockServer
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("send shows one conversation, and ends with the documented status", .queueing)
struct SendSubcommandTests {
  private func send(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.ftpraw().run(
      ["send"] + arguments, input: Array(input.utf8), environment: environment)
  }

  /// Expects one printable line with this beginning.
  private func expectOneLine(_ outcome: ProcessRunner.Outcome, _ beginning: String, status: Int32) {
    #expect(outcome.error.hasPrefix(beginning), "\(outcome.error)")
    #expect(
      outcome.error.hasSuffix("\n") && outcome.error.dropLast().allSatisfy { $0 != "\n" }, "\(outcome.error)")
    #expect((outcome.output + outcome.error).utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
    #expect(outcome.status == status)
  }

  @Test func withoutAServerTheEmbeddedOneAnswers() async throws {
    let outcome = try await send(["SYST"])
    #expect(outcome.output == "S> 220 ftpraw mock server ready.\nC> SYST\nS> 215 UNIX Type: L8\n")
    expectOneLine(
      outcome, "ftpraw: no server named; using an embedded one at ftp://127.0.0.1:", status: 0)
  }

  private static let hopeless: [([String], String, Int32)] = [
    (
      ["-s", "ftp://127.0.0.1:1", "SYST"], "ftpraw send: cannot connect to 127.0.0.1:1: Connection refused", 3
    ),
    (["-s", "ftp://nosuch.invalid", "SYST"], "ftpraw send: cannot resolve nosuch.invalid: ", 3),
    (
      ["-s", "http://x", "SYST"],
      "ftpraw send: option '-s': only ftp://, ftps:// and ftpes:// URLs are supported.", 64
    ),
    (["STOR x"], "ftpraw send: an upload needs --input FILE, the data to send.", 64),
    (["-", "--input", "-"], "ftpraw send: standard input cannot be both the commands and the data.", 64),
    ([], "ftpraw send: COMMAND is missing.", 64),
    (["-s", "ftp://ftpraw@127.0.0.1:1", "SYST"], "ftpraw send: no password for ftpraw: put it in", 64),
  ]

  @Test(arguments: hopeless)
  func whatCannotWorkIsOneLine(arguments: [String], beginning: String, status: Int32) async throws {
    expectOneLine(try await send(arguments), beginning, status: status)
  }

  /// A server that fails, the options of `send`, and the beginning of its error message.
  struct BadServer: Sendable {
    let options: [String]
    let beginning: String
    let play: ScriptedServer.Play

    init(options: [String] = [], _ beginning: String, _ play: @escaping ScriptedServer.Play) {
      self.options = options
      self.beginning = beginning
      self.play = play
    }
  }

  private static let badServers = [
    BadServer(options: ["--timeout", "1s"], "ftpraw send: no greeting within 1 s") { try $0.keepSilent() },
    BadServer("ftpraw send: malformed reply from the server: line 1") { session in
      try session.say([UInt8](repeating: 0x78, count: 1 << 20))
      try session.keepSilent()
    },
    BadServer(
      "ftpraw send: the server closed the control connection before its greeting; received so far"
    ) { try $0.say("22") },
    BadServer("ftpraw send: the server closed the control connection before its greeting") { _ in },
    BadServer("ftpraw send: the server closed the control connection before its reply to SYST") { session in
      try session.say("220 a\r\n")
      try session.hear("SYST")
      try session.say("21")
    },
    BadServer(
      options: ["--timeout", "3s"],
      "ftpraw send: no greeting within 3 s; received so far: 1 line that begins with no reply code"
    ) { session in
      try session.say("SSH-2.0-x\r\n")
      try session.keepSilent()
    },
    BadServer("ftpraw send: ") { session in
      try session.say("220 a\r\n")
      try session.hear("SYST")
      session.reset()
    },
  ]

  @Test(arguments: badServers)
  func aServerThatFailsIsOneLine(_ bad: BadServer) async throws {
    let server = try ScriptedServer.start(bad.play)
    defer { server.stop() }
    expectOneLine(try await send(bad.options + ["-s", server.url, "SYST"]), bad.beginning, status: 3)
  }

  @Test func noByteOfAServerReachesTheTerminalRaw() async throws {
    let server = try ScriptedServer.start { session in
      try session.say("220 \u{1B}[2J\u{7}\u{9B}31m\r\n")
      try session.answer("SYST", "215 \u{1B}]0;owned\u{7}")
    }
    defer { server.stop() }
    let outcome = try await send(["--color", "always", "-v", "-s", server.url, "SYST"])
    #expect(outcome.output.contains(#"220 \x1b[2J\x07\xc2\x9b31m"#))
    let escapes = outcome.output.components(separatedBy: "\u{1B}[").dropFirst()
    #expect(escapes.allSatisfy { $0.prefix(6).contains("m") }, "only our own colours")
  }

  private static let statuses: [([String], Int32)] = [
    (["PWD"], 0), (["CWD missing"], 1), (["CWD missing", "PWD"], 1),
    (["--keep-going", "CWD missing", "PWD"], 1),
    (["--expect", "550", "CWD missing"], 0), (["--expect", "2yz", "CWD missing"], 1),
    (["--expect", "257", "PWD"], 0),
    (["--expect", "250", "PWD"], 1), (["--strict", "PWD"], 0),
  ]

  @Test(arguments: statuses)
  func theStatusSaysHowItWent(arguments: [String], status: Int32) async throws {
    try await withMockServer { server in
      let url = "ftp://ftpraw:secret@127.0.0.1:\(server.port)"
      let outcome = try await send(["-s", url] + arguments)
      #expect(outcome.status == status, "\(outcome.output)\(outcome.error)")
    }
  }

  @Test func strictMindsWhatTheServerBreaks() async throws {
    let server = try ScriptedServer.start { session in
      try session.say("220 bare line feed\n")
      try session.answer("SYST", "215 UNIX")
    }
    defer { server.stop() }
    #expect(try await send(["-s", server.url, "SYST"]).status == 0)
    expectOneLine(
      try await send(["--strict", "-s", server.url, "SYST"]),
      "ftpraw send: the server broke the protocol once", status: 2)
  }

  @Test func passwordsComeFromAFileOrTheEnvironmentAndAreNeverShown() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "ftpraw-password-\(UUID().uuidString)")
    try Data("secret\nanother line\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await withMockServer { server in
      let url = "ftp://ftpraw@127.0.0.1:\(server.port)"
      for outcome in [
        try await send(["-s", url, "--password-file", file.path, "PWD"]),
        try await send(["-s", url, "PWD"], environment: ["FTPRAW_PASSWORD": "secret"]),
        try await send(["PWD"], environment: ["FTPRAW_SERVER": url, "FTPRAW_PASSWORD": "secret"]),
        try await send(["--json", "-s", "ftp://ftpraw:secret@127.0.0.1:\(server.port)", "PWD"]),
      ] {
        #expect(outcome.status == 0)
        #expect(!(outcome.output + outcome.error).contains("secret"))
      }
    }
  }

  @Test func filesGoBothWaysAsTheyAre() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ftpraw-send-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let up = folder.appending(path: "up").path, down = folder.appending(path: "down").path
    let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    try bytes.write(to: URL(filePath: up))
    try await withMockServer { server in
      let url = "ftp://ftpraw:secret@127.0.0.1:\(server.port)"
      for (store, fetch) in [("EPSV", "PORT {data}"), ("EPRT {data}", "PASV"), ("LPSV", "LPRT {data}")] {
        #expect(try await send(["-s", url, "TYPE I", store, "STOR x", "--input", up]).status == 0)
        #expect(try await send(["-s", url, "TYPE I", fetch, "RETR x", "-o", down]).status == 0)
        #expect(try Data(contentsOf: URL(filePath: down)) == bytes)
      }
      let raw = try await send(["-s", url, "TYPE I", "EPSV", "RETR x", "-o", "-"])
      #expect(raw.outputBytes == Array(bytes))
      #expect(raw.error.contains("S> 226"))
    }
  }

  @Test func localFilesThatFailAreStatus74() async throws {
    try await withMockServer { server in
      let url = "ftp://ftpraw:secret@127.0.0.1:\(server.port)"
      expectOneLine(
        try await send(["-s", url, "PASV", "STOR x", "--input", "/nowhere"]),
        "ftpraw send: cannot open /nowhere: No such file or directory", status: 74)
      expectOneLine(
        try await send(["-s", url, "PASV", "RETR notes.txt", "-o", "/dev/null/x"]),
        "ftpraw send: cannot create /dev/null/x: Not a directory", status: 74)
    }
  }

  @Test func everyLineOfJSONLoads() async throws {
    try await withMockServer { server in
      let url = "ftp://ftpraw:secret@127.0.0.1:\(server.port)"
      let outcome = try await send(["--json", "-s", url, "EPSV", "RETR notes.txt", "RNTO x"])
      let lines = outcome.output.split(separator: "\n")
      let events = try lines.map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["event"]
          as? String
      }
      for name in [
        "control-open", "command", "reply", "state", "data-open", "data", "data-close", "verdict",
        "control-close",
      ] {
        #expect(events.contains(name), "\(name)")
      }
    }
  }

  @Test func commandsComeFromStandardInput() async throws {
    try await withMockServer { server in
      let url = "ftp://ftpraw:secret@127.0.0.1:\(server.port)"
      let outcome = try await send(["-s", url, "PWD", "-", "NOOP"], input: "SYST\r\n\nFEAT\n")
      #expect(outcome.status == 0)
      #expect(server.receivedCommands.map(\.verb) == ["USER", "PASS", "PWD", "SYST", "FEAT", "NOOP"])
    }
  }
}
