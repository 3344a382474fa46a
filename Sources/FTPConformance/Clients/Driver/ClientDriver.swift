import FTPSystem
import FTPText

/// How a client is told to do each job: what a driver file says, or a command line that downloads.
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
/// One word and its value a line; a line that begins with a blank continues with the one before it, and `#` begins a comment. A
/// command is words as a shell takes them, without a shell: quotation marks and backslashes count, and nothing else does.
public struct ClientDriver: Hashable, Sendable {
  /// What the client is called.
  public var name: String
  /// The command that makes it tell its version; nil where there is none.
  public var version: [String]?
  /// How long the client itself waits for a server, as its commands tell it; nil where it is not told to.
  public var limit: Duration?
  /// How each job is done.
  public var commands: [ClientJob: [String]]
  /// What it cannot do, by the word of a job, and why.
  public var inabilities: [ClientJob: String]
  /// The folder of the file; nil where there is none.
  package var folder: String?
  /// What names the driver on a command line: `--driver FILE`, or `--` and the command.
  package var operands: [String]

  /// Makes the driver of a command line that downloads `{url}`; it is called after its program.
  public init(command: [String]) {
    name = command.first?.split(separator: "/").last.map(String.init) ?? "client"
    commands = [.get: command]
    inabilities = [:]
    operands = ["--"] + command
  }

  /// Reads a driver file.
  ///
  /// - Parameters:
  ///   - text: What the file holds.
  ///   - path: Where it is.
  /// - Throws: ``ClientDriverError`` at the first line that is not in the form.
  public init(parsing text: [UInt8], path: String) throws(ClientDriverError) {
    name = path.split(separator: "/").last.map(String.init) ?? "client"
    commands = [:]
    inabilities = [:]
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    // The client begins in another folder.
    folder = path.hasPrefix("/") ? parent : "\(Environment.workingFolder ?? ".")/\(parent)"
    operands = ["--driver", path]
    for line in try DriverLine.lines(of: text) { try take(line) }
    guard commands[.get] != nil else { throw ClientDriverError(line: 1, message: "there is no line 'get'") }
  }

  private mutating func take(_ line: DriverLine) throws(ClientDriverError) {
    switch line.keyword {
    case "name": name = line.text
    case "version": version = try line.words()
    case "limit":
      guard let seconds = Double(line.text.hasSuffix("s") ? String(line.text.dropLast()) : line.text),
        seconds > 0, seconds <= 3_600
      else { throw line.error("'\(line.text)' is no number of seconds such as 8s") }
      limit = .milliseconds(Int(seconds * 1_000))
    case "cannot":
      let parts = line.text.split(separator: ":", maxSplits: 1).map(String.init)
      guard let job = parts.first.flatMap(ClientJob.init(rawValue:)), parts.count == 2 else {
        throw line.error("'cannot' is followed by a job, a colon and the reason")
      }
      inabilities[job] = String(parts[1].drop { $0 == " " })
    default:
      guard let job = ClientJob(rawValue: line.keyword) else {
        throw line.error("there is no '\(PrintableText.line(line.keyword))'")
      }
      guard commands[job] == nil else { throw line.error("a second line '\(line.keyword)'") }
      commands[job] = try line.words()
    }
  }

  /// Why it cannot do a job; nil where it can.
  func reasonAgainst(_ job: ClientJob) -> String? {
    if commands[job] != nil { return nil }
    return inabilities[job] ?? "no command is known for '\(job.rawValue)'"
  }
}

/// What is wrong with a driver file.
public struct ClientDriverError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// What is wrong, in printable ASCII.
  public let message: String

  /// The number and the message.
  public var description: String { "\(line): \(message)" }
}
