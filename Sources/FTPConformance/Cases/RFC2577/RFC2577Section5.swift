import FTPClient
import FTPProtocol

/// RFC 2577, section 5: protecting passwords.
enum RFC2577Section5 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc2577/5/login-attempts-limited", "After 3 to 5 wrong passwords comes 421, and then the close.",
      // The text is advice.
      ["2577:5:login-attempts-limited", "2577:5:421-before-close"], level: .should, needs: [.password],
      tags: ["security", "login", "slow"], failsWith: ["login-refused=100", "code-swap=421:530"]
    ) { probe in
      let began = ContinuousClock.now
      for attempt in 1...5 {
        guard let reply = try await probe.tryWrongPassword() else {
          return probe.warn(
            "421 before the close", "the close behind \(attempt - 1) attempts, without it",
            citing: "2577:5:421-before-close")
        }
        if reply.code == 421 { return try await probe.expectClose(after: "421") }
        try probe.expect(reply, .negative, to: "a wrong password")
        // Whoever holds answers back for so long has another remedy, and takes more of it each time.
        if began.duration(to: .now) > probe.patience.data {
          try probe.skip(
            "the server holds its answers back, \(attempt) of them for longer than is waited for data")
        }
      }
      do {
        try await probe.expectClose(after: "5 wrong passwords")
      } catch FTPClientError.transport {}
    }
  ]
}

extension Probe {
  /// Logs in as nobody that there is; nil where the server has closed the connection without a word.
  fileprivate func tryWrongPassword() async throws -> Reply? {
    do {
      var reply = try await ftp.send("USER ftpraw-nobody")
      if reply.code == 331 { reply = try await sendWrongPassword() }
      return reply
    } catch FTPClientError.closedByServer {
      return try ftp.judge.farewell == 421 ? ftp.judge.lastReply : nil
    } catch FTPClientError.transport(let error) where error.isPeerGone {
      return nil
    }
  }
}
