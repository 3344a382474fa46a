import FTPProtocol

/// RFC 959, section 4.1.3: RNFR, RNTO, DELE, RMD and MKD.
enum RFC959Section4_1_3Names {
  static let bodies: [String: CaseBody] = [
    "rfc959/4.1.3/rnto-directly-after": { probe in
      try await probe.prepare(.store("old.txt", "still here"), .send("RNFR old.txt"))
      let between = try await probe.send("PWD")
      let reply = try await probe.send("RNTO new.txt")
      if between.code.isNegative {
        try probe.skip(
          "PWD after RNFR is refused, so that nothing comes between: \(Probe.words(of: between))")
      }
      // The sentence binds clients; many servers remember RNFR until RNTO comes.
      try probe.expect(reply, 503, 250, tolerating: [.permanent], to: "RNTO new.txt")
      let isRenamed = reply.code == 250
      let copy = try await probe.download("RETR \(isRenamed ? "new" : "old").txt")
      try probe.requireSame(
        copy, as: Array("still here".utf8), "the file under its \(isRenamed ? "new" : "old") name")
    }
  ]
}

extension Probe {
  /// Enters the directory of the case on another connection.
  func enterDirectory(over connection: CaseConnection) async throws {
    guard let directory else { throw CaseStop.impossible("the case has no directory") }
    try await prepare(.send("CWD \(directory)"), over: connection)
  }
}
