import FTPMockServer
import Foundation
import Testing

@testable import ftpraw

@Suite("README shows commands that work, with the output they have")
struct ReadmeTests {
  @Test func everyConsoleBlockIsAsShown() async throws {
    let commands = try ReadmeConsole.commands()
    #expect(commands.count >= 12)
    let bash = try #require(ProcessRunner.tool("bash"))
    let folder = FileManager.default.temporaryDirectory.appending(path: "ftpraw-readme-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let binaries = try ProcessRunner.ftpraw().executable.deletingLastPathComponent().path
    let scripted = try MockServer.start(.init(script: try ReadmeConsole.script()))
    defer { scripted.stop() }
    try await withMockServer { server in
      for command in commands {
        let lines = ["cd '\(folder.path)'"] + command.exports + [command.line]
        let script = lines.joined(separator: "\n")
          .replacingOccurrences(of: "127.0.0.1:2121", with: "127.0.0.1:\(server.port)")
          .replacingOccurrences(of: "127.0.0.1:2122", with: "127.0.0.1:\(scripted.port)")
        let outcome = try await bash.run(
          ["-c", "exec 2>&1\nPATH='\(binaries)':\"$PATH\"\n" + script])
        let shown = command.output.map(ReadmeConsole.normalized)
        let printed = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          .map { ReadmeConsole.normalized(String($0)) }
        #expect(
          ReadmeConsole.matches(printed, shown),
          "\(command)\n\(printed.joined(separator: "\n"))")
      }
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
