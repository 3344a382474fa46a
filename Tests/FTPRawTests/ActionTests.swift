import FTPMockServer
import FTPTransport
import Foundation
import TestSupport
import Testing

@testable import ftpraw

/// `.github/action`, in an environment like GitHub's.
@Suite("The action checks a server, and reports findings where GitHub shows them")
struct ActionTests {
  private static let package = ProcessRunner.packageFolder

  /// Runs the script in a folder, and returns what it printed, its status, the job summary and the outputs.
  private func act(
    in folder: URL, _ inputs: [String: String]
  ) async throws -> (outcome: ProcessRunner.Outcome, summary: String, outputs: String) {
    let bash = try #require(ProcessRunner.tool("bash"))
    let files = ["summary", "outputs"].map { folder.appending(path: $0) }
    var environment = [
      "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": files[0].path, "GITHUB_OUTPUT": files[1].path,
      "CI": "true",
      "INPUT_BINARY": try ProcessRunner.ftpraw().executable.path, "INPUT_WAIT": "0",
      "INPUT_REPORTS": folder.appending(path: "reports").path,
    ]
    environment.merge(inputs) { $1 }
    let script = Self.package.appending(path: ".github/action").path
    let outcome = try await bash.run(
      ["-c", "cd '\(folder.path)' && exec '\(script)'"], environment: environment)
    return (outcome, files[0].text, files[1].text)
  }

