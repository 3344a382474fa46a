import FTPClient
import FTPMockServer
import FTPProtocol
import FTPTransport
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("serve prints its URL, serves, and ends in order with the documented status", .queueing)
struct ServeSubcommandTests {
  private func connect(_ server: ServeProcess) async throws -> RawFTPClient {
    var configuration = RawFTPClient.Configuration()
    configuration.timeouts = Timeouts(each: .patience)
    return try await RawFTPClient.connect(to: "127.0.0.1", port: server.port, configuration: configuration)
  }

  private func expectSilence(_ outcome: ProcessRunner.Outcome, _ place: SourceLocation = #_sourceLocation) {
    #expect(outcome.error == "", sourceLocation: place)
    #expect(outcome.status == 0, sourceLocation: place)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func servesUntilASignal(signal: Int32) async throws {
    let outcome = try await ServeProcess.run(["--port", "0"], signal: nil) { server in
      #expect(server.url == "ftp://127.0.0.1:\(server.port)")
      let ftp = try await connect(server)
      try await ftp.login("ftpraw", password: "secret")
      let download = try await ftp.passive(.epsv, "RETR pub/hello.txt")
      #expect(try await download.readToEnd() == Array("hello\r\n".utf8))
      #expect(try await download.finish().code == 226)
      server.signal(signal)
      #expect(try await ftp.nextReply().code == 421)
    }
    expectSilence(outcome)
    #expect(outcome.output.split(separator: "\n").count == 1)
  }

