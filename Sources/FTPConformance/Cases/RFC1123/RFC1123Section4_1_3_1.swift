import FTPProtocol

/// RFC 1123, section 4.1.3.1: non-standard command verbs.
enum RFC1123Section4_1_3_1 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc1123/4.1.3.1/x-verbs-recognized", "XMKD, XCWD, XPWD, XCUP and XRMD do what the verbs without X do.",
      ["1123:4.1.3.1:x-verbs-recognized"], needs: [.writeAccess], tags: ["directory"],
      failsWith: ["code-500=XCUP", "code-pretend=XRMD:250", "code-500=XMKD"]
    ) { probe in
      let base = try await probe.workingDirectory()
      try await probe.send("XMKD inner", expecting: 257)
      try await probe.send("XCWD inner", expecting: 250, 200)
      let inner = try PathReply.read(try await probe.send("XPWD", expecting: 257)).value
      try probe.require(inner.ends(with: "inner"), "a path that ends with inner", inner.text)
      try await probe.send("XCUP", expecting: 250, 200)
      let back = try await probe.workingDirectory()
      try probe.require(back.path == base.path, base.text, back.text)
      try await probe.send("XRMD inner", expecting: 250)
      try await probe.send("CWD inner", expecting: .negative)
    }
  ]
}
