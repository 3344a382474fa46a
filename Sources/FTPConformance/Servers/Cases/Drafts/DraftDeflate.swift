import FTPProtocol

/// draft-preston-ftpext-deflate-04: MODE Z, as far as it can be tested without a compressor.
enum DraftDeflate {
  static let bodies: [String: CaseBody] = [
    "draft-deflate/3.4/mode-z-answer": { probe in
      let reply = try await answer("MODE Z", probe)
      if reply.code.isNegative { try probe.skip("MODE Z is refused (see draft-deflate/3.5/mode-z-in-feat)") }
      try probe.expect(reply, 200, to: "MODE Z")
    },
    "draft-deflate/3.5/mode-z-in-feat": { probe in
      let reply = try await answer("MODE Z", probe)
      try probe.require(!reply.code.isNegative, "MODE Z, which FEAT lists", Probe.words(of: reply))
    },
    "draft-deflate/3.6/opts-mode-z": { probe in
      try probe.expect(try await answer("OPTS MODE Z LEVEL 6", probe), 200, to: "OPTS MODE Z LEVEL 6")
      try await probe.send("OPTS MODE Z FROGS 6", expecting: .negative)
    },
  ]

  /// The reply to a command; ends the case as unsupported unless FEAT lists MODE Z.
  private static func answer(_ command: String, _ probe: Probe) async throws -> Reply {
    let features = try await probe.features()
    let reply = try await probe.send(command)
    try await probe.prepare(.attempt("MODE S"))
    guard features.all("MODE").contains(where: { $0.parameters.uppercased() == "Z" }) else {
      throw CaseStop.unsupported("FEAT does not list MODE Z")
    }
    return reply
  }
}
