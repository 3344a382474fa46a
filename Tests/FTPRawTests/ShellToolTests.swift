import FTPConformance
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("Shells and manual readers accept the generated files", .queueing)
struct ShellToolTests {
  @Test(.enabled(if: ProcessRunner.tool("bash") != nil, "bash is not installed"))
  func bashReadsItsScript() async throws { try await reads(.bash) }

  @Test(.enabled(if: ProcessRunner.tool("zsh") != nil, "zsh is not installed"))
  func zshReadsItsScript() async throws { try await reads(.zsh) }

  @Test(.enabled(if: ProcessRunner.tool("fish") != nil, "fish is not installed"))
  func fishReadsItsScript() async throws { try await reads(.fish) }

  private func reads(_ shell: Completions.Shell) async throws {
    let tool = try #require(ProcessRunner.tool(shell.rawValue))
    let script = Completions(table: .ftpraw).script(for: shell)
    try await withFile(script) { file in
      let outcome = try await tool.run(["-n", file])
      #expect(outcome.error == "")
      #expect(outcome.status == 0)
    }
  }

  @Test(
    .enabled(if: ProcessRunner.tool("bash") != nil),
    arguments: [
      (["ftpraw", ""], CommandTable.ftpraw.names + ["-h", "--help", "--version"]),
      (["ftpraw", "sen"], ["send"]),
      (["ftpraw", "--v"], ["--version"]),
      (["ftpraw", "send", "--st"], ["--strict"]),
      (["ftpraw", "send", "-"], Subcommand.send.allOptions.flatMap(\.spellings)),
      (["ftpraw", "send", "--color", ""], ["auto", "always", "never"]),
      (["ftpraw", "send", "--color", "a"], ["auto", "always"]),
      (["ftpraw", "send", "--color", "="], ["auto", "always", "never"]),
      (["ftpraw", "send", "--color", "=", "n"], ["never"]),
      (["ftpraw", "send", "--timeout", ""], []),
      (["ftpraw", "send", "--", "-"], []),
      (["ftpraw", "completions", ""], ["bash", "zsh", "fish"]),
      (["ftpraw", "help", "sh"], ["shell"]),
      (["ftpraw", "man", "--"], ["--help"]),
      (["ftpraw", "nonsense", "-"], []),
      (["ftpraw", "check", "rfc36"], ["rfc3659/"]),
      (["ftpraw", "check", "rfc959/4.2/reply-l"], ["rfc959/4.2/reply-line"]),
      (
        ["ftpraw", "check", "rfc959/4.2/mult"],
        CaseCatalogue.servers.map(\.id.rawValue).filter { $0.hasPrefix("rfc959/4.2/mult") }
      ),
      (["ftpraw", "explain", "rfc959/4.2/reply-l"], ["rfc959/4.2/reply-line"]),
      (["ftpraw", "check", "959:4.2:reply-li"], ["959:4.2:reply-line"]),
      (["ftpraw", "check", "--explain", "rfc959/4.2/reply-l"], ["rfc959/4.2/reply-line"]),
      (["ftpraw", "send", "-o", "completion-te"], ["completion-test file", "completion-test-2"]),
      (["ftpraw", "send", "--input", "=", "completion-test-"], ["completion-test-2"]),
    ])
  func bashCompletes(words: [String], offered: [String]) async throws {
    let bash = try #require(ProcessRunner.tool("bash"))
    let script = Completions(table: .ftpraw).script(for: .bash)
    let folder = FileManager.default.temporaryDirectory.appending(path: "ftpraw-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["completion-test file", "completion-test-2"] {
      try Data().write(to: folder.appending(path: name))
    }
    let driver = """
      cd "$1" || exit
      shift
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
      _ftpraw
      ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try await bash.run(
      ["--norc", "-c", "\(script)\n\(driver)", "bash", folder.path] + words)
    #expect(outcome.error == "")
    #expect(Set(outcome.output.split(separator: "\n").map(String.init)) == Set(offered))
  }

  @Test(
    .enabled(if: ProcessRunner.tool("fish") != nil),
    arguments: [
      ("ftpraw sen", ["send"]), ("ftpraw send --st", ["--strict"]),
      ("ftpraw send --color ", ["always", "auto", "never"]), ("ftpraw completions z", ["zsh"]),
    ])
  func fishCompletes(line: String, offered: [String]) async throws {
    let fish = try #require(ProcessRunner.tool("fish"))
    let script = Completions(table: .ftpraw).script(for: .fish)
    let outcome = try await fish.run(["--no-config", "-c", "\(script)\ncomplete -C '\(line)'"])
    let words = outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(words.sorted() == offered)
  }

  @Test(.enabled(if: ProcessRunner.tool("groff") != nil, "groff is not installed"))
  func groffHasNoWarnings() async throws { try await reads("groff", ["-man", "-ww", "-Tutf8", "-z"]) }

  @Test(.enabled(if: ProcessRunner.tool("mandoc") != nil, "mandoc is not installed"))
  func mandocHasNoWarnings() async throws {
    #expect(try await reads("mandoc", ["-Tlint", "-Wwarning"]) == "")
  }

  #if os(Linux)
    // Only the manual reader of man-db has `--warnings`.
    @Test(.enabled(if: ProcessRunner.tool("man") != nil, "man is not installed"))
    func manHasNoWarnings() async throws { try await reads("man", ["--warnings", "-l", "-P", "cat"]) }
  #endif

  @discardableResult
  private func reads(_ name: String, _ options: [String]) async throws -> String {
    let tool = try #require(ProcessRunner.tool(name))
    var output = ""
    try await withFile(ManPage(table: .ftpraw).text) { file in
      let outcome = try await tool.run(options + [file])
      #expect(outcome.error == "")
      #expect(outcome.status == 0)
      output = outcome.output
    }
    return output
  }

  private func withFile(_ text: String, _ body: (String) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "ftpraw-\(UUID().uuidString).1")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await body(file.path)
  }
}
