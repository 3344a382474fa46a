import FTPMockServer
import FTPTransport
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("README shows commands that work, with the output they have")
struct ReadmeTests {
  /// As a reader does who pastes one after the other, in one shell and from the first.
  @Test func everyConsoleBlockIsAsShown() async throws {
    let commands = try ReadmeConsole.commands()
    #expect(commands.count >= 30)
    let bash = try #require(ProcessRunner.tool("bash"))
    let binaries = try ProcessRunner.ftpraw().executable.deletingLastPathComponent().path
    // The ports of the tour are another's; these are held for it.
    let first = try SilentPort(), second = try SilentPort(), third = try SilentPort()
    let fourth = try SilentPort(), fifth = try SilentPort(), sixth = try SilentPort()
    var tour = ReadmeConsole.script(commands)
    for (index, port) in [
      first.number, second.number, third.number, fourth.number, fifth.number, sixth.number,
    ].enumerated() {
      tour = tour.replacingOccurrences(of: "127.0.0.1:212\(index + 1)", with: "127.0.0.1:\(port)")
        .replacingOccurrences(of: " 212\(index + 1)", with: " \(port)")
    }
    try await withScratchFolder { folder in
      let script = "exec 2>&1\ntrap 'kill $(jobs -p) 2>/dev/null' EXIT\nPATH='\(binaries)':\"$PATH\"\n" + tour
      let outcome = try await bash.run(["-c", script], environment: ["TMPDIR": folder.path])
      let outputs = ReadmeConsole.outputs(outcome.output)
      #expect(outputs.count == commands.count, "\(outcome.output)")
      for (command, printed) in zip(commands, outputs) {
        let printed = printed.map(ReadmeConsole.normalized)
        #expect(
          ReadmeConsole.matches(printed, command.output.map(ReadmeConsole.normalized)),
          "\(command)\n\(printed.joined(separator: "\n"))")
      }
      #expect(folder.names.count <= 1)
    }
  }

  @Test func theQuickStartIsTwoCommands() throws {
    let text = try String(
      contentsOf: ProcessRunner.packageFolder.appending(path: "README.md"), encoding: .utf8)
    #expect(text.contains("\nswift run ftpraw send \"SYST\" "))
    #expect(text.contains("\nswift test "))
  }

  @Test func theTableOfExitCodesIsThatOfTheProgram() async throws {
    let text = try String(
      contentsOf: ProcessRunner.packageFolder.appending(path: "README.md"), encoding: .utf8)
    for status in ExitStatus.all {
      #expect(text.contains("| \(status.code) | \(status.meaning) |"), "exit status \(status.code)")
    }
  }
}
