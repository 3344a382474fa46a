import FTPClient
import FTPReplay
import FTPSystem
import FTPVectors

/// What `replay` was asked to do, as far as the command line alone can tell.
struct ReplayPlan: Sendable {
  let invocation: Invocation
  /// What to look for vectors in.
  let paths: [String]
  let filter: String?
  let jobs: Int
  private let against: Against

  /// With whom vectors are replayed.
  private enum Against: Sendable {
    case everybody, client, mock
    case server(ServerURL)
  }

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    switch invocation.value(.against) {
    case nil: against = .everybody
    case "client": against = .client
    case "mock": against = .mock
    case let text?:
      do throws(ArgumentValueError) {
        against = .server(try ServerURL(text))
      } catch {
        throw invocation.usageError(
          "option '--against': neither client nor mock nor an URL: \(error.message)")
      }
    }
    if invocation.flag(.replayJSON), invocation.value(.junit) != nil {
      throw invocation.usageError("--json and --junit exclude each other")
    }
    filter = invocation.value(.filter)
    if invocation.operands.isEmpty {
      guard VectorFile.isFolder("Vectors") else {
        throw invocation.usageError("there is no folder Vectors here; name the vectors or a folder of them")
      }
      paths = ["Vectors"]
    } else {
      paths = invocation.operands.map(\.text)
    }
    let usual = if case .server = against { 1 } else { 2 * Processors.count }
    jobs = invocation.number(.replayJobs) ?? usual
  }

  /// The ways to replay. Throws where no password is there for the user of the URL, or nobody answers there.
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
      let login = try ServerTarget.login(at: url, invocation)
      var configuration = RawFTPClient.Configuration()
      configuration.timeouts = Timeouts(each: limit)
      // A server that is not there is told once, and not for each vector.
      (try await RawFTPClient.connect(to: url.host, port: url.port, configuration: configuration)).close()
      var live = ServerReplay(to: .live(host: url.host, port: url.port, login))
      live.stepLimit = limit
      return [.server(live)]
    }
  }

  /// What to call the server, for a report.
  var serverText: String {
    if case .server(let url) = against { url.hostAndPort } else { "the mock server" }
  }

  /// The words after `ftpraw replay` that replay with the same target again.
  func again(_ target: LegitimateDifference.Target?) -> String {
    switch (target, against) {
    case (.client?, _): "--against client "
    case (.mock?, _): "--against mock "
    case (.live?, .server(let url)): "--against \(url.withoutPassword) "
    default: ""
    }
  }
}

extension ServerURL {
  /// The URL as it may be shown and typed again.
  fileprivate var withoutPassword: String {
    "\(ServerURL(user: user, password: nil, host: host, port: port))"
  }
}
