import FTPProtocol

/// RFC 3659, section 7.3: names in the replies to MLST and MLSD.
enum RFC3659Section7_3 {
  static let bodies: [String: CaseBody] = [
    "rfc3659/7.3/mlst-name": { probe in
      try await probe.prepare(.store("asked.txt", "text"))
      let home = try await probe.startingDirectory().text
      let entry = try await probe.describe("asked.txt")
      try probe.require(
        ["asked.txt", "\(home)/asked.txt"].contains(entry.text), "asked.txt or \(home)/asked.txt", entry.text)
    },
    "rfc3659/7.3/mlsd-plain-names": { probe in
      try await probe.prepare(.send("MKD inner"), .send("MKD inner/most"))
      // A surplus CR is the topic of rfc3659/7.2/mlsd-own-parameters.
      let names = try await probe.children("MLSD inner").map { $0.text.filter { $0 != "\r" } }
      try probe.require(names == ["most"], "most", Probe.list(names))
    },
    "rfc3659/7.3/cdir-needs-type": { probe in
      try await probe.prepare(.send("MKD inner"))
      for choice in ["OPTS MLST type;modify;", "OPTS MLST modify;"] {
        try await probe.prepare(.send(choice))
        let untyped = try await probe.entries().filter { $0.type == nil }.map(\.text)
        try probe.require(
          untyped.allSatisfy { $0 == "inner" }, "only inner, without a type", Probe.list(untyped))
      }
    },
  ]
}
