import FTPClient
import FTPMockServer
import FTPProtocol
import FTPTransport
import FTPVectors

/// Sends the client's side of vectors to a server, whose replies must mean the same: the same step of the diagram,
/// the same box, and the same code if the vector requires it.
///
/// ```swift
/// let result = await ServerReplay(to: .mock).run(try Vector(parsing: text))
/// for difference in result.differences { print(difference) }
/// ```
public struct ServerReplay: Sendable {
  /// A server to replay to.
  public enum Server: Sendable {
    /// An obedient mock server for each vector, with the users, the files and the TLS that the vector shows.
    case mock
    /// A live server. Every login uses this user; if nil, the vectors' own.
    case live(host: String, port: UInt16, Credentials?)

    /// Its name in vectors.
    package var target: ExpectedDifference.Target {
      switch self {
      case .mock: .mock
      case .live: .live
      }
    }
  }

  /// The server.
  public let server: Server
  /// When TLS is used around the vectors with a live server; with `ClientTLS.Mode.none` only where they have it.
  public var security = ClientTLS.Mode.none
  /// The TLS settings for a live server.
  public var tls = ClientTLS()
  /// How long each step may take before the replay has failed; 10 seconds.
  public var stepLimit = Duration.seconds(10)
  /// How long a whole vector may take on a live server, in addition to its own waits; 2 minutes.
  ///
  /// Without this, a server that always has more to send could stay within the limit of every step. The mock server
  /// never does, and how long it takes says only how busy this machine is.
  public var wholeLimit = Duration.seconds(120)
  /// The most differences reported for one vector; 20.
  public var mostDifferences = 20

  /// Makes a replay to a server.
  public init(to server: Server) { self.server = server }

  /// Replays one vector.
  ///
  /// A vector that cannot be replayed there is excused, with its reason. On a live server, this
  /// includes vectors whose TLS fails, or cannot be read, and under ``security`` those that negotiate protection
  /// themselves.
  public func run(_ vector: Vector) async -> ReplayResult {
    var result = ReplayResult()
    if let reason = excuse(vector) {
      result.excuses = [reason]
      return result
    }
    let vector = vector.numbered.namingPorts
    let ledger: ReplayLedger
    switch server {
    case .mock:
      let tls: ServerTLS?
      do throws(TLSSetupError) {
        tls = try vector.serverTLS.map { mode throws(TLSSetupError) in try ServerTLS(mode) }
      } catch {
        result.excuses = ["\(error)"]
        return result
      }
      ledger = await playToMock(vector, under: tls)
    case .live(let host, let port, let credentials):
      var ours = tls
      ours.isImplicit = security == .implicit
      ledger = await play(vector, host: host, port: port, credentials, ours, checksData: false)
    }
    result.vectors = 1
    result.checks = ledger.checks
    result.differences = ledger.problems.prefix(mostDifferences).map {
      vector.difference($0, on: server.target)
    }
    return result
  }

  private func excuse(_ vector: Vector) -> String? {
    if let difference = vector.difference(on: server.target) { return difference.reason }
    guard server.target == .live else { return nil }
    for row in vector.rows {
      switch row.content {
      case .mark(.tls(_, .record)): return "its TLS cannot be read"
      case .mark(.tls(_, .failed)): return "its TLS fails"
      case .command(let line) where security != .none && line.isAboutProtection:
        return "it negotiates protection, but TLS is already in use"
      default: continue
      }
    }
    return nil
  }

  private func playToMock(_ vector: Vector, under tls: ServerTLS?) async -> ReplayLedger {
    let isIPv6 = vector.isOverIPv6
    var configuration = MockServer.Configuration(
      addresses: [isIPv6 ? .loopbackIPv6(port: 0) : .loopbackIPv4(port: 0)], recording: nil)
    let staging = MockStaging(vector)
    configuration.users = staging.users
    configuration.tree = staging.tree
    configuration.limits.loginAttempts = 100
    configuration.tls = tls
    var ours = ClientTLS()
    ours.isInsecure = true
    ours.isImplicit = tls?.mode == .implicit
    // For a server without TLS, the vector has the events of TLS, and the bytes inside it.
    ours.followsReplies = tls != nil
    do {
      return try await withMockServer(configuration) { server in
        await play(
          vector, host: server.address.host, port: server.port, nil, ours, checksData: true)
      }
    } catch {
      return failed(vector, "a mock server", "\(error)")
    }
  }

  private func play(
    _ vector: Vector, host: String, port: UInt16, _ credentials: Credentials?, _ tls: ClientTLS,
    checksData: Bool
  ) async -> ReplayLedger {
    let inbox = EventInbox()
    var configuration = RawFTPClient.Configuration()
    configuration.timeouts = Timeouts(each: stepLimit)
    configuration.leniency = vector.reading.leniency
    let security = server.target == .live ? security : .none
    configuration.tls = tls
    configuration.observer = { inbox.put($0) }
    let target = server.target
    do {
      let client = try await RawFTPClient.connect(
        to: host, port: port, configuration: configuration, awaitingGreeting: false)
      let limit: Duration? = target == .live ? wholeLimit + vector.waits : nil
      var ledger = await limited(to: limit) {
        await client.stepping { client in
          var play = ServerPlay(
            vector, on: target, under: security, credentials, inbox: inbox, checksData: checksData)
          await play.run(on: client)
          return play.ledger
        }
      }
      if ledger.isLate {
        ledger.value.report(
          ledger.value.problems.last?.line ?? 1, "an end within \(limit ?? .zero)", "none")
      }
      return ledger.value
    } catch {
      return failed(vector, "a connection to \(host), port \(port)", "\(error)")
    }
  }

  private func failed(_ vector: Vector, _ expected: String, _ actual: String) -> ReplayLedger {
    var ledger = ReplayLedger(bindings: PlaceholderBindings(), target: server.target)
    ledger.report(vector.rows.first?.line ?? 1, expected, actual)
    return ledger
  }
}

extension Vector {
  /// How the server for the client's side must use TLS; nil for not at all.
  fileprivate var serverTLS: ServerTLS.Mode? {
    var hasGreeted = false
    for row in rows {
      switch row.content {
      case .reply: hasGreeted = true
      case .mark(.tls(nil, .established)): return hasGreeted ? .explicit : .implicit
      default: continue
      }
    }
    return nil
  }

  /// How long the vector waits in all.
  fileprivate var waits: Duration {
    rows.reduce(.zero) { sum, row in
      if case .mark(.wait(let duration)) = row.content { sum + duration } else { sum }
    }
  }
}
