import FTPClient
import FTPProtocol

/// RFC 8446: TLS itself, as far as it is about the end of a session.
enum RFC8446 {
  static let bodies: [String: CaseBody] = [
    "rfc8446/6.1/close-notify": { probe in
      let reply = try await probe.ftp.send("QUIT")
      do { _ = try await probe.ftp.nextReply(within: probe.patience.closing) } catch {
        switch error {
        case FTPClientError.closedByServer: break
        // Other cases report a missing end or a reset.
        default: try probe.skip("\(Sanity.words(of: error)) (see rfc959/4.1.1/quit-221-close)")
        }
      }
      try await probe.require(
        !probe.ftp.lacksCloseAlert(), "a close alert after \(reply.code)",
        "the end of the connection without one")
    }
  ]
}
