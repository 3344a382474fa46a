import FTPClient
import FTPMockServer
import FTPProtocol
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("record relays a conversation, writes it down, and ends in order", .queueing)
struct RecordSubcommandTests {
  private func record(
    _ arguments: [String], signal: Int32? = SIGTERM,
    _ body: @Sendable (ServeProcess) async throws -> Void = { _ in }
  ) async throws -> ProcessRunner.Outcome {
    try await ServeProcess.run(arguments, of: "record", signal: signal, body)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func writesAFileForEachSession(signal: Int32) async throws {
    let server = try MockServer.start()
    defer { server.stop() }
    try await withScratchFolder { folder in
      let output = folder.appending(path: "recorded").path + "/"
      let outcome = try await record(
        ["--upstream", server.url, "--listen", "0", "-o", output, "--max-data", "5"], signal: signal
      ) { recorder in
        let first = try await RawFTPClient.connect(to: "127.0.0.1", port: recorder.port)
        try await first.send("USER ftpraw").expect(331)
        try await first.send("PASS very-secret").expect(530)
        let second = try await RawFTPClient.connect(to: "127.0.0.1", port: recorder.port)
        try await second.login("ftpraw", password: "secret")
        let download = try await second.passive(.epsv, "RETR notes.txt")
        #expect(try await download.readToEnd().count == 36)
        try await download.finish().expect(226)
        try await second.send("QUIT").expect(221)
        second.close()
      }
      #expect(outcome.status == 0 && outcome.error == "", "\(outcome.error)")
      let files = URL(filePath: output)
      #expect(files.names == ["0001.ftpv", "0002.ftpv"])
      let texts = files.names.map { files.appending(path: $0).text }
      #expect(
        texts.allSatisfy { $0.contains("C> PASS ") && !$0.contains("-secret") && !$0.contains("PASS secret") }
      )
      #expect(texts.contains { $0.contains("D> line \n") || $0.contains("D> line\\x20\n") })
      #expect(texts.contains { $0.contains("S> 530 ") })
    }
  }

  @Test func aFileTakesOneSession() async throws {
    let server = try MockServer.start()
    defer { server.stop() }
    try await withScratchFolder { folder in
      let file = folder.appending(path: "one.ftpv")
      let outcome = try await record(
        ["--upstream", server.url, "--listen", "127.0.0.1:0", "-o", file.path], signal: nil
      ) { recorder in
        let client = try await RawFTPClient.connect(to: "127.0.0.1", port: recorder.port)
        try await client.send("SYST")
        client.close()
      }
      #expect(outcome.status == 0 && outcome.error == "", "\(outcome.error)")
      #expect(file.text.contains("S> 215 UNIX Type: L8\n"))
    }
  }

