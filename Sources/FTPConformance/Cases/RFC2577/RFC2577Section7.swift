import FTPProtocol

/// RFC 2577, section 7: protecting user names.
enum RFC2577Section7 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc2577/7/user-names-hidden",
      "USER is answered alike for a name that is known and for one that is not.",
      // The text is advice.
      ["2577:7:user-names-hidden"], level: .should, needs: [.password, .secondLogin], start: .greeted,
      tags: ["security", "login"], failsWith: ["login-names"]
    ) { probe in
      let known = try await probe.send("USER \(probe.userName)")
      if known.code == 230 { try probe.skip("the login needs no password") }
      let other = try await probe.connect()
      let unknown = try await probe.send("USER ftpraw-nobody", over: other)
      try probe.require(
        unknown.code == known.code, "\(known.code) as to a name that is known", Probe.words(of: unknown))
    }
  ]
}
