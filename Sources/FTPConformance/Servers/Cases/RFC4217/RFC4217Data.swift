import FTPClient
import FTPProtocol

/// RFC 4217, sections 7, 10.2, 12 and 15.1: data connections under TLS, their sessions, certificates and ends.
enum RFC4217Data {
  static let bodies: [String: CaseBody] = [
    "rfc4217/7/server-is-tls-server": { probe in
      do {
        let transfer = try await probe.ftp.active(probe.activeCommand, "LIST")
        _ = try await probe.finish(transfer, transfer.contents(), "LIST")
      } catch FTPClientError.transport(let error) where error.cause != .truncated {
        try probe.fail("a handshake in which the FTP server is the TLS server", "\(error)")
      }
    },
    "rfc4217/12/150-and-handshake": { probe in
      // Like a client that sends its part of the handshake at once.
      let early = try await probe.list()
      try probe.require(early.isComplete, "a listing whose handshake begins early", early.words)
      // Like a client that waits for the 150.
      let layer = try await probe.require(probe.ftp.dataLayer(), "PROT P in force", "nothing")
      do {
        let late = try await probe.list(.clear, beginning: layer)
        try probe.require(late.isComplete, "a listing whose handshake begins after the 150", late.words)
      } catch FTPClientError.timedOut {
        try probe.fail("a 150 that does not wait for the handshake", "nothing")
      }
    },
    "rfc4217/10.2/foreign-session": { probe in
      let other = try await probe.connect()
      try await probe.logIn(over: other)
      try await probe.sendHarmless(over: other)
      let layer = try await probe.require(other.dataLayer(), "PROT P in force", "nothing")
      let transfer = try await probe.list(.under(layer))
      // The session of the other login is tried first, because a server may end this session with its refusal.
      guard transfer.isComplete else { return }
      let fresh = try await probe.list(.under(try await probe.freshLayer()))
      // If the server does not require a session of the same login, the session of another login gains nothing.
      if fresh.isComplete { throw CaseStop.unsupported("no session has to be resumed") }
      try probe.require(
        !transfer.isComplete, "a refusal of a data connection with the session of another login",
        transfer.words)
    },
    "rfc4217/15.1/same-certificate": { probe in
      let certificate = try await probe.certificate()
      let layer = try await probe.freshLayer()
      _ = try await probe.list(.under(layer))
      guard let other = try await layer.handshake?.certificate else {
        try probe.skip("the server accepts no handshake that resumes no session")
      }
      try probe.require(
        other.fingerprint == certificate.fingerprint, "\(certificate)", "\(other)")
    },
    "rfc4217/12/truncated-stor": { probe in
      try await probe.prepare(.send("TYPE I"))
      let announced = try await probe.announcement()
      let data = try await probe.preparing("STOR") {
        let data = try await probe.require(probe.dial(probe.port(in: announced)), "a listener", "none")
        try await probe.write("STOR cut.bin\r\n")
        try await probe.nextReply(expecting: .preliminary, to: "STOR")
        return data
      }
      try await data.cut(after: probe.bytes(3_000), within: probe.patience.data)
      // A server that does not reply does not claim success.
      guard case .success(let final) = try await probe.finalReply() else { return }
      try probe.require(
        final.code.isNegative, "a failure, since the file may be incomplete", Probe.words(of: final))
    },
  ]
}
