import FTPSystem
import FTPText

/// How to start a client for each job: a driver file, or a command line that downloads.
///
/// ```text
/// # curl, which takes one file at a time.
/// name    curl
/// version curl --version
/// limit   8s
/// get     curl -sS --max-time 8 {url} -o {out}
/// put     curl -sS --max-time 8 -T {file} {url}
/// cannot  mirror: it takes one file at a time
/// ```
///
/// One word and its value per line; a line that begins with a space continues the previous one, and `#` begins a
/// comment. A command is split into words like in a shell, but no shell is involved: only quotation marks and
/// backslashes are special.
package struct ClientDriver: Hashable, Sendable {
  package var name: String
  /// The command that prints its version, or nil.
  package var version: [String]?
  /// The client's own time limit, as its commands set it; nil if they set none.
  package var limit: Duration?
  /// How each job is done.
  package var commands: [ClientJob: [String]]
  /// The jobs that the client cannot do, and why.
  package var inabilities: [ClientJob: String]
  /// The folder of the file, or nil.
  package var folder: String?
  /// The driver on a command line: `--driver FILE`, or `--` and the command.
  package var operands: [String]

  /// Makes the driver of a command line that downloads `{url}`, and names it after its program.
  package init(command: [String]) {
    name = command.first?.split(separator: "/").last.map(String.init) ?? "client"
    commands = [.get: command]
    inabilities = [:]
    operands = ["--"] + command
  }

  /// Reads a driver file.
  ///
  /// Throws at the first malformed line.
  package init(parsing text: [UInt8], path: String) throws(ClientDriverError) {
    name = path.split(separator: "/").last.map(String.init) ?? "client"
    commands = [:]
    inabilities = [:]
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    // The client starts in another folder, so the path must be absolute.
    folder = path.hasPrefix("/") ? parent : "\(Environment.workingFolder ?? ".")/\(parent)"
    operands = ["--driver", path]
    for line in try DriverLine.lines(of: text) { try take(line) }
    guard commands[.get] != nil else { throw ClientDriverError(line: 1, message: "a line 'get' is missing") }
  }

  private mutating func take(_ line: DriverLine) throws(ClientDriverError) {
    switch line.keyword {
    case "name": name = line.text
    case "version": version = try line.words()
    case "limit":
      guard let seconds = Double(line.text.hasSuffix("s") ? String(line.text.dropLast()) : line.text),
        seconds > 0, seconds <= 3_600
      else { throw line.error("'\(line.text)' is not a number of seconds such as 8s") }
      limit = .milliseconds(Int(seconds * 1_000))
    case "cannot":
      let parts = line.text.split(separator: ":", maxSplits: 1).map(String.init)
      guard let job = parts.first.flatMap(ClientJob.init(rawValue:)), parts.count == 2 else {
        throw line.error("'cannot' must be followed by a job, a colon and the reason")
      }
      inabilities[job] = String(parts[1].drop { $0 == " " })
    default:
      guard let job = ClientJob(rawValue: line.keyword) else {
        throw line.error("'\(PrintableText.line(line.keyword))' is unknown")
      }
      guard commands[job] == nil else { throw line.error("a second line '\(line.keyword)'") }
      commands[job] = try line.words()
    }
  }

  /// Why the client cannot do a job; nil if it can.
  func reasonAgainst(_ job: ClientJob) -> String? {
    if commands[job] != nil { return nil }
    return inabilities[job] ?? "the driver has no command for '\(job.rawValue)'"
  }
}

/// What is wrong with a driver file.
package struct ClientDriverError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  package let line: Int
  /// What is wrong, in printable ASCII.
  package let message: String

  /// The number and the message.
  package var description: String { "\(line): \(message)" }
}
