import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPTransport

extension WatchedProcess {
  /// Waits for the end of a client; returns true if it does not end in time, and false if it does or `wakeUp` ends the
  /// wait.
  ///
  /// Blocks.
  ///
  /// While a session is active, the server may just be slow, so the client gets three times as long. Sessions without
  /// activity end soon. The time in which a busy machine does not let the client run does not count.
  package func isLate(_ limit: Duration, at server: MockServer, _ wakeUp: WakeUp) -> Bool {
    let start = ContinuousClock.now
    var rounds = 0
    while ending == nil {
      let time = ContinuousClock.now - start
      guard
        time < limit || time < limit * 3 && server.sessionCount > 0
          || time < limit * 10 && time - waitedForProcessor < limit
      else { return true }
      guard !wakeUp.isSignalled else { return false }
      if rounds % 8 == 0 { observeMemory() }
      rounds += 1
      wakeUp.wait(.after(.milliseconds(time > limit ? 50 : rounds < 200 ? 1 : 5)))
    }
    return false
  }

  /// Interrupts a client as ^C does, once it has sent a command and met the server's fault; blocks until then.
  ///
  /// - Returns: The moment of the interruption; nil if the client ended before, or did not get that far in time.
  package func interrupt(
    after verb: Verb?, at server: MockServer, within limit: Duration, _ wakeUp: WakeUp
  ) -> ContinuousClock.Instant? {
    guard let verb else { return nil }
    let start = ContinuousClock.now
    // The fault may begin after the command, as when data stalls.
    while !(server.received(verb) && server.hasMisbehaved) {
      guard ending == nil, !wakeUp.isSignalled, .now - start < limit else { return nil }
      wakeUp.wait(.after(.milliseconds(2)))
    }
    interrupt()
    return .now
  }
}

extension MockServer {
}
