import FTPClient
import FTPConformance
import FTPReplay
import FTPSystem
import FTPVectors

/// What `replay` was asked to do, as far as the command line alone says.
struct ReplayPlan: Sendable {
  let invocation: Invocation
  /// Where to look for vectors.
  let paths: [String]
  let filter: String?
  let jobs: Int
  private let against: Against

  /// With whom vectors are replayed.
  private enum Against: Sendable {
    case everybody, client, mock
    case server(ServerURL)

    var isLive: Bool { if case .server = self { true } else { false } }
  }

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    switch invocation.value(.against) {
    case nil: against = .everybody
    case "client": against = .client
    case "mock": against = .mock
    case let text?:
      do throws(ArgumentValueError) {
        against = .server(try ServerURL(text, overTLS: true))
      } catch {
        throw invocation.usageError(
          "option '--against': not client, mock or a URL: \(error.message)")
      }
    }
    if let given = Self.ofServers.first(where: invocation.isGiven), !against.isLive {
      throw invocation.usageError("\(given.name) needs a server: --against URL names it")
    }
    if invocation.flag(.replayJSON), invocation.value(.junit) != nil {
      throw invocation.usageError("--json and --junit cannot be used together")
    }
    filter = invocation.value(.filter)
    if invocation.operands.isEmpty {
      guard VectorFile.isFolder("Vectors") else {
        throw invocation.usageError("there is no folder Vectors here; name vectors or a folder")
      }
      paths = ["Vectors"]
    } else {
      paths = invocation.operands.map(\.text)
    }
    jobs = invocation.number(.replayJobs) ?? (against.isLive ? 1 : 2 * Processors.count)
  }

  /// The ways to replay; throws if there is no password for the user of the URL, or no server answers.
  func makeWays() async throws -> [ReplayRunner.Way] {
    let limit = invocation.duration(.timeout) ?? .seconds(30)
    var client = ClientReplay()
    client.stepLimit = limit
    var mock = ServerReplay(to: .mock)
    mock.stepLimit = limit
    switch against {
    case .everybody: return [.alone(VectorReplay()), .client(client), .server(mock)]
    case .client: return [.client(client)]
    case .mock: return [.server(mock)]
    case .server(let url):
      let target = try ServerTarget(invocation, at: url)
      var configuration = RawFTPClient.Configuration()
      configuration.timeouts = Timeouts(each: limit)
      // A server that does not answer, or with which TLS fails, is reported once, not for each vector.
      let client = try await target.connect(configuration)
      try await target.secure(client)
      client.close()
      var live = ServerReplay(to: .live(host: url.host, port: url.port, target.login))
      live.stepLimit = limit
      live.security = target.security
      live.tls = target.tls
      return [.server(live)]
    }
  }

  /// The server that answers scripts; nil if none is named.
  func scriptedServer() async throws -> TestedServer? {
    guard case .server(let url) = against else { return nil }
    var target = try TestedServer(at: url, invocation)
    target.tls = try ClientTLS(invocation)
    try await invocation.requireOwnServer(target)
    return target
  }

  /// The options that only a live server needs.
  private static let ofServers = OptionSpecification.ofTLS + [.fuzzOwn]

  /// What to call the server, for a report.
  var serverText: String {
    if case .server(let url) = against { url.hostAndPort } else { "the mock server" }
  }

  /// The words after `ftpraw replay` that replay with the same target again.
  func again(_ target: ExpectedDifference.Target?) -> String {
    switch (target, against) {
    case (.client?, _): "--against client "
    case (.mock?, _): "--against mock "
    case (.live?, .server(let url)):
      (["--against", url.withoutPassword] + invocation.words(of: Self.ofServers))
        .map { ShellWord.quoted($0) + " " }.joined()
    default: ""
    }
  }
}

extension ServerURL {
  /// The URL as it may be shown and typed again.
  fileprivate var withoutPassword: String {
    "\(ServerURL(user: user, password: nil, host: host, port: port, security: security))"
  }
}
