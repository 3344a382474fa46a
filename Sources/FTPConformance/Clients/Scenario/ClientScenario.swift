import FTPProtocol

/// One thing that a server does to a client, and what a correct client then does.
///
/// The texts in `EmbeddedTexts/Scenarios` have them all; `FieldedText` describes their form.
public struct ClientScenario: RunnableCase {
  /// Its description.
  public let entry: ConformanceCase
  /// Where the behaviour was seen, or the RFC that requires it.
  public let source: String
  /// What a user loses if a client gets it wrong, as a phrase, or nil.
  public let loss: String?
  /// The client's jobs, one after the other.
  package let steps: [ScenarioStep]
  /// What a correct client does.
  package let checks: [ClientCheck]

  /// Makes a scenario.
  ///
  /// - Parameters:
  ///   - id: Group, job and slug: `honest/get/data-short`.
  ///   - title: What a correct client does, in a sentence.
  ///   - requirements: The rules it is about; the first decides the level.
  ///   - source: Where the behaviour was seen.
  ///   - loss: What the user loses if the client gets it wrong.
  ///   - bad: The bad habits that the scenario must find; a test tries each.
  ///   - needs: What the scenario needs besides its jobs.
  ///   - tags: Words that select the scenario.
  ///   - steps: What the server does and what the client is asked to do, in order.
  ///   - checks: What a correct client has done at the end.
  package init(
    _ id: CaseID, _ title: String, _ requirements: [RequirementID], source: String,
    losing loss: String? = nil,
    bad: [String], needs: [Need] = [], tags: [String] = [], steps: [ScenarioStep], checks: [ClientCheck]
  ) {
    var jobs: [Need] = []
    for step in steps where !jobs.contains(step.job.need) { jobs.append(step.job.need) }
    entry = ConformanceCase(
      id, title, of: .client, requirements, needs: jobs + needs, tags: tags, failsWith: bad,
      countsReplies: true,
      traits: [.init(name: "source", value: source)])
    self.source = source
    self.loss = loss
    self.steps = steps
    self.checks = checks
  }
}

/// One job of a scenario, and the server for it.
package struct ScenarioStep: Sendable {
  /// The default file.
  package static let file = "pub/hello.txt"

  package var job: ClientJob
  /// The path on the server, from its root.
  package var path: String
  /// The new name in a rename.
  package var target = "pub/renamed.txt"
  /// Files that are in the client's folder beforehand, with their contents.
  package var local: [String: String]
  /// The server; one without files of its own has those of the previous step.
  package var server = ScenarioServer()
  /// The user; nil for anonymous.
  package var user: String? = "ftpraw"
  package var password = "secret"
  /// The path in the URL, if different.
  package var urlPath: String?
  /// How many bytes of the server's file the client already has.
  package var begun: Int?
  /// Variables of the client's environment, as `NAME=VALUE`; a client function has none.
  package var environment: [String] = []
  /// The most bytes that the client can write to a file, as on a full disk; nil for no limit.
  ///
  /// A client function has no such limit.
  package var diskLimit: Int?
  /// The command after which the client is interrupted, as by ^C; a client function is cancelled.
  package var interruption: Verb?

  package init(_ job: ClientJob, _ path: String = ScenarioStep.file, having local: [String: String] = [:]) {
    self.job = job
    self.path = path
    self.local = local
  }

  /// The scheme of the URL.
  var scheme: String { job == .implicit ? "ftps" : "ftp" }

  /// The shell commands that make the disk look full: if SIGXFSZ is ignored, writing beyond the limit fails.
  ///
  /// `ulimit` counts in units of 512 bytes.
  private var fillingDisk: String? { diskLimit.map { "trap '' XFSZ; ulimit -f \($0 / 512); " } }

  /// The words before a command that set up the environment and the disk limit of its process.
  var prefix: [String] {
    let limited = fillingDisk.map { ["sh", "-c", "\($0)exec \"$@\"", "sh"] }
    return (environment.isEmpty ? [] : ["env"] + environment) + (limited ?? [])
  }

  /// The command for a shell, with the same effects.
  func shown(_ command: [String]) -> String {
    let interrupting = interruption == nil ? [] : ["timeout", "-s", "INT", "2"]
    let words = (environment + (interrupting + command).map(ShellWord.quoted)).joined(separator: " ")
    return fillingDisk.map { "(\($0)\(words))" } ?? words
  }

  /// What is unusual on the client's side, in words.
  package var circumstances: [String] {
    var words = local.keys.sorted().map { "has '\($0)'" }
    if let begun { words.append("has the first \(begun) bytes of the file") }
    words += environment.map { "runs with \($0)" }
    if let diskLimit { words.append("can write at most \(diskLimit) bytes to a file") }
    if let interruption { words.append("is interrupted as by ^C after \(interruption)") }
    return words
  }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The shell commands that create the files of the client's folder, for a trial by hand.
  var preparations: [String] {
    var lines = job.isMirror ? ["mkdir -p copy"] : []
    if let begun {
      var honest = ScenarioServer()
      honest.tree = server.tree
      lines.append(
        "\(honest.command(port: 2120)); curl -s ftp://127.0.0.1:2120/\(path) | head -c \(begun) > \(name); kill $!"
      )
    }
    for (file, text) in local.sorted(by: { $0.key < $1.key }) {
      let folder = file.split(separator: "/").dropLast().joined(separator: "/")
      let make = folder.isEmpty ? "" : "mkdir -p \(ShellWord.quoted(folder)); "
      let bytes = text.utf8.count
      let content =
        bytes > 200 ? "head -c \(bytes) /dev/zero" : "printf \(ShellWord.quoted(Self.format(text)))"
      lines.append("\(make)\(content) > \(ShellWord.quoted(file))")
    }
    return lines
  }

  /// A text as the first argument of `printf`.
  private static func format(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x0A: "\\n"
      case 0x5C: "\\\\"
      case 0x25: "%%"
      case 0x20...0x7E: String(UnicodeScalar(byte))
      default: "\\" + String(512 + Int(byte), radix: 8).suffix(3)
      }
    }.joined()
  }
}
