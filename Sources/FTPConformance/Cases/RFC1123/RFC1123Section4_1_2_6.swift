import FTPProtocol

/// RFC 1123, section 4.1.2.6: PASV.
enum RFC1123Section4_1_2_6 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc1123/4.1.2.6/pasv-implemented", "PASV is there, and what it announces can be connected.",
      ["1123:4.1.2.6:pasv-implemented", "959:4.1.2:pasv-listens", "959:5.4:pasv-codes"],
      needs: [.login, .ipv4], tags: ["pasv"],
      failsWith: ["code-500=PASV", "address-refused", "address-missing"]
    ) { probe in
      try await probe.download("LIST", by: .pasv)
    },
    ConformanceCase(
      "rfc1123/4.1.2.6/pasv-own-address", "227 names the host that the client is connected to.",
      ["1123:4.1.2.6:pasv-own-address"], needs: [.login, .ipv4], scope: .everything,
      tags: ["pasv", "security"], failsWith: ["address-foreign", "address-zero"]
    ) { probe in
      let reply = try await probe.sendOptional("PASV")
      try await probe.ftp.connectData(announcedIn: reply)
    },
    ConformanceCase(
      "rfc1123/4.1.2.6/pasv-fresh-port", "Each PASV announces a port of its own.",
      ["1123:4.1.2.6:pasv-fresh-port"], needs: [.login, .ipv4], tags: ["pasv"], failsWith: ["address-refused"]
    ) { probe in
      var ports: Set<UInt16> = []
      for _ in 0..<3 {
        let reply = try await probe.sendOptional("PASV")
        ports.insert(try HostPort.read(reply: reply.text.utf8, .lenient).value.port)
      }
      try probe.require(ports.count > 1, "a port that changes", "\(ports.sorted()) three times")
    },
  ]
}