  @Test func findingsAreAnnotated() async throws {
    try await withScratchFolder { folder in
      var configuration = MockServer.Configuration()
      configuration.faults = [try Fault("size-wrong")]
      try await withMockServer(configuration) { server in
        let (outcome, summary, outputs) = try await act(
          in: folder,
          [
            "INPUT_SERVER": "ftp://ftpraw@127.0.0.1:\(server.port)", "FTPRAW_PASSWORD": "secret",
            "INPUT_ARGUMENTS": "rfc3659/4\r\n\n--exclude=*no-estimate\n",
          ])
        #expect(outcome.status == 1, "\(outcome.output) \(outcome.error)")
        let lines = outcome.output.split(separator: "\n")
        let annotations = lines.filter { $0.hasPrefix("::error") || $0.hasPrefix("::warning") }
        #expect(
          annotations == [
            "::error title=rfc3659/4/size-transfer-octets::SIZE in image type is the number of octets that RETR sends."
              + "%0Aexpected the 12345 octets that RETR sent%0Areceived 12346"
              + "%0Aftpraw check ftp://ftpraw@127.0.0.1:\(server.port) rfc3659/4/size-transfer-octets"
          ])
        // The server's words appear only where GitHub interprets no workflow commands.
        let stop = try #require(lines.firstIndex { $0.hasPrefix("::stop-commands::") })
        let token = lines[stop].dropFirst("::stop-commands::".count)
        let resume = try #require(lines.firstIndex { $0 == "::\(token)::" })
        #expect(lines[stop..<resume].contains("220 ftpraw mock server ready."))
        #expect(summary.hasPrefix("## `ftpraw check`: 1 finding in 1 case\n"), "\(summary)")
        #expect(outputs == "reports=\(folder.appending(path: "reports").path)\nstatus=1\n")
        let forms = ["html", "json", "md", "sarif", "tap", "xml"]
        #expect(folder.appending(path: "reports").names == forms.map { "check.\($0)" })
        #expect(!outcome.output.contains("secret"))
      }
    }
  }

  @Test func whatIsKnownIsNotAnnotated() async throws {
    try await withScratchFolder { folder in
      var configuration = MockServer.Configuration()
      configuration.faults = [try Fault("size-wrong")]
      try Data("rfc3659/4/size-transfer-octets fail Since 1993.\n".utf8).write(
        to: folder.appending(path: "known.txt"))
      try await withMockServer(configuration) { server in
        let (outcome, summary, outputs) = try await act(
          in: folder,
          [
            "INPUT_SERVER": "ftp://ftpraw:secret@127.0.0.1:\(server.port)", "INPUT_BASELINE": "known.txt",
            "INPUT_ARGUMENTS": "rfc3659/4/size-transfer-octets",
          ])
        #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
        #expect(
          !outcome.output.contains("::error") && !outcome.output.contains("::warning"), "\(outcome.output)")
        #expect(summary.contains("Since 1993") && outputs.hasSuffix("status=0\n"))
      }
    }
  }

  /// The client downloads, and reports success whatever happens.
  @Test(arguments: ["INPUT_CLIENT", "INPUT_DRIVER"])
  func aClientIsTestedToo(input: String) async throws {
    try await withScratchFolder { folder in
      let ftpraw = try ProcessRunner.ftpraw().executable.path
      try Data("'\(ftpraw)' get \"$1\" -o \"$2\"\nexit 0\n".utf8).write(
        to: folder.appending(path: "liar.sh"))
      try Data("name liar\nget sh {driver}/liar.sh {url} {out}\n".utf8).write(
        to: folder.appending(path: "liar.driver"))
      let values = [
        "INPUT_CLIENT": "sh \(folder.path)/liar.sh {url} {out}", "INPUT_DRIVER": "liar.driver",
      ]
      let (outcome, summary, outputs) = try await act(
        in: folder,
        [input: try #require(values[input]), "INPUT_ARGUMENTS": "honest/get/short-426"])
      #expect(outcome.status == 1, "\(outcome.output) \(outcome.error)")
      let annotations = outcome.output.split(separator: "\n").filter { $0.hasPrefix("::error") }
      #expect(annotations.count == 1)
      #expect(annotations.first?.hasPrefix("::error title=honest/get/short-426::") == true, "\(annotations)")
      #expect(annotations.first?.contains(/%0Aftpraw check-client .*honest\/get\/short-426/) == true)
      #expect(summary.hasPrefix("## `ftpraw check-client`: 1 finding in 1 case\n"), "\(summary)")
      #expect(outputs.hasSuffix("status=1\n"))
    }
  }

  @Test func aServerThatIsNotThereIsAnError() async throws {
    let port = try SilentPort()
    try await withScratchFolder { folder in
      let (outcome, _, outputs) = try await act(
        in: folder, ["INPUT_SERVER": "ftp://127.0.0.1:\(port.number)"])
      #expect(outcome.status == 3)
      #expect(outcome.output.contains("\n::error title=ftpraw check::"), "\(outcome.output)")
      #expect(outputs.hasSuffix("status=3\n"))
    }
  }

  @Test(arguments: [
    (["INPUT_SERVER": ""], "exactly one of the inputs 'server', 'client' and 'driver' must be set"),
    (
      ["INPUT_SERVER": "h", "INPUT_CLIENT": "c {url}"],
      "exactly one of the inputs 'server', 'client' and 'driver' must be set"
    ),
    (["INPUT_SERVER": "h", "INPUT_WAIT": "soon"], "the input 'wait' is not a number of seconds"),
    (["INPUT_SERVER": "h", "INPUT_BINARY": "/nowhere/ftpraw"], "there is no program /nowhere/ftpraw"),
  ])
  func mistakesAreSaid(inputs: [String: String], message: String) async throws {
    try await withScratchFolder { folder in
      let (outcome, _, _) = try await act(in: folder, inputs)
      #expect(
        outcome.status == 64 && outcome.output == "::error title=ftpraw::\(message)\n", "\(outcome.output)")
    }
  }

  /// The inputs in action.yml are those that the script reads and the documentation describes.
  @Test func inputsAreTheSameEverywhere() throws {
    let action = Self.package.appending(path: "action.yml").text
    let script = Self.package.appending(path: ".github/action").text
    let page = Self.package.appending(path: "Documentation/ci.md").text
    let declared = action.split(separator: "\n").drop { $0 != "inputs:" }.dropFirst().prefix {
      $0.hasPrefix(" ")
    }
    .compactMap { $0.wholeMatch(of: /\ \ ([a-z]+):/).map { String($0.output.1) } }
    #expect(declared.count == 10)
    for input in declared {
      #expect(page.contains("| `\(input)` |"), "\(input)")
      let variable = input == "password" ? "FTPRAW_PASSWORD" : "INPUT_\(input.uppercased())"
      #expect(action.contains("\(variable): ${{ inputs.\(input) }}"), "\(input)")
      #expect(input == "password" || script.contains(variable), "\(input)")
    }
    #expect(action.contains("default: \(Version.current)\n"))
    #expect(page.contains("@v\(Version.current)\n"))
    #expect(page.contains("/v\(Version.current)/ftpraw-\(Version.current)-linux-x86_64.tar.gz"))
  }
}
