import FTPClient
import FTPProtocol

extension Probe {
  /// What MLST says about a file or a directory; without a name, about the working directory.
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

  /// Every entry of MLSD, including those for the directory itself and its parent.
  func entries(_ command: String = "MLSD") async throws -> [FactList] {
    let listing = try await download(command, type: nil)
    return try Self.lines(of: listing.bytes).map { try value(try FactList.read($0)) }
  }

  /// The entries of MLSD for the contents of the directory.
  func children(_ command: String = "MLSD") async throws -> [FactList] {
    try await entries(command).filter { $0.type != .current && $0.type != .parent }
  }

  /// Selects facts with OPTS MLST.
  func select(facts names: String...) async throws {
    let list = names.map { $0 + ";" }.joined()
    try await choose("OPTS MLST \(list)", witness: "rfc3659/7.9/opts-mlst-unknown")
  }

  /// Sends OPTS MLST as a preparation; the case is skipped if that is refused, which another case is about.
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

  /// The part of the name after the last slash.
  var lastName: String { String(text.split(separator: "/").last ?? "") }
}
