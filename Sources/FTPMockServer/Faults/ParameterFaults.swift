import FTPProtocol

/// `parameter-…`: the settings of TYPE, STRU and MODE.
enum ParameterFaults {
  static let all = [
    FaultKind(
      "parameter-image", "A session begins in image type.", .requirement("959:3.1.1.1:ascii-default"),
      .configure { $0.habits.insert(.beginsInImage) }),
    FaultKind(
      "parameter-reset", ("VERB", "RETR"), "A command first gives type, structure and mode their defaults.",
      .requirement("959:4.1.2:parameters-persist")
    ) { value throws(FaultError) in
      let verb = try value.verb()
      return .onCommand { facts, steps in if facts.verb == verb { steps = [.resetParameters] + steps } }
    },
    FaultKind(
      "parameter-case", "TYPE, STRU and MODE do not know letters in lower case.",
      .requirement("959:5.3:parameter-case"),
      .onCommand { facts, steps in
        guard facts.verb == .type || facts.verb == .stru || facts.verb == .mode,
          let letter = facts.command.argument?.first, (0x61...0x7A).contains(letter)
        else { return }
        steps = [.reply(504, "No such parameter.")]
      }),
  ]
}
