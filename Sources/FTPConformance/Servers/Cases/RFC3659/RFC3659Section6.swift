import FTPProtocol

/// RFC 3659, section 6: the trivial virtual file store.
enum RFC3659Section6 {
  static let bodies: [String: CaseBody] = [
    "rfc3659/6/tvfs-separator": { probe in
      let home = try await probe.startingDirectory().text
      try await probe.prepare(.send("MKD outer"))
      try await probe.send("MKD outer/inner", expecting: .completion)
      for path in ["outer/inner", "\(home)/outer/inner"] {
        try await probe.send("CWD \(path)", expecting: .completion)
        let here = try await probe.workingDirectory().text
        try probe.require(here == "\(home)/outer/inner", "\(home)/outer/inner", here)
      }
      try await probe.send("CWD /", expecting: .completion)
      let root = try await probe.workingDirectory().text
      try probe.require(root == "/", "/ after CWD /", root)
    },
    "rfc3659/6/tvfs-names": { probe in
      try await probe.prepare(.store("one.txt", "1"), .send("MKD two"))
      let listing = try await probe.preparing("NLST") { try await probe.download("NLST", type: "A") }
      if listing.bytes.isEmpty { try probe.skip("NLST lists nothing") }
      for line in listing.bytes.lines {
        let name = line.filter { $0 != 0x0D && $0 != 0x0A }
        try probe.require(
          !name.isEmpty && !name.contains(0x2F), "names without slashes", "'\(Escaping.ascii(name))'")
      }
    },
    "rfc3659/6/tvfs-honest": { probe in
      // The root would not do, because every path would seem to lead there.
      let home = try await probe.startingDirectory().text
      try probe.require(home.hasPrefix("/"), "a path with a leading slash", home)
      try await probe.prepare(.send("MKD inner"))
      for path in ["/", home, home + "/inner"] {
        try await probe.send("CWD \(path)", expecting: .completion)
        let here = try await probe.workingDirectory().text
        try probe.require(here == path, "\(path) after CWD \(path)", here)
      }
    },
    "rfc3659/6/tvfs-line": { probe in
      let listed = try await probe.features()["TVFS"]
      let feature = try probe.require(listed, "TVFS", "no such line")
      try probe.require(feature.parameters.isEmpty, "TVFS alone", "TVFS \(feature.parameters)")
    },
  ]
}
