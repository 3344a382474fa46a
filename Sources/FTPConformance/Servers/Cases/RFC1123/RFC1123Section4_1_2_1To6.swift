import FTPClient
import FTPProtocol

/// RFC 1123, sections 4.1.2.1 to 4.1.2.6: types, structures and passive mode.
enum RFC1123Section4_1_2_1To6 {
  static let cases: [ServerCase] = [
    // 4.1.2.1: LOCAL type.
    ServerCase(
      "rfc1123/4.1.2.1/image-and-local8", "TYPE I and TYPE L 8 are accepted.", tags: ["type"],
      failsWith: ["code-type", "code-500=TYPE"],
      .sendEach(["TYPE I", "TYPE L 8"], 200)),
    ServerCase(
      "rfc1123/4.1.2.1/local8-equals-image", "A file has the same bytes in TYPE L 8 as in TYPE I.",
      needs: [.writeAccess, .data], tags: ["type"],
      failsWith: ["data-seven-bit", "data-ascii", "data-short"],
      .prepare(.send("TYPE L 8")),
      .store("local.bin", .random(2_000), type: nil),
      .retrieve("local.bin", is: .random(2_000)),
      .prepare(.send("TYPE L 8")),
      .retrieve("local.bin", type: nil, is: .random(2_000))),
    ServerCase(
      "rfc1123/4.1.2.1/own-word-size",
      "TYPE L with another byte size is refused, unless the machine has words of that size.", tags: ["type"],
      failsWith: ["code-answer=TYPE:350"],
      .send("TYPE L 36", .completion, .permanent)),
    // 4.1.2.2: Telnet format control.
    ServerCase(
      "rfc1123/4.1.2.2/telnet-format", "TYPE A T is accepted.",
      ["1123:4.1.2.2:telnet-format-as-nonprint"], tags: ["type"],
      failsWith: ["code-type=504", "code-500=TYPE"],
      .send("TYPE A T", 200)),
    ServerCase(
      "rfc1123/4.1.2.2/telnet-format-as-nonprint", "A file has the same text in TYPE A T as in TYPE A N.",
      needs: [.writeAccess, .data], tags: ["type"],
      failsWith: ["data-short", "data-bare-lf"],
      .prepare(.send("TYPE A T")),
      .store("format.txt", "one line\r\nanother line\r\n", type: nil),
      .retrieve("format.txt", type: nil, is: "one line\r\nanother line\r\n"),
      .retrieve("format.txt", type: "A", is: "one line\r\nanother line\r\n")),
    // 4.1.2.3: page structure.
    ServerCase(
      "rfc1123/4.1.2.3/no-page-structure", "Page structure is refused.", tags: ["structure"],
      failsWith: ["code-answer=STRU:200"],
      .send("STRU P", .permanent)),
    // 4.1.2.4: data structure transformations.
    ServerCase(
      "rfc1123/4.1.2.4/record-invertible", "Stored records are retrieved unchanged.",
      needs: [.writeAccess, .data], tags: ["structure"],
      failsWith: ["data-seven-bit", "data-short"]
    ) { probe in
      try await probe.prepare(.send("TYPE A"))
      try await probe.requireAccepted("STRU R")
      // Each record ends with 255 1, the file with 255 2 (RFC 959, section 3.4.1).
      let records = Array("one".utf8) + [0xFF, 1] + Array("another".utf8) + [0xFF, 1, 0xFF, 2]
      try await probe.upload("STOR records.txt", records, type: nil)
      let copy = try await probe.download("RETR records.txt", type: nil)
      // The last record and the file may end at once, with 255 3.
      let joined = Array(records.dropLast(4)) + [0xFF, 3]
      try probe.require([records, joined].contains(copy.bytes), "both records", copy.summary)
    },
    // 4.1.2.6: PASV.
    ServerCase(
      "rfc1123/4.1.2.6/pasv-implemented", "PASV works, and its port accepts a connection.",
      ["1123:4.1.2.6:pasv-implemented", "959:4.1.2:pasv-listens", "959:5.4:pasv-codes"],
      needs: [.login, .ipv4], tags: ["pasv"],
      failsWith: ["code-500=PASV", "address-refused", "address-missing"],
      .list("LIST", .by(.pasv))),
    ServerCase(
      "rfc1123/4.1.2.6/pasv-own-address", "227 contains the address that the client is connected to.",
      needs: [.login, .ipv4], scope: .everything,
      tags: ["pasv", "security"], failsWith: ["address-foreign", "address-zero"]
    ) { probe in
      let reply = try await probe.sendOptional("PASV")
      try await probe.ftp.connectData(announcedIn: reply)
    },
    ServerCase(
      "rfc1123/4.1.2.6/pasv-port-given-up", "A passive port accepts no connections after its transfer.",
      ["1123:4.1.2.6:pasv-fresh-port", "959:4.1.2:pasv-listens"], needs: [.data], tags: ["pasv", "security"],
      failsWith: ["address-refused"]
    ) { probe in
      var ports: Set<UInt16> = []
      // A port that was released may immediately belong to another session or program, but not every time.
      for _ in 0..<3 {
        let announcement = try await probe.announcement()
        ports.insert(try probe.port(in: announcement))
        do { try await probe.ftp.connectData(announcedIn: announcement) } catch FTPClientError.transport(
          let error)
        {
          try probe.fail("a port that accepts a connection", "\(error)", citing: "959:4.1.2:pasv-listens")
        }
        try await probe.preparing("LIST") {
          _ = try await probe.received(try await probe.ftp.startTransfer("LIST"), "LIST")
        }
        let late = try await probe.dial(probe.port(in: announcement))
        guard let late, try await !late.ends(within: probe.pause(10)) else { return }
      }
      // No sentence says that the old port must be closed, if each transfer has a new one.
      try probe.require(ports.count > 1, "a new port for each transfer", "the same port, which stays open")
    },
    ServerCase(
      "rfc1123/4.1.2.6/pasv-fresh-port", "Each PASV announces a different port.", needs: [.login, .ipv4],
      tags: ["pasv"], failsWith: ["address-refused"]
    ) { probe in
      var ports: Set<UInt16> = []
      for _ in 0..<3 {
        let reply = try await probe.sendOptional("PASV")
        ports.insert(try HostPort.read(reply: reply.text.utf8, .lenient).value.port)
        // Some servers answer nothing else until the connection that they asked for is made.
        try await probe.ftp.connectData(announcedIn: reply)
      }
      try probe.require(
        ports.count > 1, "a new port each time",
        "\(ports.sorted().map { "\($0)" }.joined(separator: ", ")) each time")
    },
  ]
}
