import FTPClient
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
      _ = try await transfer.contents()
      try probe.expect(try await transfer.end(), .completion, to: "LIST")
    },
    ServerCase(
      "rfc1639/2/lprt-lengths", "LPRT with wrong lengths is refused.",
      tags: ["active"], failsWith: ["argument-taken=LPRT:4,4,127,0,0,1,2,100,100"]
    ) { probe in
      try await requireLPRT(probe)
      for argument in ["4,5,127,0,0,1,2,100,100", "4,4,127,0,0,1,3,100,100", "4,4,127,0,0,1,2,100"] {
        try await probe.send("LPRT \(argument)", expecting: .permanent)
      }
    },
    ServerCase(
      "rfc1639/3/lpsv-228", "LPSV gets 228, and its port accepts a connection.", needs: [.data],
      tags: ["passive"],
      failsWith: ["code-answer=LPSV:227", "reply-text=LPSV:Entering Long Passive Mode"]
    ) { probe in
      let reply = try await probe.sendOptional("LPSV")
      try probe.expect(reply, 228, to: "LPSV")
      _ = try probe.value(try LongAddress.read(reply: reply.text.utf8))
      try await probe.ftp.connectData(announcedIn: reply)
      let transfer = try await probe.ftp.transfer("LIST")
      _ = try await transfer.contents()
      try probe.expect(try await transfer.end(), .completion, to: "LIST")
    },
    ServerCase(
      "rfc1639/4/unsupported-family",
      "An unsupported family gets 521 and a list of the supported ones.",
      ["1639:4:unsupported-family-521"], tags: ["active"],
      failsWith: ["code-answer=LPRT:501", "reply-text=LPRT:No such family"]
    ) { probe in
      try await requireLPRT(probe)
      let reply = try await probe.send("LPRT 9,4,127,0,0,1,2,100,100", expecting: 521)
      let families = AddressFamily.listed(in: reply.lastLine.text)
      try probe.require(!families.isEmpty, "families in parentheses", Probe.words(of: reply))
    },
  ]

  private static func requireLPRT(_ probe: Probe) async throws {
    try await probe.requirePresence(
      ofWhat: "LPRT \(try LongAddress.argument(for: try await probe.ftp.listenForData()))", label: "LPRT")
  }
}
