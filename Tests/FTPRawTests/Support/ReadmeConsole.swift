import FTPMockServer
import Foundation

/// The commands that README shows in its `console` blocks, with the output it says they have.
struct ReadmeConsole {
  /// One command and what stands below it.
  struct Command: Sendable, CustomStringConvertible {
    /// The line behind `$`.
    let line: String
    /// `export` lines that stand above it, in this block or an earlier one.
    let exports: [String]
    /// The output, line by line.
    let output: [String]
    /// The line of README, from 1.
    let place: Int

    var description: String { "README.md:\(place): \(line)" }
  }

  /// The rule file that README shows, which the server at port 2122 has.
  static func script() throws -> Script {
    let text = try String(
      contentsOf: ProcessRunner.packageFolder.appending(path: "README.md"), encoding: .utf8)
    let rules = text.split(separator: "```text\n# rules.txt:").dropFirst().first?.split(separator: "```")
      .first
    return try Script(parsing: "# rules.txt:" + (rules ?? ""))
  }

  /// Every command in order; `export` lines are no commands of their own.
  static func commands() throws -> [Command] {
    let text = try String(
      contentsOf: ProcessRunner.packageFolder.appending(path: "README.md"), encoding: .utf8)
    var commands: [Command] = []
    var exports: [String] = []
    var current: (line: String, output: [String], place: Int)?
    var isInside = false
    func close() {
      guard let done = current else { return }
      commands.append(Command(line: done.line, exports: exports, output: done.output, place: done.place))
      current = nil
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line == "```console" {
        isInside = true
      } else if line.hasPrefix("```") {
        close()
        isInside = false
      } else if isInside, line.hasPrefix("$ export ") {
        close()
        exports.append(String(line.dropFirst(2)))
      } else if isInside, line.hasPrefix("$ ") {
        close()
        current = (String(line.dropFirst(2)), [], index + 1)
      } else if isInside {
        current?.output.append(String(line))
      }
    }
    return commands
  }

  /// A line without what differs from run to run: ports, times, and how far a transfer was when it was cut.
  static func normalized(_ line: String) -> String {
    var line = line
    for (pattern, replacement) in [
      (#"127\.0\.0\.1:\d+"#, "127.0.0.1:N"), (#"127,0,0,1,\d+,\d+"#, "127,0,0,1,N,N"),
      (#"(\|127\.0\.0\.1\||\|\|\|)\d+\|"#, "$1N|"), (#"\d+\.\d+ms"#, "Tms"),
      (#""time":[0-9.e-]+"#, #""time":T"#),
      (#"\d+ bytes, closed by the client"#, "N bytes, closed by the client"),
    ] {
      line = line.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
    }
    return line
  }

  /// Whether lines are as shown, where a line of three dots stands for any number of lines.
  static func matches(_ printed: [String], _ shown: [String]) -> Bool {
    guard let dots = shown.firstIndex(of: "...") else { return printed == shown }
    guard printed.starts(with: shown[..<dots]) else { return false }
    let rest = Array(shown[(dots + 1)...])
    return (dots...printed.count).contains { matches(Array(printed[min($0, printed.count)...]), rest) }
  }
}
