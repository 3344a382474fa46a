import FTPProtocol

/// RFC 959, section 6: the first digits that the state diagrams have arrows for. The judge walks along them.
enum RFC959Section6 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc959/6/simple-commands", "A simple command is answered 2yz, 4yz or 5yz.", ["959:6:simple-commands"],
      needs: [.writeAccess], scope: .everything, failsWith: ["code-preliminary", "code-answer=PWD:350"]
    ) { probe in
      for command in [
        "PWD", "CWD .", "TYPE I", "MODE S", "STRU F", "SYST", "MKD made", "RMD made", "DELE missing",
      ] {
        try await probe.send(command)
      }
    },
    ConformanceCase(
      "rfc959/6/transfer-commands", "A transfer is answered 1yz and then 2yz, 4yz or 5yz, never 3yz.",
      ["959:6:transfer-commands"], needs: [.data], scope: .everything, failsWith: ["code-answer=LIST:350"]
    ) { probe in
      try await probe.download("LIST")
    },
    ConformanceCase(
      "rfc959/6/rename-commands", "RNFR is answered 3yz or refused, RNTO 2yz or refused.",
      ["959:6:rename-commands"], needs: [.writeAccess], scope: .everything,
      failsWith: ["code-answer=RNFR:250", "code-answer=RNTO:350"]
    ) { probe in
      for command in ["MKD old", "RNFR old", "RNTO new"] { try await probe.send(command) }
    },
    ConformanceCase(
      "rfc959/6/rest-command", "REST is answered 3yz or refused.", ["959:6:rest-command"], scope: .everything,
      failsWith: ["code-answer=REST:200"]
    ) { probe in
      try await probe.send("REST 0")
    },
    ConformanceCase(
      "rfc959/6/login-commands", "USER, PASS and ACCT are never answered 1yz, ACCT never 3yz.",
      ["959:6:login-commands"], scope: .everything, failsWith: ["code-answer=ACCT:350"]
    ) { probe in
      try await probe.send("ACCT none")
    },
  ]
}
