import TestSupport
import Testing

@testable import ftpraw

@Suite("The built program behaves as documented", .queueing)
struct ProcessTests {
  @Test(arguments: ["--version", "version"]) func version(word: String) async throws {
    let outcome = try await ProcessRunner.ftpraw().run([word])
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4 && lines.last == "", "\(outcome.output)")
    #expect(lines.first == "ftpraw \(Version.current)")
    #expect(lines.dropFirst().first?.contains(/^commit: ([0-9a-f]{7,40}|unknown; .+)$/) == true)
    #expect(lines.dropFirst(2).first?.contains(/^TLS: (OpenSSL \S+|LibreSSL \S+|none; .+)/) == true)
    #expect(outcome.error == "")
    #expect(outcome.status == 0)
  }

  @Test func help() async throws {
    let outcome = try await ProcessRunner.ftpraw().run(["--help"])
    #expect(outcome.output == HelpPage(table: .ftpraw, width: 80).text())
    #expect(outcome.error == "")
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    ([], "ftpraw: a subcommand is missing: \(CommandTable.ftpraw.names.joined(separator: ", "))."),
    (["sned"], "ftpraw: unknown subcommand 'sned'; did you mean 'send'?"),
    (["--hlep"], "ftpraw: unknown option '--hlep' before the subcommand; did you mean '--help'?"),
    (["send", "--verbos", "SYST"], "ftpraw send: unknown option '--verbos'; did you mean '--verbose'?"),
    (
      ["send", "-s", "http://x", "SYST"],
      "ftpraw send: option '-s': only ftp://, ftps:// and ftpes:// URLs are supported."
    ),
    (["send"], "ftpraw send: COMMAND is missing."),
  ])
  func mistakes(words: [String], line: String) async throws {
    let outcome = try await ProcessRunner.ftpraw().run(words)
    #expect(outcome.output == "")
    let name = line.prefix { $0 != ":" }
    #expect(outcome.error == "\(line) Try '\(name) --help'.\n")
    #expect(outcome.status == ExitStatus.usage.code)
  }

  @Test func theEnvironmentReachesTheProgram() async throws {
    let outcome = try await ProcessRunner.ftpraw().run(
      ["send", "SYST"], environment: ["FTPRAW_SERVER": "http://x"])
    #expect(outcome.error.hasPrefix("ftpraw send: FTPRAW_SERVER in the environment: only ftp://"))
    #expect(outcome.status == ExitStatus.usage.code)
  }

  @Test(.enabled(if: ProcessRunner.tool("sh") != nil))
  func aReaderThatGoesAwayIsNotASignal() async throws {
    let ftpraw = try ProcessRunner.ftpraw().executable.path
    let shell = try #require(ProcessRunner.tool("sh"))
    let outcome = try await shell.run(["-c", "{ \"$0\" --help; echo $? >&2; } | exec true", ftpraw])
    #expect(["0\n", "74\n"].contains { outcome.error.hasSuffix($0) })
  }

  @Test func theDeadlineEndsARun() async throws {
    let sleeper = try #require(ProcessRunner.tool("sleep"))
    let outcome = try await sleeper.run(["600"], deadline: .milliseconds(50))
    #expect(outcome.timedOut)
    #expect(outcome.status == -9)
  }
}
