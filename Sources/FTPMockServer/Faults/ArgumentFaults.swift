import FTPProtocol

/// `argument-…`: how the server understands the argument of a verb.
enum ArgumentFaults {
  static let all = [
    FaultKind(
      "argument-taken", .pair(.verb("MDTM"), .line("TEXT", "notes.txt")),
      "A command uses this argument, or none, whatever argument it came with.", "3659:3.1:mdtm-name-whole"
    ) { verb, text in
      .onArgument { other, argument in if other == verb { argument = text.isEmpty ? nil : text } }
    },
    FaultKind(
      "argument-trimmed", "Spaces around the argument are not part of it.", "2640:3.1:one-space",
      .onArgument { _, argument in argument = argument.map { Array(Argument($0).trimmed) } }),
    FaultKind(
      "argument-up", .line("PATH", "/pub"), "A name that begins with .. or /.. means this one.",
      "2577:9:files-confined"
    ) { path in
      .onArgument { _, argument in
        guard let name = argument, name.starts(with: "..".utf8) || name.starts(with: "/..".utf8) else {
          return
        }
        argument = path
      }
    },
    FaultKind(
      "argument-seven-bit", "The eighth bit of each byte of an argument is lost.", "2640:3.1:eight-bit-names",
      .onArgument { _, argument in argument = argument.map { $0.map { $0 & 0x7F } } }),
  ]
}