  @Test func aSignalEndsTransfersThatAreInProgress() async throws {
    let outcome = try await ServeProcess.run(["--port", "0", "--idle-timeout", "600s"]) { server in
      var clients: [(RawFTPClient, DataTransfer)] = []
      for _ in 0..<8 {
        let ftp = try await connect(server)
        try await ftp.login("anonymous", password: "x@")
        try await ftp.send("TYPE I")
        clients.append((ftp, try await ftp.passive(.epsv, "RETR pub/64MiB.bin")))
      }
      server.signal()
      for (ftp, _) in clients { #expect(try await ftp.nextReply().code == 421) }
    }
    expectSilence(outcome)
  }

  @Test func endsAfterTheOnlySession() async throws {
    let outcome = try await ServeProcess.run(["--port", "0", "--once"], signal: nil) { server in
      let ftp = try await connect(server)
      let second = try await connect(server)
      #expect(await second.greeting?.code == 421)
      #expect(try await ftp.send("QUIT").code == 221)
    }
    expectSilence(outcome)
  }

  @Test func logsInVectorNotation() async throws {
    let outcome = try await ServeProcess.run(["--port", "0", "--log", "-"]) { server in
      for _ in 1...2 {
        let ftp = try await connect(server)
        try await ftp.login("ftpraw", password: "secret")
        let download = try await ftp.passive(.epsv, "RETR pub/hello.txt")
        _ = try await download.readToEnd()
        try await download.finish()
        try await ftp.send("QUIT")
        ftp.close()
      }
    }
    expectSilence(outcome)
    let lines = outcome.output.split(separator: "\n").dropFirst()
    for session in 1...2 {
      let log = lines.filter { $0.hasPrefix("[\(session)] ") }.map { String($0.dropFirst(4)) }
      #expect(log.first?.hasPrefix("-- open control to 127.0.0.1:") == true)
      #expect(log.contains("C> PASS ****"))
      #expect(log.contains("D> hello\\r\\n"))
      #expect(log.suffix(3).prefix(2) == ["C> QUIT", "S> 221 Goodbye."])
      #expect(log.last?.hasPrefix("-- close control") == true)
    }
    #expect(!outcome.output.contains("secret"))
  }

  @Test func logsToAFileAsJSON() async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "log.jsonl")
      for _ in 1...2 {
        let outcome = try await ServeProcess.run(
          ["--port", "0", "--log", file.path, "--json", "--once"], signal: nil
        ) { server in
          let ftp = try await connect(server)
          try await ftp.send("QUIT")
        }
        expectSilence(outcome)
        #expect(outcome.output.split(separator: "\n").count == 1)
      }
      let objects = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
      #expect(objects.allSatisfy { $0["session"] as? Int == 1 })
      #expect(
        objects.filter { $0["event"] as? String == "reply" }.map { $0["code"] as? Int } == [
          220, 221, 220, 221,
        ])
    }
  }

  @Test func servesAFolder() async throws {
    try await withScratchFolder { folder in
      try Data("kept\n".utf8).write(to: folder.appending(path: "old.txt"))
      let outcome = try await ServeProcess.run(
        ["--port", "0", "--root", folder.path, "--user", "me:a b:/", "--anonymous"]
      ) { server in
        let ftp = try await connect(server)
        try await ftp.login("me", password: "a b")
        try await ftp.send("TYPE I")
        let upload = try await ftp.passive(.epsv, "STOR new.txt")
        try await upload.write(Array("new\n".utf8))
        #expect(try await upload.finish().code == 226)
        let guest = try await connect(server)
        try await guest.login("anonymous", password: "x@")
        #expect(try await guest.send("DELE old.txt").code == 550)
      }
      expectSilence(outcome)
      #expect(try String(contentsOf: folder.appending(path: "new.txt"), encoding: .utf8) == "new\n")
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: "old.txt").path))
    }
  }

  @Test func letsNobodyWriteToWhatIsReadOnly() async throws {
    try await withScratchFolder { folder in
      for options in [[], ["--root", folder.path]] {
        let outcome = try await ServeProcess.run(
          ["--port", "0", "--read-only", "--user", "me:secret"] + options
        ) { server in
          let ftp = try await connect(server)
          try await ftp.login("me", password: "secret")
          #expect(try await ftp.send("MKD there").code == 550)
        }
        expectSilence(outcome)
      }
    }
  }

  @Test func servesATreeFile() async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "tree.txt")
      try Data("a/b.txt text=\"one\\n\" time=20010203040506\nbig size=3G\n".utf8).write(to: file)
      let outcome = try await ServeProcess.run(["--port", "0", "--tree", file.path]) { server in
        let ftp = try await connect(server)
        try await ftp.login("anonymous", password: "x@")
        try await ftp.send("TYPE I")
        #expect(try await ftp.send("MDTM a/b.txt").text == "20010203040506")
        #expect(try await ftp.send("SIZE big").text == "3221225472")
      }
      expectSilence(outcome)
    }
  }

  @Test func listsInTheDialectAskedFor() async throws {
    let outcome = try await ServeProcess.run(["--port", "0", "--dialect", "dos"]) { server in
      let ftp = try await connect(server)
      try await ftp.login("anonymous", password: "x@")
      #expect(try await ftp.send("SYST").text == ListingDialect.dos.system)
      let download = try await ftp.passive(.epsv, "LIST pub/deep")
      let listing = String(decoding: try await download.readToEnd(), as: UTF8.self)
      #expect(listing == "05-17-24  09:30AM       <DIR>          er\r\n")
      #expect(try await download.finish().code == 226)
    }
    expectSilence(outcome)
  }

  @Test func knowsNoneOfTheCommandsThatWereTakenAway() async throws {
    let outcome = try await ServeProcess.run(["--port", "0", "--without", "mlsd", "--without", "EPSV"]) {
      server in
      let ftp = try await connect(server)
      try await ftp.login("anonymous", password: "x@")
      #expect(try await ftp.send("MLSD").code == 502)
      #expect(try await ftp.send("EPSV").code == 502)
      let features = try await ftp.send("FEAT").text
      #expect(!features.contains("EPSV") && features.contains("MLST"))
    }
    expectSilence(outcome)
  }

  @Test func knowsTheUsersThatWereNamed() async throws {
    let outcome = try await ServeProcess.run(["--port", "0", "--user", "a:b:c:/pub", "--user", "x:"]) {
      server in
      for (name, password, code) in [
        ("a", "b:c", 530), ("a", "b", 230), ("x", "", 230), ("anonymous", "x@", 530),
        ("ftpraw", "secret", 530),
      ] {
        let ftp = try await connect(server)
        try await ftp.send("USER \(name)")
        #expect(try await ftp.send("PASS \(password)").code == ReplyCode(rawValue: UInt16(code)), "\(name)")
      }
    }
    expectSilence(outcome)
  }

  @Test func announcesThePortsAndTheAddressAskedFor() async throws {
    let outcome = try await ServeProcess.run(
      ["--port", "0", "--passive-ports", "47000-47099", "--passive-address", "192.0.2.7"]
    ) { server in
      let ftp = try await connect(server)
      try await ftp.login("anonymous", password: "x@")
      let text = try await ftp.send("PASV").text
      #expect(text.contains("(192,0,2,7,183,"))
      let download = try await ftp.passive(.epsv, "NLST")
      _ = try await download.readToEnd()
      #expect(try await download.finish().code == 226)
    }
    expectSilence(outcome)
  }

  @Test func limitsSessions() async throws {
    let outcome = try await ServeProcess.run(["--port", "0", "--max-sessions", "1"]) { server in
      let first = try await connect(server)
      let second = try await connect(server)
      #expect(await second.greeting?.code == 421)
      #expect(try await first.send("NOOP").code == 200)
    }
    expectSilence(outcome)
  }

  @Test func limitsIdleTime() async throws {
    let outcome = try await ServeProcess.run(["--port", "0", "--idle-timeout", "100ms"]) { server in
      let ftp = try await connect(server)
      #expect(try await ftp.nextReply().code == 421)
    }
    expectSilence(outcome)
  }

  @Test func warnsOfAnAddressThatStrangersReach() async throws {
    let outcome = try await ServeProcess.run(["--port", "0", "--listen", "0.0.0.0"]) { server in
      let ftp = try await connect(server)
      try await ftp.send("USER ftpraw")
      #expect(try await ftp.send("PASS secret").code == 530)
    }
    #expect(outcome.error.hasPrefix("ftpraw serve: anyone who can reach 0.0.0.0:"))
    #expect(outcome.error.split(separator: "\n").count == 1)
    #expect(outcome.status == 0)
  }

  @Test(
    .enabled(if: (try? TCPListener(on: .anyIPv6(port: 0))) != nil, "there is no IPv6 here"),
    arguments: [([], true), (["--ipv6-only"], false)])
  func everyAddressIsThatOfIPv4Too(options: [String], isServed: Bool) async throws {
    let outcome = try await ServeProcess.run(["--port", "0", "--listen", "::"] + options) { server in
      // If we do not listen on IPv4, another program may have the same port there.
      if isServed {
        let ftp = try await RawFTPClient.connect(to: "127.0.0.1", port: server.port)
        try await ftp.login("anonymous", password: "x")
        let download = try await ftp.passive(.pasv, "RETR pub/hello.txt")
        #expect(try await download.readToEnd() == Array("hello\r\n".utf8))
      }
      let other = try await RawFTPClient.connect(to: "::1", port: server.port)
      try await other.login("anonymous", password: "x")
      #expect(try await other.passive(.epsv, "RETR pub/hello.txt").readToEnd() == Array("hello\r\n".utf8))
    }
    #expect(outcome.status == 0)
  }

  @Test(arguments: [([], "a\r\nb\r\n", 6), (["--line-ends", "literal"], "a\r\r\nb\r\n", 7)])
  func lineEndsOfAFolderAreNotDoubled(options: [String], text: String, size: Int) async throws {
    try await withScratchFolder { folder in
      try Data("a\r\nb\n".utf8).write(to: folder.appending(path: "mixed.txt"))
      let outcome = try await ServeProcess.run(["--port", "0", "--root", folder.path] + options) { server in
        let ftp = try await connect(server)
        try await ftp.login("anonymous", password: "x")
        let download = try await ftp.passive(.epsv, "RETR mixed.txt")
        #expect(try await download.readToEnd() == Array(text.utf8))
        try await download.finish().expect(226)
        #expect(try await ftp.send("SIZE mixed.txt").text == "\(size)")
        #expect(try await ftp.send("REST 3").code == 350)
        let rest = try await ftp.passive(.epsv, "RETR mixed.txt")
        #expect(try await rest.readToEnd() == Array(text.utf8.dropFirst(3)))
      }
      #expect(outcome.status == 0)
    }
  }

  @Test func aDeepPathOfATreeCanBeEntered() async throws {
    try await withScratchFolder { folder in
      let path = (1...200).map { "d\($0)" }.joined(separator: "/")
      try Data("\(path)/file text=\"deep\"\n".utf8).write(to: folder.appending(path: "tree.txt"))
      let tree = folder.appending(path: "tree.txt").path
      let outcome = try await ServeProcess.run(["--port", "0", "--tree", tree]) { server in
        let ftp = try await connect(server)
        try await ftp.login("anonymous", password: "x")
        #expect(try await ftp.send("CWD \(path)").code == 250)
        #expect(try await ftp.send("SIZE file").text == "4")
      }
      #expect(outcome.status == 0, "\(outcome.error)")
    }
  }

  @Test(
    .enabled(if: ProcessRunner.tool("curl") != nil), arguments: [["--epsv"], ["--ftp-port", "-"]],
    [true, false])
  func curlGetsOnWithIt(connection: [String], inFolder: Bool) async throws {
    let curl = try #require(ProcessRunner.tool("curl"))
    try await withScratchFolder { folder in
      let local = folder.appending(path: "local.bin")
      let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      try Data(content).write(to: local)
      let root = folder.appending(path: "root")
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      let options = ["--port", "0", "--user", "me:secret"] + (inFolder ? ["--root", root.path] : [])
      let outcome = try await ServeProcess.run(options) { server in
        func run(_ words: [String]) async throws -> [UInt8] {
          let outcome = try await curl.run(
            ["-sS", "--max-time", "30", "-u", "me:secret"] + connection + words)
          #expect(outcome.status == 0, "\(words): \(outcome.error)")
          return outcome.outputBytes
        }
        _ = try await run(["-T", local.path, "\(server.url)/up.bin"])
        #expect(try await run(["\(server.url)/up.bin"]) == content)
        #expect(try await run(["-C", "299990", "\(server.url)/up.bin"]) == Array(content.suffix(10)))
        _ = try await run(["-Q", "RNFR up.bin", "-Q", "RNTO down.bin", "-l", "\(server.url)/"])
        let names = String(decoding: try await run(["-l", "\(server.url)/"]), as: UTF8.self)
        #expect(names.split(whereSeparator: \.isNewline).contains("down.bin"))
        let after = String(
          decoding: try await run(["-Q", "-DELE down.bin", "-l", "\(server.url)/"]), as: UTF8.self)
        #expect(after.contains("down.bin"))
        let last = String(decoding: try await run(["-l", "\(server.url)/"]), as: UTF8.self)
        #expect(!last.contains("down.bin"))
      }
      expectSilence(outcome)
    }
  }
}
