import FTPClient
import FTPProtocol

/// RFC 1123, section 4.1.2.13: minimum implementation.
enum RFC1123Section4_1_2_13 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc1123/4.1.2.13/required-commands", "The twenty-six commands that every server has are there.",
      ["1123:4.1.2.13:required-commands"], needs: [.writeAccess, .data],
      failsWith: ["code-500=RNFR", "code-answer=HELP:502", "code-500=APPE", "code-500=ACCT"]
    ) { probe in
      var missing: [String] = []
      let plain = [
        "TYPE A", "MODE S", "STRU F", "RNFR no-such-name", "RNTO no-such-name", "DELE no-such-name",
        "MKD made", "CWD made", "CDUP", "RMD made", "PWD", "SYST", "STAT", "HELP", "NOOP",
      ]
      for command in plain + (try await probe.portCommands()) {
        if try await probe.ftp.send(command).saysMissing { missing.append(command) }
      }
      if try !probe.ftp.localAddress.isIPv6, try await probe.ftp.send("PASV").saysMissing {
        missing.append("PASV")
      }
      for command in ["STOR made.txt", "APPE made.txt", "RETR made.txt", "LIST", "NLST"] {
        let (reply, transfer) = try await probe.startPassive(command)
        try await transfer?.finish()
        if reply.saysMissing { missing.append(command) }
      }
      // Hardly a server has accounts, and most say so in this way.
      let account = try await probe.ftp.send("ACCT none")
      if account.saysMissing { probe.warn("ACCT accepted or superfluous", Probe.words(of: account)) }
      if try await probe.ftp.send("QUIT").saysMissing { missing.append("QUIT") }
      try probe.require(missing.isEmpty, "each of them", "500 or 502 to \(missing.joined(separator: ", "))")
    },
    ConformanceCase(
      "rfc1123/4.1.2.13/required-parameters",
      "ASCII Non-print, Image, Local 8, Stream and File are accepted.",
      ["1123:4.1.2.13:required-parameters"],
      failsWith: ["code-type=504", "code-answer=MODE:504", "code-answer=STRU:504"]
    ) { probe in
      for command in ["TYPE A N", "TYPE I", "TYPE L 8", "MODE S", "STRU F"] {
        try await probe.send(command, expecting: 200)
      }
    },
  ]
}
