import FTPProtocol

/// `ccc-…` and `rein-…`: how TLS ends on the control connection while the session continues.
enum ClearingFaults {
  static let ccc = [
    FaultKind("ccc-refused", .code("534"), "CCC is refused.", "4217:5:ccc-codes") { code in
      .answering(.ccc, with: .reply(code, "The control connection stays protected."))
    },
    FaultKind(
      "ccc-encrypted", "CCC gets 200, and TLS continues.",
      "4217:5:ccc-continues-clear", .habit(.staysAfterCCC)),
    FaultKind(
      "ccc-closed", "CCC gets 200, and the connection is closed.",
      "4217:5:ccc-continues-clear",
      .answering(.ccc, with: .reply(200, "Clear from here on."), .close)),
    FaultKind(
      "ccc-abrupt", "After CCC the server sends no close alert, and reads the client's as a command.",
      .field("Q58", "ProFTPD and curl"), .habit(.clearsAbruptly)),
    FaultKind(
      "ccc-prot", "PBSZ and PROT succeed after CCC.", "4217:5:ccc-no-prot", .habit(.protectsAfterCCC)),
    FaultKind(
      "ccc-data", "After CCC data connections are clear too.", "4217:5:ccc-keeps-prot", .habit(.clearsData)),
  ]

  static let rein = [
    FaultKind(
      "rein-encrypted", "After REIN the control connection stays under TLS.",
      "4217:13:rein-ends-tls", .habit(.staysAfterREIN)),
    FaultKind(
      "rein-clear", "The reply to REIN comes in clear, after the end of TLS.",
      "4217:13:rein-ends-tls", .habit(.answersREINInClear)),
    FaultKind(
      "rein-level", "REIN does not reset PBSZ and PROT.", "4217:9:prot-persists", .habit(.keepsLevel)),
    FaultKind(
      "rein-reuse", "Data connections must resume a session even after REIN.",
      "4217:13:rein-no-resumption",
      .demandingReuse(.requiresReuseAfterREIN, .resumesNothing)),
  ]
}
