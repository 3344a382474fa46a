import CYardstick
import FTPClient

/// The data connection, 1 GiB at a time, against a bare loop of 256 KiB reads or writes.
enum DataBenchmark {
  private static let size = 1 << 30

  /// RETR, where each piece is received and dropped.
  static func download() async throws -> Pair {
    try await pair { client in
      let transfer = try await client.passive(.pasv, "RETR x")
      let count = try await transfer.forEachPiece { _ in }
      try await transfer.finish().expect(226)
      return count
    } yardstick: {
      yardstick_download($0, "x")
    }
  }

  /// STOR from a buffer that never changes.
  static func upload() async throws -> Pair {
    try await pair { client in
      let transfer = try await client.passive(.pasv, "STOR x")
      let left = Countdown(size)
      let count = try await transfer.writePieces { left.take($0.count) }
      try await transfer.finish().expect(226)
      return count
    } yardstick: {
      yardstick_upload($0, "x", UInt64(size))
    }
  }

  private static func pair(
    _ ours: @escaping @Sendable (RawFTPClient) async throws -> Int,
    yardstick: @escaping @Sendable (Int32) -> Int64
  ) async throws -> Pair {
    let port = try ControlConnection.startPeer(dataBytes: size)
    let client = try await RawFTPClient.connect(to: "127.0.0.1", port: port)
    let bare = try ControlConnection(port: port)
    return Pair(
      unit: "MB/s",
      ours: {
        guard try await ours(client) == size else { throw BenchmarkFailure("the transfer was cut short") }
        return Double(size) / 1e6
      },
      yardstick: {
        guard yardstick(bare.descriptor) == Int64(size) else {
          throw BenchmarkFailure("the bare transfer was cut short")
        }
        return Double(size) / 1e6
      })
  }
}