  @Test func aServerThatIsMissingIsReported() async throws {
    try await withScratchFolder { folder in
      let outcome = try await record(["--upstream", "127.0.0.1:1", "-o", folder.path + "/"]) { recorder in
        await #expect(throws: (any Error).self) {
          try await RawFTPClient.connect(to: "127.0.0.1", port: recorder.port)
        }
      }
      #expect(
        outcome.error == "ftpraw record: session 1: cannot connect to 127.0.0.1:1: Connection refused\n")
      #expect(outcome.status == 0 && folder.names.isEmpty)
      let single = try await record(
        ["--upstream", "127.0.0.1:1", "-o", folder.path + "/one.ftpv"], signal: nil
      ) { recorder in
        await #expect(throws: (any Error).self) {
          try await RawFTPClient.connect(to: "127.0.0.1", port: recorder.port)
        }
      }
      #expect(single.error == outcome.error && single.status == 3)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDiskIsReported() async throws {
    let server = try MockServer.start()
    defer { server.stop() }
    let outcome = try await record(["--upstream", server.url, "-o", "/dev/full"], signal: nil) { recorder in
      let client = try await RawFTPClient.connect(to: "127.0.0.1", port: recorder.port)
      try await client.send("SYST").expect(215)
      client.close()
    }
    #expect(
      outcome.error == "ftpraw record: session 1: cannot write /dev/full: No space left on device\n")
    #expect(outcome.status == 74)
    let sent = try await ProcessRunner.ftpraw().run(["send", "SYST", "--record", "/dev/full"])
    #expect(sent.error.hasSuffix("\nftpraw send: cannot write /dev/full: No space left on device\n"))
    #expect(sent.status == 74)
  }

  @Test func aPortThatIsTakenIsReported() async throws {
    let server = try MockServer.start()
    defer { server.stop() }
    try await withScratchFolder { folder in
      let outcome = try await record(
        ["--upstream", server.url, "--listen", "\(server.port)", "-o", folder.path], signal: nil)
      #expect(
        outcome.error.hasPrefix("ftpraw record: cannot listen on 127.0.0.1:\(server.port): ")
          || outcome.error.hasPrefix("ftpraw record: cannot bind 127.0.0.1:\(server.port): "),
        "\(outcome.error)")
      #expect(outcome.status == 3 && outcome.error.split(separator: "\n").count == 1)
    }
  }

  private static let hopeless: [([String], String, Int32)] = [
    (["-o", "x"], "ftpraw record: --upstream URL is missing; it names the server.", 64),
    (
      ["--upstream", "localhost"],
      "ftpraw record: --output FILE or DIR is missing; it says where to write the recording.", 64
    ),
    (
      ["--upstream", "ftp://me:pw@localhost", "-o", "x"],
      "ftpraw record: option '--upstream': remove the user; the client logs in by itself.", 64
    ),
    (
      ["--upstream", "localhost", "-o", "x", "--ca", "x"],
      "ftpraw record: --ca needs ftpes:// or ftps://, and does not go with --opaque.", 64
    ),
    (
      ["--upstream", "ftps://localhost", "-o", "x", "--opaque", "--insecure"],
      "ftpraw record: --insecure needs ftpes:// or ftps://, ", 64
    ),
    (
      ["--upstream", "ftpes://localhost", "-o", "x", "--key", "x"], "ftpraw record: --key needs --cert.", 64
    ),
    (
      ["--upstream", "ftpes://localhost", "-o", "/dev/null", "--cert", "/no/such"],
      "ftpraw record: cannot read the certificate in '/no/such'", 74
    ),
    (
      ["--upstream", "localhost", "-o", "x", "--listen", "x"],
      "ftpraw record: option '--listen': 'x' is neither PORT nor ADDRESS:PORT.", 64
    ),
    (
      ["--upstream", "localhost", "-o", "x", "--listen", "65536"],
      "ftpraw record: option '--listen': '65536' is neither PORT nor ADDRESS:PORT.", 64
    ),
    (
      ["--upstream", "localhost", "-o", "/dev/null", "--listen", "192.0.2.1:0"],
      "ftpraw record: cannot bind 192.0.2.1:0: ", 3
    ),
    (["--upstream", "localhost", "-o", "/dev/null/x"], "ftpraw record: cannot create /dev/null/x: ", 74),
    (
      ["--upstream", "no-such-host.invalid", "-o", "/dev/null"],
      "ftpraw record: cannot resolve no-such-host.invalid", 3
    ),
    (
      ["--upstream", "localhost", "-o", "/dev/null/folder/"],
      "ftpraw record: cannot open /dev/null/folder/: ",
      74
    ),
  ]

  @Test(arguments: hopeless)
  func explainsInOneLineWhatIsInTheWay(arguments: [String], line: String, status: Int32) async throws {
    let outcome = try await record(arguments, signal: nil)
    #expect(outcome.error.hasPrefix(line), "\(outcome.error)")
    #expect(outcome.error.split(separator: "\n").count == 1 && outcome.output == "")
    #expect(outcome.status == status)
  }

  @Test func sendWritesItsOwnConversation() async throws {
    let server = try MockServer.start()
    defer { server.stop() }
    try await withScratchFolder { folder in
      let file = folder.appending(path: "own.ftpv")
      let runner = try ProcessRunner.ftpraw()
      let outcome = try await runner.run(
        ["send", "-s", "ftp://ftpraw:secret@127.0.0.1:\(server.port)", "EPSV", "RETR notes.txt", "-o"]
          + [folder.appending(path: "data").path, "--record", file.path])
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(file.text.contains("D> line one\\r\\n\n") && !file.text.contains("PASS secret"))
      let failed = try await runner.run(
        ["send", "-s", server.url, "CWD nowhere", "--record", folder.path + "/"])
      #expect(failed.status == 1)
      let text = folder.appending(path: "0001.ftpv").text
      #expect(
        text.contains("S> 530 ") && text.hasPrefix("id:   0001\nfrom: recorded by ftpraw send; server: "))
      let refused = try await runner.run(["send", "-s", server.url, "SYST", "--record", "/dev/null/x"])
      #expect(refused.error.hasPrefix("ftpraw send: cannot create /dev/null/x: ") && refused.output == "")
      #expect(refused.status == 74)
    }
  }
}
