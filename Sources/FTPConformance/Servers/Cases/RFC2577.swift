import FTPClient
import FTPProtocol
import FTPTransport

/// RFC 2577: security.
enum RFC2577 {
  static let bodies: [String: CaseBody] = [
    "rfc2577/4/passive-peer-checked": { probe in
      let server = try probe.ftp.peerAddress
      guard server.isLoopback, !server.isIPv6, let local = SocketAddress(host: "127.0.0.2", port: 0) else {
        try probe.skip("there is no second address to connect from")
      }
      // The rule is for servers that restrict access by address, which one that lets PORT name any host does not.
      let replies = [
        try await probe.send("PORT \(probe.argument("own", of: .port))"),
        try await probe.send("PORT \(probe.argument("elsewhere", of: .port))"),
      ]
      guard replies[0].code.kind == .completion, ReplyPattern.permanent.matches(replies[1].code) else {
        throw CaseStop.unsupported("PORT does not show that the server restricts access by address")
      }
      try await probe.prepare(.store("secret.txt", "for the client only"))
      let raid = try await probe.raid("RETR secret.txt", from: local)
      if let transfer = raid.transfer {
        _ = try? await transfer.contents()
        try await transfer.end()
      } else if raid.reply?.code.isPreliminary == true {
        try await probe.nextReply(to: "RETR")
      }
      try probe.require(
        raid.stolen.isEmpty, "nothing for a stranger, since PORT to another host is refused",
        "\(raid.stolen.count) bytes of the file")
    },
    "rfc2577/5/login-attempts-limited": { probe in
      let began = try await probe.elapsed()
      for attempt in 1...5 {
        guard let reply = try await probe.tryWrongPassword() else {
          return probe.warn(
            "421 before the close", "the close after \(attempt - 1) attempts, without it",
            citing: "2577:5:421-before-close")
        }
        if reply.code == 421 {
          return try await probe.expectClose(after: "421", citing: "959:4.2:close-after-421")
        }
        try probe.expect(reply, .negative, to: "a wrong password")
        // A server that delays its replies for so long uses another remedy, and may delay them more each time.
        if try await probe.elapsed() - began > probe.patience.refusal / 6 {
          try probe.skip(
            "the server delays its replies to wrong passwords, the last of \(attempt) for too long to continue"
          )
        }
      }
      do {
        try await probe.expectClose(after: "5 wrong passwords")
      } catch FTPClientError.transport {}
    },
    "rfc2577/8/ports-unpredictable": { probe in
      var ports: [Int] = []
      for _ in 0..<6 {
        let announcement = try await probe.announcement()
        ports.append(Int(try probe.port(in: announcement)))
        // Some servers answer nothing else until the connection that they asked for is made.
        try? await probe.ftp.connectData(announcedIn: announcement)
      }
      let steps = zip(ports.dropFirst(), ports).map { $0 - $1 }
      if Set(ports).count == 1 { try probe.skip("one port each time (see rfc1123/4.1.2.6/pasv-fresh-port)") }
      let isGuessable = steps.allSatisfy { (0...16).contains($0) } || Set(steps).count == 1
      try probe.require(
        !isGuessable, "ports in no particular order", ports.map(String.init).joined(separator: ", "))
    },
  ]
}

extension Probe {
  /// The argument of a command for active mode: an address of this side's `own`, one with a `low` port, one of another host
  /// `nearby`, or one `elsewhere`, which is reserved for documentation.
  func argument(_ place: some StringProtocol, of form: AddressForm) throws -> String {
    var address = try ftp.localAddress.with(port: place == "low" ? 25 : 51_201).dataAddress
    if place == "nearby", var octets = address.host?.octets {
      octets[octets.count - 1] ^= 2
      address.host = IPAddress(octets: octets)
    }
    if place == "elsewhere" {
      address.host = IPAddress(address.host?.family == .ipv6 ? "2001:db8::1" : "192.0.2.1")
    }
    return try form.argument(for: address)
  }

  /// Makes a stranger connect to a passive port before the client does, and requests a download.
  ///
  /// The stranger's connection is closed at the end, because a server may not reply before that.
  ///
  /// - Returns: What the stranger received, and the reply to the client; no reply if the stranger could not connect.
  fileprivate func raid(
    _ command: String, from local: SocketAddress
  ) async throws -> (stolen: [UInt8], reply: Reply?, transfer: CaseTransfer?) {
    let announcement = try await announcement()
    let stranger: DataSocket?
    do { stranger = try await dial(try port(in: announcement), from: local) } catch let error
      as TransportError
    {
      try skip("no connection from a second address: \(error)")
    }
    guard let stranger else { return ([], nil, nil) }
    // The client itself comes second; the server may have closed the port by then.
    do { try await ftp.connectData(announcedIn: announcement) } catch FTPClientError.transport {}
    let (reply, transfer) = try await ftp.startTransfer(command)
    return (try await stranger.readToEnd(within: patience.closing) ?? [], reply, transfer)
  }
}

extension Probe {
  /// Tries to log in as a user that does not exist; nil if the server closes the connection without a reply.
  fileprivate func tryWrongPassword() async throws -> Reply? {
    do {
      var reply = try await ftp.send("USER ftpraw-nobody")
      if reply.code == 230 { try skip("any user may log in without a password") }
      if reply.code == 331 {
        reply = try await sendWrongPassword()
      } else if reply.code != 421 {
        try skip("no password is tried, since USER is refused: \(Self.words(of: reply))")
      }
      return reply
    } catch FTPClientError.closedByServer {
      return try ftp.judge.farewell == 421 ? ftp.judge.lastReply : nil
    } catch FTPClientError.transport(let error) where error.isPeerGone {
      return nil
    }
  }
}
