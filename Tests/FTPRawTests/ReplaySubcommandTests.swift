import FTPMockServer
import Foundation
import TestSupport
import Testing

@testable import ftpraw

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("replay reports where a conversation differs from its vector, and how to repeat it", .queueing)
struct ReplaySubcommandTests {
  static let good = "id:   good\nS> 220 Ready.\n=> 220 greeting success\n"
  static let bad = "id:   bad\nS> 220 Ready.\n=> 221 greeting success\n"
  static let malformed = "id:   malformed\nS> 220 Ready.\n=> two twenty\n"

  private func run(_ words: [String], _ console: RecordingConsole) async -> ExitStatus {
    await Program(table: .ftpraw, console: console).run((["replay"] + words).map { Argument($0) })
  }

  /// Runs `body` with a folder of vectors: `good`, `sub/bad`, `sub/malformed`, and a file that is not a vector.
  private func withVectors(_ body: (URL) async throws -> Void) async throws {
    try await withScratchFolder { folder in
      let sub = folder.appending(path: "sub")
      try FileManager.default.createDirectory(at: sub, withIntermediateDirectories: true)
      try Data(Self.good.utf8).write(to: folder.appending(path: "good.ftpv"))
      try Data(Self.bad.utf8).write(to: sub.appending(path: "bad.ftpv"))
      try Data(Self.malformed.utf8).write(to: sub.appending(path: "malformed.ftpv"))
      try Data("no vector".utf8).write(to: sub.appending(path: "README.md"))
      try Data("no vector".utf8).write(to: folder.appending(path: ".hidden.ftpv"))
      try await body(folder)
    }
  }

  @Test func countsWhatWasReplayed() async throws {
    try await withVectors { folder in
      let console = RecordingConsole()
      #expect(await run([folder.appending(path: "good.ftpv").path], console) == .fine)
      let lines = console.output.split(separator: "\n").map(String.init)
      #expect(lines.count == 4)
      #expect(lines[0].hasPrefix("without sockets     1 vector "))
      #expect(lines[1].hasPrefix("to the client       1 vector "))
      #expect(lines[2].hasPrefix("to the mock server  1 vector "))
      #expect(lines[3] == "no differences")
      #expect(console.error == "")
    }
  }

  /// A script, a fault that it shows, and what the report then says.
  static let scripts: [(name: String, text: String, fault: String, words: String)] = [
    (
      "found.ftpv", "# found\n@@ logged in\nC> NOOP\n", "code-answer=NOOP:350",
      "  expected that replies, state diagram and the order of both channels follow the rules"
    ),
    (
      "found.walk", "# found\nTYPE I; STOR a < lines\nRETR a; RETR a\n", "parameter-reset=RETR",
      "  expected 14 bytes: one\\ntwo\\nthree\\n from RETR a, in image type after STOR a"
    ),
  ]

  @Test(arguments: scripts.indices)
  func playsAScriptToALiveServer(_ index: Int) async throws {
    let (name, text, fault, words) = Self.scripts[index]
    try await withScratchFolder { folder in
      try Data(text.utf8).write(to: folder.appending(path: name))
      for faults in [[try Fault(fault)], []] {
        var configuration = MockServer.Configuration()
        configuration.faults = faults
        try await withMockServer(configuration) { server in
          let console = RecordingConsole()
          let url = "ftp://ftpraw:secret@127.0.0.1:\(server.port)"
          let status = await run(["--against", url, folder.path], console)
          #expect(status == (faults.isEmpty ? .fine : .negative), "\(console.error)")
          #expect(console.output.contains(words) != faults.isEmpty, "\(console.output)")
        }
      }
      let console = RecordingConsole()
      #expect(await run([folder.path], console) == .fine)
      #expect(console.output.contains("to the mock server  0 vectors  0 checks    1 more excused"))
    }
  }

  @Test func aVectorThatBeginsWithAStateIsNoScript() async throws {
    let text = "@@ awaiting greeting\nS> 220 Hi.\n=> 220 greeting success\nC> QUIT\nS> 221 Bye.\n"
    try await withScratchFolder { folder in
      try Data(text.utf8).write(to: folder.appending(path: "early.ftpv"))
      let console = RecordingConsole()
      #expect(await run([folder.path], console) == .fine)
      #expect(console.output.hasPrefix("without sockets     1 vector "), "\(console.output)")
    }
  }

