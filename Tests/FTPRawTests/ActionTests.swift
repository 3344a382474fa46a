import FTPMockServer
import FTPTransport
import Foundation
import TestSupport
import Testing

@testable import ftpraw

/// `.github/action`, in an environment like GitHub's.
@Suite("The action checks a server, and reports findings where GitHub shows them", .queueing)
struct ActionTests {
  private static let package = ProcessRunner.packageFolder

  /// Runs the action in a folder, with the binary of these tests unless another one is named.
  private func act(
    in folder: URL, _ inputs: [String: String]
  ) async throws -> CompositeAction.Outcome {
    let own = [
      "binary": try ProcessRunner.ftpraw().executable.path, "wait": "0",
      "reports": folder.appending(path: "reports").path,
    ]
    return try await CompositeAction(in: Self.package).run(in: folder, own.merging(inputs) { $1 })
  }

  @Test func findingsAreAnnotated() async throws {
    try await withScratchFolder { folder in
      var configuration = MockServer.Configuration()
      configuration.faults = [try Fault("size-wrong")]
      try await withMockServer(configuration) { server in
        let outcome = try await act(
          in: folder,
          [
            "server": "ftp://ftpraw@127.0.0.1:\(server.port)", "password": "secret",
            "arguments": "rfc3659/4\r\n\n--exclude=*no-estimate\n",
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
        #expect(outcome.summary.hasPrefix("## `ftpraw check`: 1 finding in 1 case\n"), "\(outcome.summary)")
        #expect(outcome.outputs["check.reports"] == folder.appending(path: "reports").path)
        #expect(outcome.outputs["check.status"] == "1")
        #expect(outcome.artifacts == ["ftpraw-reports": folder.appending(path: "reports").path])
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
        let outcome = try await act(
          in: folder,
          [
            "server": "ftp://ftpraw:secret@127.0.0.1:\(server.port)", "baseline": "known.txt",
            "arguments": "rfc3659/4/size-transfer-octets",
          ])
        #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
        #expect(
          !outcome.output.contains("::error") && !outcome.output.contains("::warning"), "\(outcome.output)")
        #expect(outcome.summary.contains("Since 1993") && outcome.outputs["check.status"] == "0")
      }
    }
  }

  /// The client downloads, and reports success whatever happens.
  @Test(arguments: ["client", "driver"])
  func aClientIsTestedToo(input: String) async throws {
    try await withScratchFolder { folder in
      let ftpraw = try ProcessRunner.ftpraw().executable.path
      try Data("'\(ftpraw)' get \"$1\" -o \"$2\"\nexit 0\n".utf8).write(
        to: folder.appending(path: "liar.sh"))
      try Data("name liar\nget sh {driver}/liar.sh {url} {out}\n".utf8).write(
        to: folder.appending(path: "liar.driver"))
      let values = [
        "client": "sh \(folder.path)/liar.sh {url} {out}", "driver": "liar.driver",
      ]
      let outcome = try await act(
        in: folder,
        [input: try #require(values[input]), "arguments": "honest/get/short-426"])
      #expect(outcome.status == 1, "\(outcome.output) \(outcome.error)")
      let annotations = outcome.output.split(separator: "\n").filter { $0.hasPrefix("::error") }
      #expect(annotations.count == 1)
      #expect(annotations.first?.hasPrefix("::error title=honest/get/short-426::") == true, "\(annotations)")
      #expect(annotations.first?.contains(/%0Aftpraw check-client .*honest\/get\/short-426/) == true)
      #expect(
        outcome.summary.hasPrefix("## `ftpraw check-client`: 1 finding in 1 case\n"), "\(outcome.summary)")
      #expect(outcome.outputs["check.status"] == "1")
    }
  }

  @Test func aServerThatIsMissingIsAnError() async throws {
    let port = try SilentPort()
    try await withScratchFolder { folder in
      let outcome = try await act(
        in: folder, ["server": "ftp://127.0.0.1:\(port.number)"])
      #expect(outcome.status == 3)
      #expect(outcome.output.contains("\n::error title=ftpraw check::"), "\(outcome.output)")
      #expect(outcome.outputs["check.status"] == "3")
    }
  }

  @Test(arguments: [
    (["server": ""], "exactly one of the inputs 'server', 'client' and 'driver' must be set"),
    (
      ["server": "h", "client": "c {url}"],
      "exactly one of the inputs 'server', 'client' and 'driver' must be set"
    ),
    (["server": "h", "wait": "soon"], "the input 'wait' is not a number of seconds"),
    (["server": "h", "binary": "/nowhere/ftpraw"], "there is no program /nowhere/ftpraw"),
  ])
  func mistakesAreReportedInWords(inputs: [String: String], message: String) async throws {
    try await withScratchFolder { folder in
      let outcome = try await act(in: folder, inputs)
      #expect(
        outcome.status == 64 && outcome.output == "::error title=ftpraw::\(message)\n", "\(outcome.output)")
    }
  }

  /// Commands to the runner as it sees them: not those after `::stop-commands::TOKEN` and before `::TOKEN::`.
  private static func commands(in output: String) -> [Substring] {
    var token: Substring?
    var commands: [Substring] = []
    for line in output.split(whereSeparator: \.isNewline) {
      let line = line.drop { $0.isWhitespace }
      if let end = token {
        if line == "::\(end)::" { token = nil }
      } else if line.hasPrefix("::stop-commands::") {
        token = line.dropFirst("::stop-commands::".count)
      } else if line.hasPrefix("::") || line.contains("##[") {
        commands.append(line)
      }
    }
    return commands
  }

  @Test func aServerCommandsNobody() async throws {
    try await withScratchFolder { folder in
      var configuration = MockServer.Configuration()
      configuration.script = try Script(
        parsing: #"""
          connect -> raw "220-a\r\n::error::b\r\n##[error]c\r\n220 ##[d]%0A::x\r\n"
          SYST -> raw "999-a\r\n::set-output name=a::b\r\n##[group]\r\n999 ::x,title=y::z\r\n"
          """#)
      try await withMockServer(configuration) { server in
        let outcome = try await act(
          in: folder,
          ["server": "ftp://127.0.0.1:\(server.port)", "arguments": "-v\n*syst*", "artifact": ""])
        #expect(outcome.status == 1, "\(outcome.output) \(outcome.error)")
        let commands = Self.commands(in: outcome.output + outcome.error)
        #expect(
          !commands.isEmpty && commands.allSatisfy { $0.hasPrefix("::error title=rfc959/") }, "\(commands)")
        #expect(outcome.artifacts.isEmpty)
      }
    }
  }

  /// A folder with a release of `someone/ftpraw`, below which its program prints a mark and is the one of these tests.
  private func release(in folder: URL, sums: (String) -> String = { $0 }) async throws -> String {
    let name = "ftpraw-\(Version.current)-$(uname -s | tr A-Z a-z | sed s/darwin/macos/)-$(uname -m)"
    let script = """
      set -e
      mkdir -p host/someone/ftpraw/releases/download/v\(Version.current) && cd host/someone/ftpraw/releases/download/v*
      mkdir -p "\(name)/bin"
      printf '#!/bin/sh\\necho from a release\\nexec %s "$@"\\n' '\(try ProcessRunner.ftpraw().executable.path)' >"\(name)/bin/ftpraw"
      chmod 755 "\(name)/bin/ftpraw"
      tar -czf "\(name).tar.gz" "\(name)"
      if command -v sha256sum >/dev/null; then sha256sum *.tar.gz; else shasum -a 256 *.tar.gz; fi >SHA256SUMS
      """
    let made = try await #require(ProcessRunner.tool("bash")).run(["-c", "cd '\(folder.path)' && \(script)"])
    #expect(made.status == 0, "\(made.error)")
    let file = folder.appending(path: "host/someone/ftpraw/releases/download/v\(Version.current)/SHA256SUMS")
    try Data(sums(file.text).utf8).write(to: file)
    return "file://\(folder.path)/host"
  }

  private static let here = ["action_repository": "someone/ftpraw", "action_ref": "v\(Version.current)"]

  @Test(.enabled(if: ProcessRunner.tool("curl") != nil, "curl is not installed"))
  func theReleaseOfTheActionsOwnRepositoryIsUsed() async throws {
    try await withScratchFolder { folder in
      let host = try await release(in: folder)
      try await withMockServer { server in
        let outcome = try await CompositeAction(in: Self.package).run(
          in: folder,
          ["server": "ftp://127.0.0.1:\(server.port)", "arguments": "rfc959/4.2/reply-line"],
          github: Self.here,
          server: host)
        #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
        #expect(outcome.output.contains("\nfrom a release\n"), "\(outcome.output)")
        #expect(outcome.artifacts == ["ftpraw-reports": "ftpraw-reports"])
      }
    }
  }

  @Test(.enabled(if: ProcessRunner.tool("curl") != nil, "curl is not installed"))
  func aReleaseThatWasChangedIsRefused() async throws {
    try await withScratchFolder { folder in
      let host = try await release(in: folder) {
        String($0.map { $0 == "a" ? "b" : $0 == "b" ? "a" : $0 }.prefix(64)) + $0.dropFirst(64)
      }
      let outcome = try await CompositeAction(in: Self.package).run(
        in: folder, ["server": "ftp://127.0.0.1:1"], github: Self.here, server: host)
      #expect(outcome.status == 64)
      #expect(
        outcome.output.hasSuffix(".tar.gz has a different checksum than SHA256SUMS says\n"),
        "\(outcome.output)")
    }
  }

  /// A `swift` that takes note of each build, and whose product is the program of these tests.
  @Test func withoutAReleaseTheSourcesAreBuiltOnce() async throws {
    try await withScratchFolder { folder in
      let swift = folder.appending(path: "bin/swift")
      try FileManager.default.createDirectory(
        at: folder.appending(path: "bin"), withIntermediateDirectories: true)
      let script = """
        #!/bin/bash
        case "$*" in
        --version) echo Swift 6.2 ;;
        *--show-bin-path) while [ "$1" != --scratch-path ]; do shift; done; echo "$2" ;;
        *) while [ "$1" != --scratch-path ]; do shift; done
          mkdir -p "$2" && cp '\(try ProcessRunner.ftpraw().executable.path)' "$2/ftpraw" && echo built >>'\(folder.path)/builds' ;;
        esac
        """
      let made = try await #require(ProcessRunner.tool("bash")).run(
        ["-c", "cat >'\(swift.path)' && chmod 755 '\(swift.path)'"], input: Array(script.utf8))
      #expect(made.status == 0, "\(made.error)")
      try await withMockServer { server in
        for round in 1...2 {
          let outcome = try await CompositeAction(in: Self.package).run(
            in: folder,
            ["server": "ftp://127.0.0.1:\(server.port)", "arguments": "rfc959/4.2/reply-line"],
            github: round == 1 ? Self.here : [:], path: "\(folder.path)/bin:/usr/bin:/bin",
            server: "file://\(folder.path)/none")
          #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
          #expect(outcome.outputs["check.status"] == "0" && outcome.output.contains("no release at "))
          #expect(folder.appending(path: "builds").text == "built\n")
          #expect(folder.appending(path: "runner/ftpraw-action").names == ["ftpraw"])
          // Another job starts without files.
          try FileManager.default.removeItem(at: folder.appending(path: "runner"))
        }
      }
    }
  }

  @Test func withoutAReleaseAndSwiftThereIsAWordOfAdvice() async throws {
    try await withScratchFolder { folder in
      // Only what the script needs, in case Swift is in a folder of the system.
      let tools = folder.appending(path: "bin")
      try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
      for name in ["bash", "dirname", "sed", "uname", "mktemp", "cut", "env"] {
        let tool = try #require(ProcessRunner.tool(name)).executable
        try FileManager.default.createSymbolicLink(at: tools.appending(path: name), withDestinationURL: tool)
      }
      let outcome = try await CompositeAction(in: Self.package).run(
        in: folder, ["server": "ftp://127.0.0.1:1"], github: Self.here, path: tools.path)
      #expect(outcome.status == 64)
      #expect(
        outcome.output.hasPrefix("::error title=ftpraw::there is no release ftpraw-\(Version.current)-")
          && outcome.output.hasSuffix(
            ", and no Swift to build it; install Swift 6.2, or name a binary with the input 'binary'\n"),
        "\(outcome.output)")
    }
  }

  /// The inputs in action.yml are those that the script reads and the documentation describes.
  @Test func inputsAreTheSameEverywhere() throws {
    let action = Self.package.appending(path: "action.yml").text
    let script = Self.package.appending(path: ".github/action").text
    let page = Self.package.appending(path: "Documentation/ci.md").text
    let declared = CompositeAction(in: Self.package).inputs.keys.sorted()
    #expect(declared.count == 11)
    for input in declared {
      #expect(page.contains("| `\(input)` |"), "\(input)")
      let variable = input == "password" ? "FTPRAW_PASSWORD" : "INPUT_\(input.uppercased())"
      // The name of the artifact is for another action.
      guard input != "artifact" else { continue }
      #expect(action.contains("\(variable): ${{ inputs.\(input) }}"), "\(input)")
      #expect(input == "password" || script.contains(variable), "\(input)")
    }
    #expect(page.contains("@v\(Version.current)\n"))
    #expect(page.contains("/v\(Version.current)/ftpraw-\(Version.current)-linux-x86_64.tar.gz"))
  }
}
