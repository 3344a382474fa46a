import FTPClient
import FTPProtocol

/// RFC 2577, section 3: protecting against the bounce attack.
///
/// The text is advice, and RFC 959 knows transfers between two servers, so that no case of it is a must. Nothing is
/// ever transferred to the places that are named.
enum RFC2577Section3 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc2577/3/low-ports-refused", "PORT to a port below 1024 is refused.",
      ["2577:3:low-ports-refused"], level: .should, needs: [.login, .ipv4], tags: ["security", "active"],
      failsWith: ["address-bounce"]
    ) { probe in
      let host = try probe.ftp.localAddress.octets.map(String.init).joined(separator: ",")
      try await probe.send("PORT \(host),0,25", expecting: .negative)
    },
    ConformanceCase(
      "rfc2577/3/bounce-refused", "PORT to a host that is not the client is refused.",
      ["2577:3:bounce-refused"], level: .should, needs: [.login, .ipv4], tags: ["security", "active"],
      failsWith: ["address-bounce"]
    ) { probe in
      // An address that documentation has for itself.
      try await probe.send("PORT 192,0,2,1,200,1", expecting: .negative)
    },
    ConformanceCase(
      "rfc2577/3/bounce-eprt-lprt", "EPRT and LPRT to other hosts and to low ports are refused as PORT is.",
      ["2577:3:bounce-eprt-lprt"], level: .should, tags: ["security", "active"],
      failsWith: ["address-bounce", "code-pretend=EPRT:200"]
    ) { probe in
      let own = try probe.ftp.localAddress
      let octets = own.octets.map(String.init).joined(separator: ",")
      let commands =
        own.isIPv6
        ? ["EPRT |2|2001:db8::1|51201|", "EPRT |2|\(own.host)|25|", "LPRT 6,16,\(octets),2,0,25"]
        : [
          "EPRT |1|192.0.2.1|51201|", "EPRT |1|\(own.host)|25|", "LPRT 4,4,192,0,2,1,2,200,1",
          "LPRT 4,4,\(octets),2,0,25",
        ]
      for command in commands { try await probe.send(command, expecting: .negative) }
    },
  ]
}