  @Test func aSequenceIsSentToAnotherMachineOnlyIfItIsOnesOwn() async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "found.ftpv")
      try Data(Self.scripts[0].text.utf8).write(to: file)
      let console = RecordingConsole()
      #expect(await run(["--against", "ftp://a:b@192.0.2.1", file.path], console) == .usage)
      #expect(console.error.contains("192.0.2.1 is another machine"), "\(console.error)")
    }
  }

  @Test func showsWhatDiffersAndTheLinesAround() async throws {
    try await withVectors { folder in
      let console = RecordingConsole()
      #expect(await run([folder.path], console) == .negative)
      let bad = folder.appending(path: "sub/bad.ftpv").path
      #expect(
        console.output.contains(
          """
          \(bad):3: to the client, segments as written
            expected 221 greeting success
            found    220 greeting success
              2  S> 220 Ready.
            > 3  => 221 greeting success
            again: ftpraw replay --against client \(bad)

          """), "\(console.output)")
      #expect(console.output.contains("  again: ftpraw replay \(bad)\n"))
      let malformed = folder.appending(path: "sub/malformed.ftpv").path
      #expect(console.output.contains("\(malformed):3:4: error: "), "\(console.output)")
      #expect(console.output.hasSuffix("\n2 differences in 1 vector; 1 file cannot be read\n"))
    }
  }

  @Test(arguments: [
    ("good", 1), ("goo?", 1), ("sub/*", 2), ("*", 3), ("bad", 1), ("*ood", 1), ("sub/bad", 1),
  ])
  func filters(glob: String, count: Int) async throws {
    try await withVectors { folder in
      let console = RecordingConsole()
      _ = await run([folder.path, "--json", "--filter", glob, "--against", "client"], console)
      let object = try JSONSerialization.jsonObject(with: Data(console.output.utf8)) as? [String: Any]
      let results = (object?["results"] as? [Any])?.count ?? 0
      let malformed = (object?["malformed"] as? [Any])?.count ?? 0
      #expect(results + malformed == count)
    }
  }

  @Test func jsonHasAllOfIt() async throws {
    try await withVectors { folder in
      let console = RecordingConsole()
      #expect(await run([folder.path, "--json", "--jobs", "3"], console) == .negative)
      let read = try JSONSerialization.jsonObject(with: Data(console.output.utf8))
      let object = try #require(read as? [String: Any])
      #expect(object["passed"] as? Bool == false)
      let totals = try #require(object["totals"] as? [[String: Any]])
      #expect(totals.map { $0["target"] as? String } == ["none", "client", "mock"])
      #expect(totals.map { $0["differences"] as? Int } == [1, 1, 0])
      let results = try #require(object["results"] as? [[String: Any]])
      #expect(results.count == 6)
      let differences = results.flatMap { $0["differences"] as? [[String: Any]] ?? [] }
      #expect(differences.map { $0["line"] as? Int } == [3, 3])
      #expect((object["malformed"] as? [[String: Any]])?.first?["line"] as? Int == 3)
    }
  }

  @Test func junitIsReadByXMLReaders() async throws {
    try await withVectors { folder in
      let file = folder.appending(path: "report.xml")
      let console = RecordingConsole()
      #expect(await run([folder.path, "--junit", file.path], console) == .negative)
      #expect(console.output.hasSuffix("2 differences in 1 vector; 1 file cannot be read\n"))
      #expect(XMLParser(data: Data(file.text.utf8)).parse())
      #expect(
        file.text.contains(
          "<testsuite name=\"to the client\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\">"))
      #expect(file.text.contains("<error message=\"line 3, column 4: "))
      let alone = RecordingConsole()
      _ = await run([folder.path, "--junit", "-"], alone)
      #expect(alone.output == file.text)
      if let xmllint = ProcessRunner.tool("xmllint") {
        let schema = ProcessRunner.packageFolder.appending(path: "Tests/Schemas/junit.xsd").path
        let outcome = try await xmllint.run(["--noout", "--schema", schema, file.path])
        #expect(outcome.status == 0, "\(outcome.error)")
      }
    }
  }

  @Test func excusesAreReportedAndCountAsSkipped() async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "x.ftpv")
      try Data(("differs: mock: it <has> no \"such\"\n" + Self.good.dropFirst(11)).utf8).write(to: file)
      let console = RecordingConsole()
      #expect(await run([file.path, "--against", "mock", "--junit", "-"], console) == .fine)
      #expect(console.output.contains("<skipped message=\"it &lt;has&gt; no &quot;such&quot;\"/>"))
      let text = RecordingConsole()
      #expect(await run([file.path, "--against", "mock"], text) == .fine)
      #expect(text.output.contains("  1 more excused\n"))
    }
  }

  @Test func aLiveServerIsNamedAndItsPasswordIsNot() async throws {
    try await withVectors { folder in
      try await withMockServer(.init(users: [], greeting: "Ready.")) { server in
        let vector = folder.appending(path: "good.ftpv").path
        let fine = RecordingConsole()
        #expect(await run([vector, "--against", server.url], fine) == .fine)
        #expect(fine.output.hasPrefix("to 127.0.0.1:\(server.port)  1 vector"))
        try Data("S> 220 x\n=> 220 greeting success\nC> NOOP\nS> 500 x\n=> 500 simple failure\n".utf8)
          .write(to: folder.appending(path: "good.ftpv"))
        let console = RecordingConsole()
        let url = "ftp://me:hush@127.0.0.1:\(server.port)"
        #expect(await run([vector, "--against", url], console) == .negative)
        #expect(!console.output.contains("hush"))
        #expect(console.output.contains("again: ftpraw replay --against ftp://me@127.0.0.1:\(server.port) "))
      }
    }
  }

  @Test func aLiveServerThatIsMissingIsReportedOnce() async throws {
    try await withVectors { folder in
      let console = RecordingConsole()
      #expect(await run([folder.path, "--against", "ftp://127.0.0.1:1"], console) == .noConversation)
      #expect(console.error.split(separator: "\n").count == 1 && console.error.contains("refused"))
      #expect(console.output == "")
    }
  }

  @Test func progressIsForTerminals() async throws {
    try await withVectors { folder in
      let console = RecordingConsole(terminals: [.error])
      _ = await run([folder.path], console)
      #expect(console.error.contains("\r\u{1B}[K2 of 2 vectors, 2 differences"), "\(console.error)")
      #expect(console.error.hasSuffix("\r\u{1B}[K"))
    }
  }

  @Test(arguments: [
    (["--against", "nobody:x"], "option '--against': not client, mock or a URL"),
    (["--against", "http://x"], "option '--against': not client, mock or a URL"),
    (["--json", "--junit", "-", "x"], "--json and --junit cannot be used together"),
    (["--jobs", "0"], "option '--jobs'"),
  ])
  func mistakesAreReported(words: [String], message: String) async {
    let console = RecordingConsole()
    #expect(await run(words, console) == .usage)
    #expect(console.error.contains(message), "\(console.error)")
  }

  @Test func whatIsNotThereIsReported() async throws {
    try await withScratchFolder { folder in
      let console = RecordingConsole()
      #expect(await run([folder.appending(path: "x").path], console) == .localFile)
      #expect(console.error.contains("No such file"))
      let empty = RecordingConsole()
      #expect(await run([folder.path], empty) == .usage)
      #expect(empty.error == "ftpraw replay: found no vector (*.ftpv)\n")
      let program = ProcessRunner.tool("env").map(\.executable.path) ?? "/usr/bin/env"
      let outcome = try await ProcessRunner(executable: URL(filePath: program)).run(
        ["-C", folder.path, try ProcessRunner.ftpraw().executable.path, "replay"])
      if outcome.status != 125 {
        #expect(outcome.status == 64)
        #expect(outcome.error.contains("there is no folder Vectors here"))
      }
    }
  }
}
