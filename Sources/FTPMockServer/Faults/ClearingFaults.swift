import FTPProtocol

/// `ccc-…` and `rein-…`: how TLS ends on the control connection while the session continues.
enum ClearingFaults {
  static let ccc = [
    FaultKind(
      "ccc-refused", ("CODE", "534"), "CCC is refused.", .requirement("4217:5:ccc-codes")
    ) { value throws(FaultError) in
      let code = try value.code()
      return .onCommand { facts, steps in
        if facts.verb == .ccc { steps = [.reply(code, "The control connection stays protected.")] }
      }
    },
    FaultKind(
      "ccc-encrypted", "CCC gets 200, and TLS continues.",
      .requirement("4217:5:ccc-continues-clear"), AuthFaults.habit(.staysAfterCCC)),
    FaultKind(
      "ccc-closed", "CCC gets 200, and the connection is closed.",
      .requirement("4217:5:ccc-continues-clear"),
      .onCommand { facts, steps in
        if facts.verb == .ccc { steps = [.reply(200, "Clear from here on."), .close] }
      }),
    FaultKind(
      "ccc-abrupt", "After CCC the server sends no close alert, and reads the client's as a command.",
      .field("Q58", "ProFTPD and curl"), AuthFaults.habit(.clearsAbruptly)),
    FaultKind(
      "ccc-prot", "PBSZ and PROT succeed after CCC.", .requirement("4217:5:ccc-no-prot"),
      AuthFaults.habit(.protectsAfterCCC)),
    FaultKind(
      "ccc-data", "After CCC data connections are clear too.", .requirement("4217:5:ccc-keeps-prot"),
      AuthFaults.habit(.clearsData)),
  ]

  static let rein = [
    FaultKind(
      "rein-encrypted", "After REIN the control connection stays under TLS.",
      .requirement("4217:13:rein-ends-tls"), AuthFaults.habit(.staysAfterREIN)),
    FaultKind(
      "rein-clear", "The reply to REIN comes in clear, after the end of TLS.",
      .requirement("4217:13:rein-ends-tls"), AuthFaults.habit(.answersREINInClear)),
    FaultKind(
      "rein-level", "REIN does not reset PBSZ and PROT.", .requirement("4217:9:prot-persists"),
      AuthFaults.habit(.keepsLevel)),
    FaultKind(
      "rein-reuse", "Data connections must resume a session even after REIN.",
      .requirement("4217:13:rein-no-resumption"),
      .configure { configuration in
        configuration.tls?.requiresReuse = true
        configuration.habits.formUnion([.requiresReuseAfterREIN, .resumesNothing])
      }),
  ]
}
