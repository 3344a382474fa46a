import FTPSystem
import FTPTransport
import Synchronization
import TestSupport
import Testing

/// An actor on its own thread, of which nothing is left once its only call has returned.
private actor Fleeting {
  private let executor: ThreadExecutor
  private var calls = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init() throws(TransportError) { executor = try ThreadExecutor(stackSize: 1 << 16) }

  func call() -> Int {
    calls += 1
    return calls
  }
}

/// Something that threads share, made and dropped while another thread may still be at it.
///
/// What is wrong with a lifetime shows as a crash now and then, and always under a sanitizer.
private enum SharedThing: CaseIterable, CustomTestStringConvertible {
  case monitor, executor, actor, wakeUp, threadGroup, lookUp, closeProbe, sharedConnection

  var testDescription: String { "\(self)" }

  /// How many are made of it if everything is tried.
  var rounds: Int {
    switch self {
    case .monitor, .executor, .actor, .wakeUp: 200_000
    case .threadGroup, .closeProbe, .sharedConnection: 100_000
    case .lookUp: 20_000
    }
  }

  func makeAndDrop() async throws {
    switch self {
    case .monitor:
      // The thread that is woken releases the last reference; the one that wakes it has none.
      let monitor = Unmanaged.passRetained(Monitor(false))
      let place = UInt(bitPattern: monitor.toOpaque())
      try BlockingThread.start(stackSize: 1 << 16) {
        guard let pointer = UnsafeRawPointer(bitPattern: place) else { return }
        let monitor = Unmanaged<Monitor<Bool>>.fromOpaque(pointer)
        monitor._withUnsafeGuaranteedRef { _ = $0.wait { $0 ? true : nil } }
        monitor.release()
      }
      monitor._withUnsafeGuaranteedRef { $0.withLockAndWakeOne { $0 = true } }
    case .executor:
      // The executor ends with the job, on its own thread or on this one.
      let value = try await ThreadExecutor(stackSize: 1 << 16).run { 1 }
      #expect(value == 1)
    case .actor:
      #expect(try await Fleeting().call() == 1)
    case .wakeUp:
      // The waiting thread may be the last that has it.
      let wakeUp = WakeUp()
      try BlockingThread.start(stackSize: 1 << 16) { wakeUp.wait() }
      wakeUp.signal()
    case .threadGroup:
      let group = ThreadGroup(stackSize: 1 << 16)
      _ = try group.start {}
      await BlockingThread.run { group.close() }
    case .lookUp:
      // The caller gives up at once, and the thread of the look-up is left with it, unless it was faster.
      _ = try? Resolver.resolve("localhost", port: 1, deadline: .after(.zero))
    case .closeProbe:
      var connection = try Self.connection()
      let probe = connection.makeCloseProbe()
      try BlockingThread.start(stackSize: 1 << 16) { while !probe.peerHasClosed {} }
      connection.reset()
    case .sharedConnection:
      // A thread waits for bytes while another ends the wait, and the connection goes with the last of them.
      let wakeUp = WakeUp()
      let held = Held(try Self.connection(wakeUp))
      try BlockingThread.start(stackSize: 1 << 16) { held.waitForBytes() }
      wakeUp.signal()
    }
  }

  private final class Held: Sendable {
    private let connection: TCPConnection

    init(_ connection: consuming TCPConnection) {
      // No port waits for anything after a reset.
      connection.resetWhenClosed()
      self.connection = connection
    }

    func waitForBytes() { _ = try? connection.wait(for: .readable, wakeUp: connection.wakeUp) }
  }

  private static func connection(_ wakeUp: WakeUp? = nil) throws(TransportError) -> TCPConnection {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    return try TCPConnection.connect(to: listener.localAddress, deadline: .test, wakeUp: wakeUp)
  }
}

@Suite("What threads share lives until the last of them has touched it", .computing)
struct LifetimeTests {
  /// How many are made at a time: more than there are cores, so that threads are interrupted anywhere.
  private static let width = 16

  @Test("Made and dropped by the hundred thousand", arguments: SharedThing.allCases)
  private func manyLives(_ shared: SharedThing) async throws {
    let rounds = Thoroughness.rounds(shared.rounds, oneIn: 100)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.width {
        group.addTask {
          for _ in 0..<max(1, rounds / Self.width) { try await shared.makeAndDrop() }
        }
      }
      try await group.waitForAll()
    }
  }
}
