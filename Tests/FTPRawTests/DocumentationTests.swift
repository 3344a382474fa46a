import FTPConformance
import FTPTransport
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("Every page shows commands that work, with their output, and links that lead somewhere", .queueing)
struct DocumentationTests {
  /// As if a reader pasted one command after the other into one shell.
  @Test(arguments: try PageConsole.pages()) func everyCommandIsAsShown(page: String) async throws {
    let commands = try await runnable(PageConsole.commands(in: page))
    let bash = try #require(ProcessRunner.tool("bash"))
    let binaries = try ProcessRunner.ftpraw().executable.deletingLastPathComponent().path
    var script = PageConsole.script(commands)
    // The ports on the page may be in use; these are reserved instead.
    let ports = try PageConsole.ports(script).map { (shown: $0, held: try HeldPort()) }
    for port in ports {
      script = script.replacing(try Regex(#"([ :])\#(port.shown)\b"#, as: (Substring, Substring).self)) {
        "\($0.output.1)\(port.held.number)"
      }
    }
    try await withScratchFolder { folder in
      let outcome = try await bash.run(["-c", preparations(folder, binaries) + script])
      let outputs = PageConsole.outputs(outcome.output)
      #expect(outputs.count == commands.count, "\(outcome.output)")
      for (command, printed) in zip(commands, outputs) {
        let printed = printed.map(PageConsole.normalized)
        #expect(
          PageConsole.matches(printed, command.output.map(PageConsole.normalized)),
          "\(command)\n\(printed.joined(separator: "\n"))")
      }
    }
    withExtendedLifetime(ports) {}
  }

  @Test func aPageLeavesOutNoneThatHaveCommands() throws {
    let pages = try PageConsole.pages()
    #expect(pages.contains("README.md") && pages.count >= 7, "\(pages)")
    #expect(try pages.flatMap { try PageConsole.commands(in: $0) }.count >= 60)
  }

  @Test func theTableOfExitCodesIsThatOfTheProgram() throws {
    let text = try Self.text("Documentation/command-line.md")
    for status in ExitStatus.all {
      #expect(text.contains("| \(status.code) | \(status.meaning) |"), "exit status \(status.code)")
    }
  }

  @Test func theTableOfTheEnvironmentIsThatOfTheProgram() throws {
    let text = try Self.text("Documentation/command-line.md")
    for variable in CommandTable.ftpraw.environment {
      #expect(text.contains("| `\(variable.name)` |"), "\(variable.name)")
    }
  }

  @Test func theTableOfCombinationsIsThatOfTheProgram() throws {
    let text = try Self.text("Documentation/check.md")
    for product in Product.all {
      let row =
        "| `\(product.name)/` | \(product.summary) | \(product.counts.map(String.init).joined(separator: " | ")) |"
      #expect(text.contains(row), "\(row)")
    }
  }

  /// Links between the pages; web addresses are not checked.
  @Test(
    arguments: [
      "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Vectors/README.md", "RFC/README.md",
      "Tests/Interop/README.md",
    ] + PageConsole.folder().map { "Documentation/\($0)" })
  func everyLinkLeadsSomewhere(page: String) throws {
    let text = try Self.text(page)
    let folder = ProcessRunner.packageFolder.appending(path: page).deletingLastPathComponent()
    for link in text.matches(of: /\]\(([^)\s]+)\)/).map({ String($0.output.1) }) where !link.contains("://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map {
        String($0)
      }
      let target =
        parts[0].isEmpty
        ? ProcessRunner.packageFolder.appending(path: page) : folder.appending(path: parts[0])
      #expect(FileManager.default.fileExists(atPath: target.path), "\(page) links to \(link)")
      guard parts.count == 2, target.pathExtension == "md" else { continue }
      #expect(Self.anchors(target.text).contains(parts[1]), "\(page) links to \(link)")
    }
  }

  /// The anchors that GitHub generates for the headings of a page.
  private static func anchors(_ text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
        let words = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
        return String(words.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" })
          .replacingOccurrences(of: " ", with: "-")
      })
  }

  private static func text(_ page: String) throws -> String {
    try String(contentsOf: ProcessRunner.packageFolder.appending(path: page), encoding: .utf8)
  }

  /// The commands without blocks that need a tool which this machine lacks, or that show findings about another version
  /// of curl.
  private func runnable(_ commands: [PageConsole.Command]) async throws -> [PageConsole.Command] {
    var missing = ["curl ", "python3 "].filter { ProcessRunner.tool(String($0.dropLast())) == nil }
    if let curl = ProcessRunner.tool("curl"),
      try await !curl.run(["--version"]).output.hasPrefix("curl 7.88.")
    {
      missing.append("-- curl ")
    }
    let left = Set(commands.filter { command in missing.contains { command.text.contains($0) } }.map(\.block))
    return commands.filter { !left.contains($0.block) }
  }

  /// A shell in a folder that is empty except for links to the parts of the package that some pages use.
  private func preparations(_ folder: URL, _ binaries: String) -> String {
    let package = ProcessRunner.packageFolder.path
    return """
      exec 2>&1
      trap 'kill $(jobs -p) 2>/dev/null' EXIT
      PATH='\(binaries)':"$PATH"
      cd '\(folder.path)'
      ln -s '\(package)/Vectors' '\(package)/Tests' .

      """
  }
}

/// A port that no other program gets while this object lives.
private final class HeldPort: Sendable {
  private let port: SilentPort
  var number: UInt16 { port.number }

  init() throws { port = try SilentPort() }
}
