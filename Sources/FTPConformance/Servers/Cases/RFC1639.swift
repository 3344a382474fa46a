import FTPProtocol

/// RFC 1639: LPRT and LPSV, which few servers implement.
enum RFC1639 {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc1639/2/lprt-form",
      "LPRT accepts family, lengths and octets, and the next transfer goes to that address.",
      needs: [.data, .activeMode], tags: ["active"],
      failsWith: ["code-answer=LPRT:501", "code-answer=LPRT:250"]
    ) { probe in
      let address = try await probe.ftp.listenForData()
      let reply = try await probe.sendOptional("LPRT \(LongAddress.argument(for: address))")
      try probe.expect(reply, 200, to: "LPRT")
      let transfer = try await probe.ftp.transfer("LIST")
      _ = try await probe.finish(transfer, transfer.contents(), "LIST")
    },
    ServerCase(
      "rfc1639/2/lprt-lengths", "LPRT with wrong lengths is refused.",
      tags: ["active"], failsWith: ["argument-taken=LPRT:4,4,127,0,0,1,2,100,100"],
      .compute(requireLPRT),
      .sendEach(
        [
          "LPRT 4,5,127,0,0,1,2,100,100", "LPRT 4,4,127,0,0,1,3,100,100", "LPRT 4,4,127,0,0,1,2,100",
        ], .permanent)),
    ServerCase(
      "rfc1639/3/lpsv-228", "LPSV gets 228, and its port accepts a connection.", needs: [.data],
      tags: ["passive"],
      failsWith: ["code-answer=LPSV:227", "reply-text=LPSV:Entering Long Passive Mode"],
      .sendOptional("LPSV", 228),
      .connect,
      .list(type: nil, .ready)),
    ServerCase(
      "rfc1639/4/unsupported-family",
      "An unsupported family gets 521 and a list of the supported ones.",
      ["1639:4:unsupported-family-521"], tags: ["active"],
      failsWith: ["code-answer=LPRT:501", "reply-text=LPRT:No such family"],
      .compute(requireLPRT),
      .send("LPRT 9,4,127,0,0,1,2,100,100", 521),
      .claim("families in parentheses") { !AddressFamily.listed(in: $0.lastLine.text).isEmpty }),
  ]

  private static func requireLPRT(_ probe: Probe) async throws {
    try await probe.requirePresence(
      ofWhat: "LPRT \(try LongAddress.argument(for: try await probe.ftp.listenForData()))", label: "LPRT")
  }
}
