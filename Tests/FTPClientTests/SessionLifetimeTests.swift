import FTPConversation
import FTPSystem
import FTPTransport
import TestSupport
import Testing

@testable import FTPClient

@Suite("What a session holds lives until the last thread has touched it", .computing)
struct SessionLifetimeTests {
  /// How many sessions there are at a time: more than cores.
  private static let width = 16

  /// How many connections the server has open at most, however slowly its threads get a turn.
  private static let openConnections = 4 * width

  /// Greets whoever connects, and resets the connection once the other end has closed it, so that no port stays in use.
  private func greet(_ listener: consuming TCPListener, until wakeUp: WakeUp) throws {
    let handover = Handover(listener)
    let free = Monitor(Self.openConnections)
    try BlockingThread.start {
      guard let listener = handover.take() else { return }
      while let connection = try? listener.accept(wakeUp: wakeUp) {
        free.wait { free -> Void? in
          guard free > 0 else { return nil }
          free -= 1
          return ()
        }
        let client = Handover(connection)
        let isServed: Void? = try? BlockingThread.start(stackSize: 1 << 17) {
          Self.greet(client.take())
          free.withLockAndWakeOne { $0 += 1 }
        }
        if isServed == nil { free.withLock { $0 += 1 } }
      }
    }
  }

  /// Greets one client and waits for it to close its connection, which is closed here on return.
  private static func greet(_ client: consuming TCPConnection?) {
    guard let client else { return }
    client.resetWhenClosed()
    try? client.write("220 x\r\n".bytes)
    var buffer = [UInt8](repeating: 0, count: 64)
    _ = try? client.read(into: &buffer, deadline: .test)
  }

  @Test("Made and dropped by the hundred thousand")
  func manySessions() async throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let port = listener.localAddress.port
    let wakeUp = WakeUp()
    defer { wakeUp.signal() }
    try greet(listener, until: wakeUp)
    var configuration = RawFTPClient.Configuration()
    configuration.timeouts = Timeouts(each: .patience)
    let rounds = Thoroughness.rounds(100_000, oneIn: 200)
    try await withThrowingTaskGroup(of: Void.self) { [configuration] group in
      for _ in 0..<Self.width {
        group.addTask {
          for round in 0..<max(1, rounds / Self.width) {
            let client = try await RawFTPClient.connect(
              to: "127.0.0.1", port: port, configuration: configuration)
            switch round % 4 {
            case 0: client.close()
            case 1: client.reset()
            case 2:
              // The call ends on another thread, after the last reference here is gone.
              let call = Task { try await client.nextReply() }
              call.cancel()
            default: break
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
