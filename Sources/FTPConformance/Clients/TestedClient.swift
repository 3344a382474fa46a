import FTPProtocol
import FTPText

/// A client to test: a program that a driver can start, or a function in this process.
public struct TestedClient: Sendable {
  enum Way: Sendable {
    case program(ClientDriver)
    case function(@Sendable (ClientTask) async throws -> Void)
  }

  let way: Way
  /// The name.
  public let name: String
  let jobs: Set<ClientJob>
  /// The client's own time limit; nil if unknown.
  let limit: Duration?

  /// A program.
  package init(_ driver: ClientDriver) {
    way = .program(driver)
    name = driver.name
    jobs = Set(driver.commands.keys)
    limit = driver.limit
  }

  /// A function, which throws if the client fails.
  ///
  /// - Parameters:
  ///   - name: The name in the report.
  ///   - jobs: The jobs that it can do.
  ///   - limit: How long it waits for a silent server; nil for no limit.
  ///   - body: Performs a task, and throws if that fails.
  public init(
    _ name: String, jobs: Set<ClientJob> = [.get], limit: Duration? = nil,
    _ body: @escaping @Sendable (ClientTask) async throws -> Void
  ) {
    way = .function(body)
    self.name = name
    self.jobs = jobs
    self.limit = limit
  }

  private var takesURL: Bool {
    guard case .program(let driver) = way else { return true }
    return driver.commands[.get]?.contains { $0.contains(ClientWord.url.word) } ?? false
  }

  func reasonAgainst(_ need: Need) -> String? {
    if need == .timeLimit { return limit == nil ? "the driver names no limit of the client" : nil }
    if need == .url { return takesURL ? nil : "its command for 'get' takes no URL" }
    guard need.name == "job", let job = need.parameter.flatMap(ClientJob.init(rawValue:)) else { return nil }
    if case .program(let driver) = way { return driver.reasonAgainst(job) }
    return jobs.contains(job) ? nil : "the client does not do '\(job.rawValue)'"
  }
}

/// The task of a client function in a scenario.
public struct ClientTask: Sendable {
  /// The job.
  public let job: ClientJob
  /// The URL, with user and password.
  public let url: String
  /// The host of the server.
  public let host: String
  /// The port of the server.
  public let port: UInt16
  /// The user; nil for anonymous.
  public let user: String?
  /// The user's password.
  public let password: String
  /// The path on the server, without a leading slash.
  public let path: String
  /// The name of the file after a rename.
  public let target: String
  /// The folder of the client.
  public let folder: String
  /// The file to write for a download, or to read for an upload.
  public let file: String
  /// The folder for a mirror.
  public let mirrorFolder: String
  /// A file with the certificate to trust, or nil.
  public let authorities: String?
  /// Receives what a program would print.
  public let print: @Sendable (String) -> Void
}

extension Need {
  /// The client has a time limit for a silent server, and the driver names it.
  public static let timeLimit = Need("time-limit")
  /// The client is given a URL, and parses it itself.
  public static let url = Need("url")
  /// This machine has ::1.
  public static let loopbackIPv6 = Need("loopback-ipv6")
  /// This machine has 127.0.0.2.
  public static let secondLoopback = Need("second-loopback")
  /// This machine has a library for TLS.
  public static let tlsLibrary = Need("tls-library")

  /// What a scenario may need besides its jobs.
  static let besidesJobs = [timeLimit, url, loopbackIPv6, secondLoopback, tlsLibrary]
}

extension TestedParty {
  /// A client, as reports describe it.
  init(_ client: TestedClient, saying words: [String]) {
    var command = Command(subcommand: "check-client")
    var members = Members()
    members.target = .of(["name": client.name])
    if case .program(let driver) = client.way {
      if driver.operands.first == "--" {
        command.trailing = driver.operands
      } else {
        command.options = driver.operands
      }
      members.target += .of([
        "command": (driver.commands[.get] ?? []).map(ShellWord.quoted).joined(separator: " "),
        "driver": driver.operands.first == "--" ? String?.none : driver.operands.last,
      ])
    }
    members.facts = .of(["jobs": client.jobs.map(\.rawValue).sorted(), "limit": client.limit])
    self.init(.client, client.name, words: words, json: members, command: command)
  }
}
