import Foundation

/// The commands in the `console` blocks of a page, with the output that the page shows.
struct PageConsole {
  /// One command and the output below it.
  struct Command: Sendable, CustomStringConvertible {
    /// The text after `$`, and after `>` in continuation lines.
    let text: String
    /// The output, line by line.
    let output: [String]
    /// The path of the page from the package's folder.
    let page: String
    /// Its line in the page, counted from 1.
    let place: Int
    /// The number of its console block in the page, counted from 1.
    let block: Int

    var description: String { "\(page):\(place): \(text)" }
  }

  /// All pages whose commands are run: README, and those in `Documentation` that have console blocks.
  static func pages() throws -> [String] {
    try (["README.md"] + folder().map { "Documentation/\($0)" }).filter { try !commands(in: $0).isEmpty }
  }

  /// The names of the pages in `Documentation`.
  static func folder() -> [String] {
    ProcessRunner.packageFolder.appending(path: "Documentation").names.filter { $0.hasSuffix(".md") }
  }

  /// All commands of a page, in order; `page` is a path from the package's folder.
  static func commands(in page: String) throws -> [Command] {
    let text = try String(contentsOf: ProcessRunner.packageFolder.appending(path: page), encoding: .utf8)
    var commands: [Command] = []
    var current: (text: String, output: [String], place: Int)?
    var isInside = false, block = 0
    func close() {
      guard let done = current else { return }
      commands.append(
        Command(text: done.text, output: done.output, page: page, place: done.place, block: block))
      current = nil
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line == "```console" {
        isInside = true
        block += 1
      } else if line.hasPrefix("```") {
        close()
        isInside = false
      } else if isInside, line.hasPrefix("$ ") {
        close()
        current = (String(line.dropFirst(2)), [], index + 1)
      } else if isInside, line.hasPrefix("> "), current?.output.isEmpty == true {
        current?.text += "\n" + line.dropFirst(2)
      } else if isInside {
        current?.output.append(String(line))
      }
    }
    return commands
  }

  /// A script that runs all commands in one shell, with a numbered mark before each.
  static func script(_ commands: [Command]) -> String {
    commands.enumerated().map { "printf '\(mark)%d\\n' \($0.offset)\n\($0.element.text)\n" }.joined()
  }

  /// The output of such a script, for each command.
  static func outputs(_ printed: String) -> [[String]] {
    printed.components(separatedBy: mark).dropFirst().map { part in
      part.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast().map { String($0) }
    }
  }

  /// The ports that the commands name, each once.
  static func ports(_ script: String) -> [String] {
    Set(script.matches(of: /[ :](21[2-9][0-9])\b/).map { String($0.output.1) }).sorted()
  }

  private static let mark = "@@ command "

  /// A line without what differs from run to run: ports, times, and how far a transfer was when it was aborted.
  static func normalized(_ line: String) -> String {
    var line = line
    for (pattern, replacement) in [
      (#"127\.0\.0\.1:\d+"#, "127.0.0.1:N"), (#"127,0,0,1,\d+,\d+"#, "127,0,0,1,N,N"),
      (#"(\|127\.0\.0\.1\||\|\|\|)\d+\|"#, "$1N|"), (#"\d+\.\d+ms"#, "Tms"),
      (#""time":[0-9.e-]+"#, #""time":T"#),
      (#"\d+ cases in \d+\.\d s, \d+ at a time"#, "N cases in T s, N at a time"),
      (#"in \d+\.\d s, \d+ a second"#, "in T s, N a second"),
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
