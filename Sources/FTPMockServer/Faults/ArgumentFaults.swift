import FTPProtocol

/// `argument-…`: how the server understands the argument of a verb.
enum ArgumentFaults {
  static let bodies: [String: FaultBody] = [
    "argument-taken": FaultBody(.pair(.verb("MDTM"), .line("TEXT", "notes.txt"))) { verb, text in
      .onArgument { other, argument in if other == verb { argument = text.isEmpty ? nil : text } }
    },
    "argument-trimmed": FaultBody(
      .onArgument { _, argument in argument = argument.map { Array(Argument($0).trimmed) } }),
    "argument-up": FaultBody(.line("PATH", "/pub")) { path in
      .onArgument { _, argument in
        guard let name = argument, name.starts(with: "..".utf8) || name.starts(with: "/..".utf8) else {
          return
        }
        argument = path
      }
    },
    "argument-seven-bit": FaultBody(
      .onArgument { _, argument in argument = argument.map { $0.map { $0 & 0x7F } } }),
  ]
}
