import FTPTransport
import Testing

/// The address families to test with; IPv6 only where the machine has it.
enum Loopback: String, CaseIterable, CustomTestStringConvertible {
  case ipv4 = "IPv4"
  case ipv6 = "IPv6"

  var testDescription: String { rawValue }

  /// The loopback address with a port that the system chooses.
  var any: SocketAddress { self == .ipv4 ? .loopbackIPv4(port: 0) : .loopbackIPv6(port: 0) }

  /// Skips the test, visibly, on a machine without this family.
  func require() throws {
    if (try? TCPListener(on: any)) == nil { try Test.cancel("this machine has no \(rawValue) loopback") }
  }
}

extension Deadline {
  /// Long enough for any machine, short enough not to hang a run for ever.
  static var test: Deadline { .after(.seconds(30)) }
}
