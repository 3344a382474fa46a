import FTPMockServer
import FTPSystem
import FTPTransport

extension WatchedProcess {
  /// Waits for the end of a client; true where it does not come in time, and false where the wait was ended by `wakeUp`. Blocks.
  ///
  /// While a session goes on it may be the server that takes its time, or the machine: what stands still ends soon. Then the client gets
  /// three times as long.
  package func isLate(_ limit: Duration, at server: MockServer, _ wakeUp: WakeUp) -> Bool {
    let start = ContinuousClock.now
    var rounds = 0
    while ending == nil {
      let time = ContinuousClock.now - start
      guard time < limit || time < limit * 3 && server.sessionCount > 0 else { return true }
      guard !wakeUp.isSignalled else { return false }
      if rounds % 8 == 0 { observeMemory() }
      rounds += 1
      wakeUp.wait(.after(.milliseconds(rounds < 200 ? 1 : 5)))
    }
    return false
  }
}
