import FTPProtocol

/// `parameter-…`: the settings of TYPE, STRU and MODE.
enum ParameterFaults {
  static let all = [
    FaultKind(
      "parameter-image", "A session begins in image type.", "959:3.1.1.1:ascii-default",
      .habit(.beginsInImage)),
    FaultKind(
      "parameter-reset", .verb("RETR"), "A command first resets type, structure and mode.",
      "959:4.1.2:parameters-persist"
    ) { verb in .onCommand { facts, steps in if facts.verb == verb { steps = [.resetParameters] + steps } } },
    FaultKind(
      "parameter-case", "TYPE, STRU and MODE do not know letters in lower case.",
      "959:5.3:parameter-case",
      .answering(.type, .stru, .mode, with: .reply(504, "No such parameter.")) { facts in
        facts.command.argument?.first.map { (0x61...0x7A).contains($0) } ?? false
      }),
  ]
}
