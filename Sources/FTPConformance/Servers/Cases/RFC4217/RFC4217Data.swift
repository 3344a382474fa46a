import FTPClient
import FTPProtocol

/// RFC 4217, sections 7, 10.2 and 12: data connections under TLS.
enum RFC4217Data {
  static let bodies: [String: CaseBody] = [
    "rfc4217/7/server-is-tls-server": { probe in
      do {
        let transfer = try await probe.ftp.active(probe.activeCommand, "LIST")
        _ = try await probe.finish(transfer, transfer.contents(), "LIST")
      } catch FTPClientError.transport(let error) {
        try probe.fail("a handshake in which the FTP server is the TLS server", "\(error)")
      }
    },
    "rfc4217/10.2/checked-at-transfer": { probe in
      try await probe.prepare(.logInBare)
      let verb = probe.facts.passiveCommand.passiveVerb.name
      let early = try await probe.ftp.send(verb)
      try await probe.prepare(.send("PBSZ 0"), .send("PROT P"))
      let late = try await probe.ftp.send(verb)
      guard late.code.kind == .completion else { try probe.skip(Probe.words(of: late)) }
      try probe.expect(early, .completion, to: "\(verb) before PROT P")
    },
    "rfc4217/10.2/wrong-prot-521": { probe in
      try await probe.prepare(.logInBare)
      let transfer = try await probe.list(.clear)
      if transfer.isComplete { throw CaseStop.unsupported("transfers in clear are allowed") }
      if transfer.opening != nil, transfer.trouble != nil, ![521, 534].contains(transfer.final?.code) {
        try probe.skip("the server protects data before PROT: \(transfer.words)")
      }
      try probe.require(
        transfer.opening == nil, "a refusal, and no 1yz before it", transfer.words)
      // RFC 4217, section 11.4, uses 522, and RFC 2228, section 6, uses 534.
      let final = try probe.require(transfer.final, "521 to LIST without PROT P", transfer.words)
      try probe.expect(final, 521, 522, 534, to: "LIST without PROT P")
    },
    "rfc4217/10.2/data-tls-failure-522": { probe in
      let transfer = try await probe.list(.clear, sending: Array("no handshake\r\n".utf8))
      let final = try probe.require(transfer.final, "522 to LIST without a handshake", transfer.words)
      try probe.expect(final, 522, to: "LIST without a handshake")
      try await probe.download("LIST", type: "A")
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
  ]
}
