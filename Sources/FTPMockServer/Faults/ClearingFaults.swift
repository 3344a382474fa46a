import FTPProtocol

/// `ccc-…` and `rein-…`: how TLS ends on the control connection while the session continues.
enum ClearingFaults {
  static let bodies: [String: FaultBody] = [
    "ccc-refused": FaultBody(.code("534")) { code in
      .answering(.ccc, with: .reply(code, "The control connection stays protected."))
    },
    "ccc-closed": FaultBody(.answering(.ccc, with: .reply(200, "Clear from here on."), .close)),
    "rein-reuse": FaultBody(.demandingReuse(.requiresReuseAfterREIN, .resumesNothing)),
  ]
}
