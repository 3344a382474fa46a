import FTPTransport
import TestSupport
import Testing

@Suite("A wait can cover any number of connections", .queueing, .endsWhenItHangs)
struct WaitSetTests {
  @Test(arguments: Loopback.allCases)
  func wakesForAnyOfThem(loopback: Loopback) throws {
    try loopback.withPair { first, second in
      try loopback.withPair { third, fourth in
        let listener = try TCPListener(on: loopback.any)
        var waiting = WaitSet()
        waiting.add(first, .readable)
        waiting.add(third, .readable)
        waiting.add(listener, .readable)
        #expect(throws: TransportError.self) { try waiting.wait(deadline: .after(.zero)) }
        try fourth.write([1])
        try waiting.wait(deadline: .test)
        #expect(third.ready(for: .readable) == .readable && first.ready(for: .readable) == [])
        waiting = WaitSet()
        waiting.add(first, .readable)
        waiting.add(listener, .readable)
        #expect(throws: TransportError.self) { try waiting.wait(deadline: .after(.zero)) }
        let late = try TCPConnection.connect(to: listener.localAddress, deadline: .test)
        try waiting.wait(deadline: .test)
        #expect(listener.ready(for: .readable) == .readable)
        late.close()
        second.shutdownBoth()
      }
    }
  }

  @Test func aClosedConnectionWakesOnlyCallersThatAsk() throws {
    try Loopback.ipv4.withPair { first, second in
      second.shutdownBoth()
      first.shutdownBoth()
      var waiting = WaitSet()
      waiting.add(first, [])
      #expect(throws: TransportError.self) { try waiting.wait(deadline: .after(.zero)) }
      waiting.add(first, .readable)
      try waiting.wait(deadline: .test)
    }
  }

  @Test func aWakeUpEndsTheWait() throws {
    let wakeUp = WakeUp()
    wakeUp.signal()
    var waiting = WaitSet()
    let error = #expect(throws: TransportError.self) { try waiting.wait(wakeUp: wakeUp) }
    #expect(error?.isCancelled == true)
    wakeUp.reset()
    let other = #expect(throws: TransportError.self) {
      try waiting.wait(deadline: .after(.zero), wakeUp: wakeUp)
    }
    #expect(other?.isTimeout == true)
  }
}
