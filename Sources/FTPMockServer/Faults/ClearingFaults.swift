import FTPProtocol

/// `ccc-…` and `rein-…`: how TLS ends on the control connection while the session goes on.
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
      "ccc-encrypted", "CCC is answered 200, and TLS goes on.",
      .requirement("4217:5:ccc-continues-clear"), AuthFaults.habit(.staysAfterCCC)),
    FaultKind(
      "ccc-closed", "CCC is answered 200, and the connection is closed.",
      .requirement("4217:5:ccc-continues-clear"),
      .onCommand { facts, steps in
        if facts.verb == .ccc { steps = [.reply(200, "Clear from here on."), .close] }
      }),
    FaultKind(
      "ccc-abrupt", "After CCC there is no close alert, and the client's is taken for a command.",
      .field("Q58", "ProFTPD and curl"), AuthFaults.habit(.clearsAbruptly)),
    FaultKind(
      "ccc-prot", "PBSZ and PROT are taken after CCC.", .requirement("4217:5:ccc-no-prot"),
      AuthFaults.habit(.protectsAfterCCC)),
    FaultKind(
      "ccc-data", "After CCC data connections are clear, too.", .requirement("4217:5:ccc-keeps-prot"),
      AuthFaults.habit(.clearsData)),
  ]

  static let rein = [
    FaultKind(
      "rein-encrypted", "After REIN the control connection stays under TLS.",
      .requirement("4217:13:rein-ends-tls"), AuthFaults.habit(.staysAfterREIN)),
    FaultKind(
      "rein-clear", "REIN is answered in clear, after the end of TLS.",
      .requirement("4217:13:rein-ends-tls"), AuthFaults.habit(.answersREINInClear)),
    FaultKind(
      "rein-level", "REIN leaves PBSZ and PROT as they are.", .requirement("4217:9:prot-persists"),
      AuthFaults.habit(.keepsLevel)),
    FaultKind(
      "rein-reuse", "After REIN, too, data connections have to resume a session.",
      .requirement("4217:13:rein-no-resumption"),
      .configure { configuration in
        configuration.tls?.requiresReuse = true
        configuration.flaws.habits.formUnion([.requiresReuseAfterREIN, .resumesNothing])
      }),
  ]
}
