import FTPMockServer
import FTPSystem
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("fuzz client tries a client, and leaves nothing behind", .queueing, .endsWhenItHangs)
struct ClientFuzzTests {
  private func fuzz(_ words: [String]) async -> (status: ExitStatus, output: String, error: String) {
    let console = RecordingConsole()
    let status = await Program(table: .ftpraw, console: console)
      .run((["fuzz", "client"] + words).map { Argument($0) })
    return (status, console.output, console.error)
  }

  private static func client(_ fault: String) throws -> [String] {
    [
      "--downloads", "out", "--limit", "10m", "--", "env", "SWIFT_BACKTRACE=enable=no",
      try #require(BuiltProgram.path("PlantedClient")), fault, "{port}", "{file}",
    ]
  }

  @Test func whatIsFoundIsSavedAndTriedAgainAndServed() async throws {
    try await withScratchFolder { folder in
      let client = try Self.client("numbers")
      let (status, output, error) = await fuzz(
        ["--seed", "3", "--runs", "20", "--jobs", "2", "--save", folder.path] + client)
      #expect(status == .negative && error == "", "\(output)\(error)")
      #expect(output.hasPrefix("the client sends USER, PASS, TYPE, PASV, RETR, QUIT\nfound in run "))
      #expect(output.contains(": crash, no signal ends the client\n  seen    the process was ended by SIG"))
      #expect(
        output.contains("  shown   3 of 3 times\n  case    1 ")
          && output.contains("          PASV -> raw \"227"))
      #expect(
        output.contains("20 runs with seed 3 in ") && output.hasSuffix(": command, change\n2 findings\n"))
      let name = try #require(folder.names.first { $0.hasPrefix("crash-") && $0.hasSuffix(".rules") })
      let file = folder.appending(path: name)
      #expect(output.contains("  saved   \(file.path)\n") && output.contains(" --limit 10m -- env "))
      #expect(
        file.text.contains("#   ftpraw serve --port 2121 --idle-timeout 1000ms --script \(file.path)\n"))
      #expect(!file.text.contains("secret"))
      let again = await fuzz(["--case", file.path] + client)
      #expect(again.status == .negative && again.output.contains(": crash, no signal ends"), "\(again)")
      let sane = await fuzz(["--case", file.path] + (try Self.client("none")))
      #expect(sane.status == .fine && sane.output == "\(file.path): nothing found in 3 attempts\n", "\(sane)")
      var configuration = MockServer.Configuration()
      configuration.script = try Script(parsing: file.text)
      try await withMockServer(configuration) { server in
        let program = try ProcessRunner(
          executable: URL(filePath: #require(BuiltProgram.path("PlantedClient"))))
        let outcome = try await program.run(
          ["numbers", "\(server.port)", "pub/hello.txt"], environment: ["SWIFT_BACKTRACE": "enable=no"])
        #expect(outcome.status < 0)
      }
    }
  }

  static let wrong: [([String], ExitStatus, String)] = [
    ([], .usage, "name a client:"),
    (["--", "true"], .usage, "the command has neither {port} nor {url}"),
    (["127.0.0.1:1", "--", "true", "{port}"], .usage, "a client is not a URL"),
    (["--rate", "1", "--", "true", "{port}"], .usage, "--rate goes with 'server'"),
    (["--first", "1", "--", "true", "{port}"], .usage, "--first needs --seed"),
    (
      ["--case", "x", "--runs", "1", "--", "true", "{port}"], .usage,
      "--case and --runs cannot be used together"
    ),
    (
      ["--case", "/nonexistent", "--", "true", "{port}"], .localFile,
      "/nonexistent: No such file or directory"
    ),
    (
      ["--save", "/dev/null/findings", "--", "true", "{port}"], .localFile,
      "/dev/null/findings: Not a directory"
    ),
    (["--", "/nonexistent/client", "{port}"], .noConversation, "cannot start '/nonexistent/client'"),
    (
      ["--", "sh", "-c", "echo no; exit 3", "{url}"], .noConversation,
      "exited with status 3 without connecting"
    ),
  ]

  @Test(arguments: wrong)
  func mistakes(words: [String], status: ExitStatus, message: String) async {
    let (actual, output, error) = await fuzz(words)
    #expect(actual == status && output == "")
    #expect(error.hasPrefix("ftpraw fuzz: ") && error.contains(message), "\(error)")
    #expect(error.count { $0 == "\n" } == 1)
  }

  @Test func aCommandGetsWhatItsWordsStandFor() async throws {
    try await withScratchFolder { folder in
      let program = try ProcessRunner.ftpraw()
      let script =
        "echo \"$@\" > '\(folder.path)/words'; pwd >> '\(folder.path)/words'; echo \"$HOME\" >> '\(folder.path)/words'; "
        + "'\(program.executable.path)' send -s \"$3\" NOOP"
      let (status, output, error) = await fuzz(
        ["--runs", "0", "--", "sh", "-c", script, "sh"]
          + ["{host}", "{port}", "{url}", "{user}", "{password}", "{file}", "{folder}"])
      #expect(status == .fine && error == "", "\(output)\(error)")
      let lines = folder.appending(path: "words").text.split(separator: "\n").map(String.init)
      let words = lines[0].split(separator: " ").map(String.init)
      try #require(words.count == 7 && lines.count == 3)
      #expect(words[0] == "127.0.0.1" && words[2] == "ftp://127.0.0.1:\(words[1])")
      #expect(Array(words[3...5]) == ["ftpraw", "secret", "pub/hello.txt"])
      #expect(lines[1] == words[6] && lines[2] == words[6])
      #expect(!FileManager.default.fileExists(atPath: words[6]))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func anInterruptLeavesNothing(signal: Int32) async throws {
    let program = try ProcessRunner.ftpraw()
    try await withScratchFolder { folder in
      let log = folder.appending(path: "log")
      let temporary = folder.appending(path: "tmp")
      try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
      // In the second run the client starts a process and waits for it.
      let script =
        "'\(program.executable.path)' send -s \"$1\" NOOP; echo >> '\(log.path)'; "
        + "if [ $(wc -l < '\(log.path)') -gt 1 ]; then echo PASS >> '\(log.path)'; sleep 600; fi"
      let outcome = try await program.run(
        ["fuzz", "client", "--limit", "60m", "--time", "60m", "--", "sh", "-c", script, "sh", "{url}"],
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
