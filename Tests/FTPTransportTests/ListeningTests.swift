import FTPSystem
import TestSupport
import Testing

@testable import FTPTransport

@Suite("A wait of one connection listens to another", .queueing, .endsWhenItHangs)
struct ListeningTests {
  /// Two connections, and the other ends of both.
  private func withConnections(
    _ body: (inout TCPConnection, borrowing TCPConnection, consuming TCPConnection, borrowing TCPConnection)
      throws -> Void
  ) throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    var data = try TCPConnection.connect(to: listener.localAddress, deadline: .test)
    let far = try listener.accept(deadline: .test)
    let control = try TCPConnection.connect(to: listener.localAddress, deadline: .test)
    let other = try listener.accept(deadline: .test)
    try body(&data, far, control, other)
  }

  @Test(arguments: ["read", "write", "send"])
  func whatIsHeardEndsIt(call: String) throws {
    try withConnections { data, far, control, other in
      var control = control
      let asked = Monitor(0)
      data.listening = Listening(control.makeWatch()) {
        // At first another thread listens, and then the end has not come yet.
        asked.withLock { asked in
          asked += 1
          return asked == 1 ? .busy : asked == 2 ? .nothing : .stop
        }
      }
      try other.write([1])
      let error = #expect(throws: TransportError.self) {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        while true {
          if call == "read" {
            _ = try data.read(into: &bytes, deadline: .test)
          } else {
            try data.write(bytes, deadline: .test)
          }
        }
      }
      #expect(error?.isCancelled == true)
      #expect(asked.withLock { $0 } == 3)
      // It stays the end.
      var byte: [UInt8] = [0]
      #expect(throws: TransportError.self) { _ = try data.read(into: &byte, deadline: .test) }
      // What is there can be read nevertheless.
      try far.write([7])
      _ = try data.wait(for: .readable, deadline: .test)
      #expect(try data.readAvailable(into: &byte) == 1)
    }
  }

  @Test func newsThatTheDescriptorDoesNotShow() throws {
    try withConnections { data, _, control, _ in
      var control = control
      let watch = control.makeWatch()
      data.listening = Listening(watch) { .stop }
      watch.announceNews()
      var byte: [UInt8] = [0]
      let error = #expect(throws: TransportError.self) { _ = try data.read(into: &byte, deadline: .test) }
      #expect(error?.isCancelled == true)
    }
  }

  @Test func aCloseEndsTheWaitFirst() async throws {
    for _ in 0..<Thoroughness.rounds(1_000, oneIn: 20) {
      try withConnections { data, _, control, _ in
        var control = control
        let watch = control.makeWatch()
        let heard = Monitor(0)
        data.listening = Listening(watch) {
          heard.withLock { $0 += 1 }
          return .over(.zero)
        }
        try Self.closeElsewhere(Shared(control))
        var byte: [UInt8] = [0]
        let error = #expect(throws: TransportError.self) { _ = try data.read(into: &byte, deadline: .test) }
        #expect(error?.isTimeout == true)
        #expect(heard.withLock { $0 } == 1)
      }
    }
  }

  /// Closes a connection on another thread, which has the last reference to it.
  private static func closeElsewhere(_ owner: consuming Shared) throws {
    let owner = owner
    try BlockingThread.start { _ = owner.connection.descriptor }
  }

  @Test func dataComesFirst() throws {
    try withConnections { data, far, control, other in
      var control = control
      data.listening = Listening(control.makeWatch()) { .stop }
      try other.write([1])
      try far.write([7])
      _ = try data.wait(for: .readable, deadline: .test)
      var byte: [UInt8] = [0]
      #expect(try data.read(into: &byte, deadline: .test, order: .waitFirst) == 1)
    }
  }
}
