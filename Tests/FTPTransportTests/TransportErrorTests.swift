import FTPTransport
import Testing

@Suite("An error is one line that names step, peer and cause")
struct TransportErrorTests {
  @Test(
    "In words",
    arguments: [
      (
        .connect, "127.0.0.1:1", .system(.connectionRefused),
        "cannot connect to 127.0.0.1:1: Connection refused"
      ),
      (.resolve, "nosuch.invalid", .nameNotFound("no"), "cannot resolve nosuch.invalid: no"),
      (.bind, "[::1]:21", .system(.permissionDenied), "cannot bind [::1]:21: Permission denied"),
      (.listen, "a", .cancelled, "cannot listen on a: cancelled"),
      (.accept, "a", .timedOut(after: .seconds(30)), "cannot accept a connection on a: timed out after 30 s"),
      (.read, "a", .closedByPeer, "cannot read from a: the peer closed the connection"),
      (.write, "a", .timedOut(after: .milliseconds(1500)), "cannot write to a: timed out after 1.5 s"),
      (
        .shutdown, "a", .timedOut(after: .milliseconds(20)),
        "cannot close one direction to a: timed out after 20 ms"
      ),
      (
        .option, "a", .timedOut(after: .milliseconds(2005)),
        "cannot set an option on a: timed out after 2.005 s"
      ),
      (.thread, "", .cancelled, "cannot start a thread: cancelled"),
      (.resolve, "a\u{1B}[2J\nb", .cancelled, "cannot resolve a\\x1b[2J\\x0ab: cancelled"),
    ] as [(TransportError.Step, String, TransportError.Cause, String)])
  func description(step: TransportError.Step, peer: String, cause: TransportError.Cause, text: String) {
    #expect(TransportError(step: step, peer: peer, cause: cause).description == text)
  }

  @Test("The common part of several attempts")
  func attempts() {
    func attempts(_ causes: TransportError.Cause...) -> TransportError {
      let errors = causes.map { TransportError(step: .connect, peer: "x", cause: $0) }
      return TransportError(step: .connect, peer: "y", cause: .attempts(errors))
    }
    let refused = TransportError.Cause.system(.connectionRefused)
    #expect(attempts(refused, refused).isRefused)
    #expect(!attempts(refused, .timedOut(after: .seconds(1))).isRefused)
    #expect(attempts(.timedOut(after: .seconds(1)), .timedOut(after: .seconds(2))).isTimeout)
    #expect(attempts(refused, .cancelled).isCancelled)
    #expect(!attempts(refused).isCancelled)
  }
}
