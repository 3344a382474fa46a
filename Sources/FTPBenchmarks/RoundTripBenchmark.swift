import CYardstick
import FTPClient

/// Commands and their replies, one after the other, against a bare loop of write, poll and read.
enum RoundTripBenchmark {
  private static let batch = 5_000
  private static let line = "NOOP"

  /// The caller is on another thread, so that each command is a hop to the client's thread and back.
  static func oneHopEach() async throws -> Pair {
    try await pair { client in
      for _ in 0..<batch {
        guard try await client.send(line).code == 200 else { throw BenchmarkFailure("not 200") }
      }
    }
  }

  /// The whole batch runs on the client's thread.
  static func isolated() async throws -> Pair {
    try await pair { client in
      let isFine = try await client.onThread { client throws(FTPClientError) in
        for _ in 0..<batch {
          guard try client.send(line).code == 200 else { return false }
        }
        return true
      }
      guard isFine else { throw BenchmarkFailure("not 200") }
    }
  }

  private static func pair(_ ours: @escaping @Sendable (RawFTPClient) async throws -> Void) async throws
    -> Pair
  {
    let port = try ControlConnection.startPeer()
    let client = try await RawFTPClient.connect(to: "127.0.0.1", port: port)
    let bare = try ControlConnection(port: port)
    return Pair(
      unit: "trips/s",
      ours: {
        try await ours(client)
        return Double(batch)
      },
      yardstick: {
        let command = Array((line + "\r\n").utf8CString)
        guard yardstick_round_trips(bare.descriptor, command, command.count - 1, UInt64(batch)) == 0 else {
          throw BenchmarkFailure("the bare loop failed")
        }
        return Double(batch)
      })
  }
}
