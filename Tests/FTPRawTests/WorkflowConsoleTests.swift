import FTPMockServer
import Foundation
import TestSupport
import Testing

@testable import ftpraw

/// `GITHUB_ACTIONS` is set, and a peer, a file or a client under test says what would be a command to the runner.
@Suite("No subcommand prints a command to a GitHub runner, whatever a peer says", .queueing)
struct WorkflowConsoleTests {
  /// What a server says in every place that it can.
  private static let rules = #"""
    connect -> raw "220-::error::a\r\n ::warning::b\r\n##[error]c\r\n220 ##[d]\r\n"
    SYST -> raw "215-a\r\n::set-output name=a::b\r\n##[group]\r\n215 ##[e]\r\n"
    MLSD -> 500 "##[f]"
    MLST -> 500 "##[f]"
    LIST -> 150, data "-rw-r--r-- 1 u g 5 Jan 01 2020 ##[g]\r\n::error::h\r\n ##[i]\r\n", 226 "##[j]"
    RETR -> 150, data "::error::k\r\n##[l]\r\n", then 550 "##[m]"
    STOR -> 150, receive, then 550 "##[n]"
    """#

  /// Each subcommand with arguments that make it repeat foreign words; nil for those that print only words of their own.
  ///
  /// `URL` is a server with these rules, `REPORT`, `VECTOR` and `CAPTURE` are files with such words.
  private static let lines: [String: [String]?] = [
    "check": ["URL", "rfc959/4.2", "*syst*", "-v"],
    "check-client": [
      "honest/get/short-426", "--", "sh", "-c", "echo ::error::x; echo '##[error]y' >&2; exit 1",
    ],
    "send": ["-s", "URL", "SYST", "PASV", "RETR x"], "shell": ["-s", "URL"],
    "serve": ["--port", "0", "--log", "-"], "record": ["--upstream", "URL", "--listen", "0", "-o", "-"],
    "ls": ["URL", "-v"], "get": ["URL/x", "-v", "-o", "copy"], "put": ["REPORT", "URL/x", "-v"],
    "mirror": ["URL", "copy", "-v"],
    "merge": ["REPORT"], "matrix": ["REPORT"], "replay": ["VECTOR"], "import": ["CAPTURE"],
    "export": ["VECTOR", "-o", "CAPTURE"],
    "fuzz": [
      "replies", "--parser", "while read n; do head -c $n >/dev/null; echo '##[x]'; done", "--case", "220 a",
    ],
    "explain": ["##[x]"], "ledger": nil, "diagram": nil, "completions": nil, "man": nil, "version": nil,
    "help": nil,
  ]

  @Test func everySubcommandIsTried() { #expect(Set(Self.lines.keys) == Set(CommandTable.ftpraw.names)) }

  private static func commands(in outcome: ProcessRunner.Outcome) -> [Substring] {
    (outcome.output + "\n" + outcome.error).split { $0.isNewline }.filter { line in
      line.drop { $0.isWhitespace }.hasPrefix("::") || line.contains("##[")
    }
  }

  @Test(arguments: lines.keys.sorted().filter { lines[$0] != .some(nil) })
  func nothingIsACommand(name: String) async throws {
    let arguments = try #require(Self.lines[name] ?? nil)
    var configuration = MockServer.Configuration()
    configuration.script = try Script(parsing: Self.rules)
    try await withScratchFolder { folder in
      try await withMockServer(configuration) { server in
        let golden = ProcessRunner.packageFolder.appending(
          path: "Tests/FTPConformanceTests/Goldens/report.json"
        ).text
        let files = [
          "REPORT": golden.replacing("\"expected\":\"", with: "\"expected\":\"##[error]x")
            .replacing("\"words\": [\"", with: "\"words\": [\"##[error]x"),
          "VECTOR": "# ##[x]\nid: a/b\nS> 220 ##[y]\nC> ##[z]\nS> 500 ::error::x ##[y]\n",
        ]
        for (file, text) in files { try Data(text.utf8).write(to: folder.appending(path: file)) }
        let ftpraw = try ProcessRunner.ftpraw()
        let capture = folder.appending(path: "CAPTURE").path
        _ = try await ftpraw.run(["export", folder.appending(path: "VECTOR").path, "-o", capture])
        let words = arguments.map { word in
          word.hasPrefix("URL")
            ? "ftp://127.0.0.1:\(server.port)\(word.dropFirst(3))"
            : word == "copy" || files[word] != nil || word == "CAPTURE"
              ? folder.appending(path: word).path : word
        }
        let free = try await run(name, words, [:])
        let guarded = try await run(name, words, ["GITHUB_ACTIONS": "true"])
        #expect(Self.commands(in: guarded).isEmpty, "\(Self.commands(in: guarded))")
        #expect(guarded.status == free.status)
        // This would prove nothing of a subcommand that repeats nothing.
        #expect(
          !Self.commands(in: free).isEmpty || ["export", "put", "mirror", "check-client"].contains(name),
          "\(free.output)")
      }
    }
  }

  private func run(
    _ name: String, _ words: [String], _ environment: [String: String]
  ) async throws -> ProcessRunner.Outcome {
    guard name == "serve" || name == "record" else {
      return try await ProcessRunner.ftpraw().run(
        [name] + words, input: Array("SYST\n##[x]\n".utf8), environment: environment)
    }
    return try await ServeProcess.run(words, of: name, environment: environment) { served in
      _ = try await ProcessRunner.ftpraw().run(["send", "-s", served.url, "NOOP ##[x]", "SYST", "QUIT"])
    }
  }

  /// Scripts, pages and captures are for other programs and stay as they are.
  @Test(arguments: [
    ["completions", "bash"], ["completions", "zsh"], ["completions", "fish"], ["man"], ["help"], ["diagram"],
    ["ledger", "rfc2428", "--format", "html"], ["ledger", "rfc2428"],
  ])
  func whatIsForOtherProgramsStaysAsItIs(words: [String]) async {
    func printed(_ environment: [String: String]) async -> String {
      let console = RecordingConsole(environment: environment)
      _ = await Program(table: .ftpraw, console: console).run(words.map { Argument($0) })
      return console.output
    }
    #expect(await printed(["GITHUB_ACTIONS": "true"]) == printed([:]))
  }

  @Test func aCaptureOnStandardOutputStaysAsItIs() async throws {
    let vector = Array("id: a/b\nS> 220 ##[y]\nC> NOOP\nS> 200 ::x\n".utf8)
    let ftpraw = try ProcessRunner.ftpraw()
    let free = try await ftpraw.run(["export", "-", "-o", "-"], input: vector)
    let guarded = try await ftpraw.run(
      ["export", "-", "-o", "-"], input: vector, environment: ["GITHUB_ACTIONS": "true"])
    #expect(guarded.outputBytes == free.outputBytes && !free.outputBytes.isEmpty)
  }
}
