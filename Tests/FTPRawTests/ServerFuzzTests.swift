import FTPMockServer
import FTPSystem
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("fuzz server tries a server, and leaves nothing behind", .queueing, .endsWhenItHangs)
struct ServerFuzzTests {
  /// The server answers, but may take long on a busy machine.
  private static let patient = ["--timeout-scale", "10"]

  private func fuzz(_ words: [String]) async -> (status: ExitStatus, output: String, error: String) {
    let console = RecordingConsole()
    let status = await Program(table: .ftpraw, console: console)
      .run((["fuzz", "server"] + Self.patient + words).map { Argument($0) })
    return (status, console.output, console.error)
  }

  @Test func aServerThatRunsIsTriedAndTidiedUp() async throws {
    try await withMockServer { server in
      let (status, output, error) = await fuzz(
        ["ftp://ftpraw:secret@127.0.0.1:\(server.port)", "--seed", "1", "--runs", "5"])
      #expect(status == .fine && error == "", "\(output)\(error)")
      let lines = output.split(separator: "\n").map(String.init)
      try #require(lines.count == 4)
      #expect(
        lines[0].hasPrefix("ftp://ftpraw@127.0.0.1:\(server.port): files are written in /ftpraw-check-"))
      #expect(lines[1].wholeMatch(of: /5 sequences with seed 1 in [0-9]+\.[0-9] s/) != nil, "\(lines[1])")
      #expect(
        lines[2].wholeMatch(of: /\[[#.]{20}\] [0-9]+ of [0-9]+ arrows: state, box, command/) != nil,
        "\(lines[2])")
      #expect(lines[3] == "nothing found" && !output.contains("secret"))
    }
  }

  @Test func whatIsFoundIsSavedAndTriedAgain() async throws {
    var configuration = MockServer.Configuration()
    configuration.faults = [try Fault("transfer-double-150")]
    try await withScratchFolder { folder in
      try await withMockServer(configuration) { server in
        let url = "ftp://ftpraw:secret@127.0.0.1:\(server.port)"
        let (status, output, error) = await fuzz([url, "--seed", "1", "--runs", "3", "--save", folder.path])
        #expect(status == .negative && error == "", "\(error)")
        let name = "rules-959-4-2-one-preliminary.ftpv"
        #expect(folder.names.contains(name) && output.contains("  saved   \(folder.path)/\(name)\n"))
        #expect(output.contains("  rule    959:4.2:one-preliminary (must, by \"at most\")\n"), "\(output)")
        let file = folder.appending(path: name)
        #expect(file.text.contains("\n@@ logged in\n") && !file.text.contains("secret"))
        let again = await fuzz([url, "--case", file.path])
        #expect(again.status == .negative && again.output.contains("959:4.2:one-preliminary"), "\(again)")
      }
      try await withMockServer { server in
        let path = folder.appending(path: "rules-959-4-2-one-preliminary.ftpv").path
        let (status, output, _) = await fuzz(["127.0.0.1:\(server.port)", "--case", path])
        #expect(status == .fine && output == "\(path): nothing found in 3 attempts\n")
      }
    }
  }

  static let wrong: [([String], ExitStatus, String)] = [
    ([], .usage, "name a server: its URL"), (["--", "true"], .usage, "the command has no {port}"),
    (["127.0.0.1:1", "127.0.0.1:2"], .usage, "unexpected operand after the server"),
    (["ftp://127.0.0.1/path"], .usage, "a path is not used here"),
    (["127.0.0.1:1", "--first", "1"], .usage, "--first goes with parsers and 'client'"),
    (["127.0.0.1:1", "--case", "x", "--runs", "1"], .usage, "--case and --runs cannot be used together"),
    (["192.0.2.1"], .usage, "192.0.2.1 is another machine"),
    (["127.0.0.1:1", "--case", "/nonexistent"], .localFile, "/nonexistent: No such file or directory"),
    (
      ["127.0.0.1:1", "--save", "/dev/null/findings"], .localFile,
      "/dev/null/findings: Not a directory"
    ),
    (["--", "/nonexistent/{port}"], .noConversation, "cannot start '/nonexistent/"),
    (
      ["--", "sh", "-c", "echo no {port}; exit 3"], .noConversation,
      "exited with status 3 before it listened at 127.0.0.1:"
    ),
  ]

  @Test(arguments: wrong)
  func mistakes(words: [String], status: ExitStatus, message: String) async {
    let (actual, output, error) = await fuzz(words)
    #expect(actual == status && output == "")
    #expect(error.hasPrefix("ftpraw fuzz: ") && error.contains(message), "\(error)")
    #expect(error.count { $0 == "\n" } == 1)
  }

  /// A server that starts another process, and is ended by a signal when it gets STAT.
  private static let mortal = """
    '%s' serve --port "$1" --log - | while read -r line; do case $line in *'C> STAT'*) kill -SEGV $$;; esac; done
    """

  @Test func aServerThatCrashesIsFoundOut() async throws {
    let program = try ProcessRunner.ftpraw()
    let script = Self.mortal.replacingOccurrences(of: "%s", with: program.executable.path)
    try await withScratchFolder { folder in
      let outcome = try await program.run(
        ["fuzz", "server"] + Self.patient + [
          "--seed", "1", "--runs", "40", "--", "sh", "-c", script, "sh", "{port}",
        ],
        environment: ["TMPDIR": folder.path])
      #expect(outcome.status == 1, "\(outcome.output)\(outcome.error)")
      #expect(outcome.output.contains(": crash, the server process survives every input\n"))
      #expect(outcome.output.contains("  seen    the process was ended by SIGSEGV\n"))
      // The shell reads the log with a delay, and may kill the server after the sequence.
      #expect(outcome.output.contains(" of 3 times\n  case    1 "))
      #expect(outcome.output.contains("C> STAT"))
      #expect(folder.names == [])
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func anInterruptLeavesNothing(signal: Int32) async throws {
    let program = try ProcessRunner.ftpraw()
    try await withScratchFolder { folder in
      let log = folder.appending(path: "log")
      let temporary = folder.appending(path: "tmp")
      try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
      let script = "'\(program.executable.path)' serve --port \"$1\" --root \"$2\" --log '\(log.path)'"
      let outcome = try await program.run(
        ["fuzz", "server"] + Self.patient + [
          "--time", "60m", "--", "sh", "-c", script, "sh", "{port}", "{folder}",
        ],
        environment: ["TMPDIR": temporary.path]
      ) { child in
        while !log.text.contains("PASS") { try await Task.sleep(for: .milliseconds(5)) }
        child.kill(signal)
      }
      #expect(outcome.status == 130 && !outcome.timedOut, "\(outcome.status) \(outcome.error)")
      #expect(temporary.names == [])
    }
  }
}
