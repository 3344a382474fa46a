import FTPProtocol

/// draft-preston-ftpext-deflate-04: MODE Z, as far as it can be tested without a compressor.
enum DraftDeflate {
  static let cases: [ServerCase] = [
    ServerCase(
      "draft-deflate/3.4/mode-z-answer", "MODE Z gets 200 if FEAT lists it, and is refused otherwise.",
      ["deflate:3.4:mode-z-answer"], tags: ["deflate"],
      failsWith: ["feat-promises=MODE Z", "code-answer=MODE:331"]
    ) { probe in
      let isListed = try await listsMode(probe)
      let reply = try await probe.send("MODE Z", expecting: 200, .negative)
      if isListed { try probe.expect(reply, 200, to: "MODE Z, which FEAT lists") }
      try await probe.send("MODE S")
    },
    ServerCase(
      "draft-deflate/3.5/mode-z-in-feat", "FEAT has the line MODE Z if the server has MODE Z.",
      ["deflate:3.5:mode-z-in-feat"], tags: ["deflate", "feat"], failsWith: ["code-answer=MODE:200"]
    ) { probe in
      let isListed = try await listsMode(probe)
      let reply = try await probe.send("MODE Z")
      // A server that does not know MODE Z may accept any mode.
      if reply.code == 200, !isListed { probe.warn("the line MODE Z in FEAT", "no such line") }
      try await probe.send("MODE S")
    },
    ServerCase(
      "draft-deflate/3.6/opts-mode-z", "OPTS MODE Z accepts a level; invalid options get 501.",
      ["deflate:3.6:opts-mode-z"], tags: ["deflate", "opts"],
      failsWith: ["feat-promises=MODE Z", "code-answer=OPTS:200"]
    ) { probe in
      let isListed = try await listsMode(probe)
      if isListed { try await probe.send("OPTS MODE Z LEVEL 6", expecting: 200) }
      try await probe.send("OPTS MODE Z FROGS 6", expecting: .negative)
    },
  ]

  private static func listsMode(_ probe: Probe) async throws -> Bool {
    try await probe.features().all("MODE").contains { $0.parameters.uppercased() == "Z" }
  }
}
