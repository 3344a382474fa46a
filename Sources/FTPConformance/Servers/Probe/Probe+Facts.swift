import FTPClient
import FTPProtocol

extension Probe {
  /// What MLST says of a file or a directory, of the working directory without a name.
  func describe(_ name: String? = nil) async throws -> FactList {
    let command = name.map { "MLST " + $0 } ?? "MLST"
    let reply = try await sendOptional(command)
    try expect(reply, 250, to: command)
    let entries = try value(try FactList.read(reply))
    return try require(entries.first, "an entry in answer to \(command)", Self.words(of: reply))
  }

  /// The bytes of a listing as lines, each with its line end.
  static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      lines.append(rest[...end])
      rest = rest[(end + 1)...]
    }
    return rest.isEmpty ? lines : lines + [rest]
  }

  /// Every entry that MLSD lists, those for the directory itself and the one above included.
  func entries(_ command: String = "MLSD") async throws -> [FactList] {
    let listing = try await download(command, type: nil)
    return try Self.lines(of: listing.bytes).map { try value(try FactList.read($0)) }
  }

  /// The entries that MLSD lists of what is in the directory.
  func children(_ command: String = "MLSD") async throws -> [FactList] {
    try await entries(command).filter { $0.type != .current && $0.type != .parent }
  }

  /// Asks for certain facts, as far as there are any.
  func select(facts names: String...) async throws {
    let list = names.map { $0 + ";" }.joined()
    try await choose("OPTS MLST \(list)", witness: "rfc3659/7.9/opts-mlst-unknown")
  }

  /// Sends an OPTS MLST for what comes after it; the case is skipped where that is refused, which another one is about.
  @discardableResult
  func choose(_ command: String, witness: CaseID = "rfc2389/4/opts-success") async throws -> Reply {
    let reply = try await send(command, expecting: 200, .negative, citing: "2389:4:opts-success-200")
    if reply.code.isNegative { try skip("\(command) does not work (see \(witness))") }
    return reply
  }
}

extension FactList {
  /// The names of the facts in lower case.
  var factNames: Set<String> { Set(facts.map { $0.name.lowercased() }) }

  /// What stands after the last slash of the name.
  var lastName: String { String(text.split(separator: "/").last ?? "") }
}
