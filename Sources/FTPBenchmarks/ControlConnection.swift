import CYardstick

/// A control connection for the code in C, after the greeting.
final class ControlConnection: Sendable {
  let descriptor: Int32

  /// Connects to the peer on a loopback port and reads its greeting.
  init(port: UInt16) throws {
    descriptor = yardstick_connect(port)
    guard descriptor >= 0 else { throw BenchmarkFailure("cannot connect to the peer") }
    let count = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) {
      yardstick_read_line(descriptor, $0.baseAddress, $0.count)
    }
    guard count > 0 else { throw BenchmarkFailure("the peer did not greet") }
  }

  deinit { yardstick_close(descriptor) }

  /// Starts a peer that sends this many bytes for RETR, and returns its port.
  static func startPeer(dataBytes: Int = 0) throws -> UInt16 {
    let port = yardstick_peer_start(UInt64(dataBytes))
    guard port != 0 else { throw BenchmarkFailure("cannot start the peer") }
    return port
  }
}
