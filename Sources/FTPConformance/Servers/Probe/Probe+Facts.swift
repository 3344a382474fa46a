import FTPProtocol

extension Probe {
  /// What MLST says about a file or a directory; without a name, about the working directory.
  ///
  /// A refusal is for the case about MLST without a name, and a form that cannot be read is for the case about that.
  func describe(_ name: String? = nil) async throws -> FactList {
    let command = name.map { "MLST " + $0 } ?? "MLST"
    let reply = try await sendOptional(command)
    if reply.code.isNegative {
      if current.entry.id == "rfc3659/7.1/mlst-current-directory" { try expect(reply, 250, to: command) }
      try skip("\(command) got \(Self.words(of: reply))")
    }
    return try require(
      value(try FactList.read(reply)).first, "an entry in answer to \(command)", Self.words(of: reply))
  }

  /// Every entry of MLSD, including those for the directory itself and its parent; a preparation, except in the cases
  /// of the sections about MLSD.
  func entries(_ command: String = "MLSD") async throws -> [FactList] {
    let isTested = ["7.1", "7.2"].contains(current.entry.id.section)
    let listing =
      isTested
      ? try await download(command, type: nil)
      : try await preparing(command) { try await download(command, type: nil) }
    return try listing.bytes.lines.map { try value(try FactList.read($0)) }
  }

  /// The entries of MLSD for the contents of the directory.
  func children(_ command: String = "MLSD") async throws -> [FactList] {
    try await entries(command).filter { $0.type != .current && $0.type != .parent }
  }
}

extension FactList {
  /// The names of the facts in lower case.
  var factNames: Set<String> { Set(facts.map { $0.name.lowercased() }) }

  /// The part of the name after the last slash.
  var lastName: String { String(text.split(separator: "/").last ?? "") }
}
