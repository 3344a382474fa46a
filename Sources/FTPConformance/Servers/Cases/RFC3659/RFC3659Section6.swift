import FTPProtocol

/// RFC 3659, section 6: the trivial virtual file store.
enum RFC3659Section6 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc3659/6/tvfs-separator", "Names joined by a slash are a path, and a leading slash is the root.",
      needs: [.writeAccess, .feature("TVFS")], tags: ["tvfs", "names"],
      failsWith: ["argument-taken=CWD:/"]
    ) { probe in
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
    ServerCase(
      "rfc3659/6/tvfs-names", "No name in a listing is empty or contains a slash.",
      needs: [.writeAccess, .data, .feature("TVFS")], tags: ["tvfs", "names", "listing"],
      failsWith: ["listing-paths", "listing-blank-lines"]
    ) { probe in
      try await probe.prepare(.store("one.txt", "1"), .send("MKD two"))
      let listing = try await probe.preparing("NLST") { try await probe.download("NLST", type: "A") }
      if listing.bytes.isEmpty { try probe.skip("NLST lists nothing") }
      for line in listing.bytes.lines {
        let name = line.filter { $0 != 0x0D && $0 != 0x0A }
        try probe.require(
          !name.isEmpty && !name.contains(0x2F), "names without slashes", "'\(Escaping.ascii(name))'")
      }
    },
    ServerCase(
      "rfc3659/6/tvfs-honest",
      "If FEAT has TVFS, a path that the server reports leads to the same place again.",
      needs: [.writeAccess, .feature("TVFS")], tags: ["feat", "tvfs"],
      failsWith: ["argument-taken=CWD:pub", "argument-taken=CWD:/"]
    ) { probe in
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
    ServerCase(
      "rfc3659/6/tvfs-line", "Nothing follows TVFS on its line of FEAT.",
      needs: [.feature("TVFS")], tags: ["feat", "tvfs"], failsWith: ["feat-extra"]
    ) { probe in
      let listed = try await probe.features()["TVFS"]
      let feature = try probe.require(listed, "TVFS", "no such line")
      try probe.require(feature.parameters.isEmpty, "TVFS alone", "TVFS \(feature.parameters)")
    },
  ]
}
