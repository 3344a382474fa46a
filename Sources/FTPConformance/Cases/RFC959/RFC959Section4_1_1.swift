/// RFC 959, section 4.1.1: access control commands.
enum RFC959Section4_1_1 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc959/4.1.1/user-answer", "USER is answered 230, 331 or 332, or refused with 530.",
      ["959:4.1.1:user-answer", "959:5.4:user-codes"], needs: [], failsWith: ["login-user-code=200"]
    ) { probe in
      try await probe.send("USER \(probe.userName)", expecting: 230, 331, 332, 530)
    },
    ConformanceCase(
      "rfc959/4.1.1/pass-success", "The right password is answered 230.", ["959:4.1.1:pass-success-230"],
      needs: [.password], failsWith: ["login-pass-code=202", "login-refused"]
    ) { probe in
      let reply = try await probe.logIn()
      try probe.expect(reply, 230, to: "PASS with the right password")
    },
  ]
}
