import FTPProtocol

/// RFC 4217, sections 10.2 and 15.1: resumed sessions, and the certificates of data connections.
enum RFC4217Sessions {
  static let bodies: [String: CaseBody] = [
    "rfc4217/10.2/session-reuse-522": { probe in
      let transfer = try await probe.list(.under(try await probe.freshLayer()))
      if transfer.isComplete { throw CaseStop.unsupported("no session has to be resumed") }
      try probe.require(
        transfer.final?.code == 522, "522 for a data connection that resumes no session", transfer.words)
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
  ]
}
