import FTPClient
import FTPVectors

/// Plays the server's side of vectors over loopback sockets to `RawFTPClient`, which acts as the client
/// in them; the results of its judge are compared with the vector.
///
/// Both ends take the rows in turn, so that nothing depends on chance. The client writes every byte of a `C>` and the
/// server's end reads it; the server's end writes every segment of an `S>` and the client reads it before the next.
/// Meanings, verdicts, states, data on both channels and addresses must be as written. TLS is only reported to the judge,
/// not used: the bytes are sent in clear.
///
/// ```swift
/// let result = await ClientReplay().run(try Vector(parsing: text))
/// for difference in result.differences { print(difference) }
/// ```
public struct ClientReplay: Sendable {
  /// How long each step may take before the replay has failed; 10 seconds.
  public var stepLimit = Duration.seconds(10)
  /// Whether the server's bytes are sent in other segments than those of the vector, too.
  public var triesSegmentations = true
  /// The most bytes of a server's replies that are sent one by one; 2,048.
  public var mostSingleBytes = 2_048
  /// The most differences reported for one vector; 20.
  public var mostDifferences = 20

  /// Makes a replay with the defaults.
  public init() {}

  /// Replays one vector.
  ///
  /// A vector that cannot be replayed here, and says so, is only excused.
  public func run(_ vector: Vector) async -> ReplayResult {
    var result = ReplayResult()
    if let difference = vector.difference(on: .client) {
      result.excuses = [difference.reason]
      return result
    }
    let vector = vector.numbered.namingPorts
    var told: Set<ReplayLedger.Problem> = []
    for segmentation in segmentations(of: vector) where !Task.isCancelled {
      let ledger = await play(vector, segmentation)
      result.segmentations += 1
      result.checks += ledger.checks
      for problem in ledger.problems where told.insert(problem).inserted {
        guard result.differences.count < mostDifferences else { break }
        result.differences.append(vector.difference(problem, on: .client, segmentation))
      }
    }
    result.vectors = 1
    return result
  }

  private func segmentations(of vector: Vector) -> [Segmentation] {
    guard triesSegmentations else { return [.asWritten] }
    let bindings = PlaceholderBindings(samplesFor: vector)
    let count = vector.rows.reduce(0) { count, row in
      guard case .reply(let line) = row.content else { return count }
      return count + line.rendered(bindings).bytes.count
    }
    return [.asWritten, .lineEnds] + (count <= mostSingleBytes ? [.byteByByte] : [.random(seed: 959)])
  }

  private func play(_ vector: Vector, _ segmentation: Segmentation) async -> ReplayLedger {
    let inbox = EventInbox()
    var configuration = RawFTPClient.Configuration()
    configuration.timeouts = Timeouts(each: stepLimit)
    configuration.leniency = vector.reading.leniency
    // The vector has the events of TLS, and the bytes inside it.
    configuration.tls.followsReplies = false
    configuration.observer = { inbox.put($0) }
    let limit = stepLimit
    do {
      let listener = try PeerListener(isIPv6: vector.isOverIPv6)
      let client = try await RawFTPClient.connect(
        to: listener.address.host, port: listener.address.port, configuration: configuration,
        awaitingGreeting: false)
      return await client.stepping { client in
        var play = ClientPlay(vector, segmentation, inbox: inbox, limit: limit)
        await play.run(listener, on: client)
        return play.ledger
      }
    } catch {
      var ledger = ReplayLedger(bindings: PlaceholderBindings(), target: .client)
      ledger.report(vector.rows.first?.line ?? 1, "a connection over the loopback interface", "\(error)")
      return ledger
    }
  }
}
