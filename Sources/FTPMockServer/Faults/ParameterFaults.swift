import FTPProtocol

/// `parameter-…`: the settings of TYPE, STRU and MODE.
enum ParameterFaults {
  static let bodies: [String: FaultBody] = [
    "parameter-reset": FaultBody(.verb("RETR")) { verb in
      .onCommand { facts, steps in if facts.verb == verb { steps = [.resetParameters] + steps } }
    },
    "parameter-case": FaultBody(
      .answering(.type, .stru, .mode, with: .reply(504, "No such parameter.")) { facts in
        facts.command.argument?.first.map { (0x61...0x7A).contains($0) } ?? false
      }),
  ]
}
