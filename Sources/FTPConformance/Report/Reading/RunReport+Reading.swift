import FTPProtocol
import FTPSystem
import FTPText

extension RunReport {
  /// Reads a JSON report that ``bytes(as:program:)`` made; unknown members are ignored.
  ///
  /// The comparison with a baseline is not read: reports are compared again. Anybody may have written the file, so its
  /// strings are made printable.
  ///
  /// - Throws: ``ReportError`` if the bytes are not a report.
  public init(json bytes: some Collection<UInt8>) throws(ReportError) {
    try self.init(try JSONText(report: bytes))
  }

  init(_ json: JSONText) throws(ReportError) {
    let (side, cases) = try Self.cases(in: json)
    let started = json["started"]?.string.flatMap { LocalClock.WallTime(iso8601: $0) }
    self.init(
      try TestedParty(json, side), RunOptions(json["options"] ?? .null),
      started: started ?? .init(seconds: 0))
    duration = json["duration"] ?? .zero
    jobs = json["jobs"] ?? options.jobs ?? 1
    wasInterrupted = json["interrupted"] ?? false
    problem = json["problem"]
    leftovers = json["leftovers"] ?? []
    needs = json.list("needs").compactMap { need in
      need["need"].map { NeedReport(need: Need(description: $0), reason: need["reason"]) }
    }
    sanity = try json.list("sanity").map { attempt throws(ReportError) in
      try CaseAttempt(attempt, of: side, "the look at the \(side)")
    }
    self.cases = try cases.enumerated().map { index, entry throws(ReportError) in
      try CaseReport(entry, of: side, number: index + 1)
    }
  }

  /// What every reader of a report needs: the role of the tested party, and the cases.
  ///
  /// - Throws: ``ReportError`` unless it is a report of a version that can be read: the present one, or any before it.
  static func cases(
    in json: JSONText
  ) throws(ReportError) -> (side: Verdict.Party, cases: [JSONText]) {
    guard json["format"] == "ftpraw-check" else {
      throw ReportError("it is not a report of `ftpraw check`")
    }
    guard let version: Int = json["version"], (1...jsonVersion).contains(version) else {
      throw ReportError("its version is not from 1 to \(jsonVersion)")
    }
    guard let cases = json["cases"]?.elements else { throw ReportError("it has no cases") }
    // A report that names no party is about a server.
    let party: JSONText = json["party"] ?? .string(Verdict.Party.server.rawValue)
    guard let side = party.string.flatMap(Verdict.Party.init), side != .network else {
      throw ReportError("it does not say whether it is about a server or a client")
    }
    return (side, cases)
  }
}

extension TestedParty {
  fileprivate init(_ json: JSONText, _ side: Verdict.Party) throws(ReportError) {
    guard let tested = json["tested"], let name: String = tested["name"],
      let subcommand: String = tested["subcommand"]
    else { throw ReportError("it does not say what was tested") }
    func members(_ member: String, without known: Set<String> = []) -> [JSONText.Member] {
      (json[member]?.members ?? []).filter { !known.contains($0.name) }
    }
    self.init(
      side, name, software: tested["software"], words: tested["words"] ?? [],
      isNamePhrase: tested["phrase"] ?? false, remarks: tested["remarks"] ?? [],
      json: Members(
        target: members("target"), options: members("options", without: RunOptions.memberNames),
        facts: members(side.rawValue, without: ["says"])),
      command: Command(
        subcommand: subcommand, operands: tested["operands"] ?? [], options: tested["options"] ?? []))
  }
}

extension RunOptions {
  /// The members of `options` in JSON that do not belong to a role.
  fileprivate static let memberNames: Set = [
    "level", "jobs", "repetitions", "seed", "fail_fast", "flaky", "timeout_scale", "judged", "shard",
  ]

  fileprivate init(_ json: JSONText) {
    self.init()
    level = json["level"] ?? level
    jobs = json["jobs"] ?? jobs
    repetitions = json["repetitions"] ?? repetitions
    seed = json["seed"]
    failsFast = json["fail_fast"] ?? failsFast
    flaky = json["flaky"]
    timeoutScale = json["timeout_scale"] ?? timeoutScale
    judged = json["judged"] ?? []
    shard = json["shard"]?.string.flatMap { CaseSelection.Shard($0) }
  }
}

extension Need {
  /// Reads ``description``.
  init(description: String) {
    let parts = description.split(separator: " ", maxSplits: 1).map(String.init)
    self.init(parts.first ?? "", parts.count > 1 ? parts[1] : nil)
  }
}

extension LocalClock.WallTime {
  /// Reads `2026-01-31T12:34:56Z`; nil for any other text.
  fileprivate init?(iso8601 text: String) {
    let digits = text.utf8.filter { (0x30...0x39).contains($0) }.map { Int($0 & 15) }
    guard digits.count == 14, text.utf8.last == UInt8(ascii: "Z") else { return nil }
    func field(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    let time = TimeValue(
      year: field(0..<4), month: field(4..<6), day: field(6..<8), hour: field(8..<10),
      minute: field(10..<12), second: field(12..<14))
    guard let time else { return nil }
    self.init(seconds: time.secondsSince1970)
  }
}
