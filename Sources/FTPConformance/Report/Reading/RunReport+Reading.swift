import FTPConversation
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
    guard json["format"]?.string == "ftpraw-check" else {
      throw ReportError("it is not a report of `ftpraw check`")
    }
    try Self.requireKnownVersion(json)
    guard let cases = json["cases"]?.elements else { throw ReportError("it has no cases") }
    let party = try TestedParty(json)
    let started = json["started"]?.string.flatMap { LocalClock.WallTime(iso8601: $0) }
    self.init(party, try RunOptions(json["options"]), started: started ?? .init(seconds: 0))
    duration = json["duration"]?.duration ?? .zero
    jobs = json["jobs"]?.wholeNumber(as: Int.self) ?? options.jobs ?? 1
    wasInterrupted = json["interrupted"]?.boolean ?? false
    problem = json["problem"]?.string
    leftovers = json["leftovers"]?.elements?.compactMap(\.string) ?? []
    needs = (json["needs"]?.elements ?? []).compactMap { need in
      need["need"]?.string.map { NeedReport(need: Need(description: $0), reason: need["reason"]?.string) }
    }
    var attempts: [CaseAttempt] = []
    for attempt in json["sanity"]?.elements ?? [] {
      attempts.append(try CaseAttempt(attempt, of: party.side, "the look at the \(party.side)"))
    }
    sanity = attempts
    for (index, entry) in cases.enumerated() {
      self.cases.append(try CaseReport(entry, of: party.side, number: index + 1))
    }
  }
}

extension RunReport {
  /// Throws unless the version of a report is one that can be read: the present one, or any before it.
  static func requireKnownVersion(_ json: JSONText) throws(ReportError) {
    guard let version = json["version"]?.wholeNumber, (1...Int64(jsonVersion)).contains(version) else {
      throw ReportError("its version is not one from 1 to \(jsonVersion)")
    }
  }
}

extension TestedParty {
  fileprivate init(_ json: JSONText) throws(ReportError) {
    // A report that names no party is about a server.
    let party = json["party"].map { $0.string ?? "" } ?? Verdict.Party.server.rawValue
    guard let side = Verdict.Party(rawValue: party), side != .network else {
      throw ReportError("it does not say whether it is about a server or a client")
    }
    guard let tested = json["tested"], let name = tested["name"]?.string,
      let subcommand = tested["subcommand"]?.string
    else { throw ReportError("it does not say what was tested") }
    func words(_ member: String) -> [String] { tested[member]?.elements?.compactMap(\.string) ?? [] }
    func members(_ member: String, without known: Set<String> = []) -> [JSONText.Member] {
      (json[member]?.members ?? []).filter { !known.contains($0.name) }
    }
    self.init(
      side, name, software: tested["software"]?.string, words: words("words"),
      isNamePhrase: tested["phrase"]?.boolean ?? false,
      remarks: words("remarks"),
      json: Members(
        target: members("target"), options: members("options", without: RunOptions.memberNames),
        facts: members(side.rawValue, without: ["says"])),
      command: Command(subcommand: subcommand, operands: words("operands"), options: words("options")))
  }
}

extension RunOptions {
  /// The members of `options` in JSON that do not belong to a role.
  fileprivate static let memberNames: Set = [
    "level", "jobs", "repetitions", "seed", "fail_fast", "flaky", "timeout_scale", "judged", "shard",
  ]

  fileprivate init(_ json: JSONText?) throws(ReportError) {
    self.init()
    func number(_ name: String) -> Int? { json?[name]?.wholeNumber(as: Int.self) }
    level = json?["level"]?.string.flatMap(CaseLevel.init) ?? level
    jobs = number("jobs") ?? jobs
    repetitions = number("repetitions") ?? repetitions
    seed = json?["seed"]?.wholeNumber(as: UInt64.self)
    failsFast = json?["fail_fast"]?.boolean ?? failsFast
    flaky = json?["flaky"]?.string.flatMap(FlakyPolicy.init)
    timeoutScale = json?["timeout_scale"]?.real ?? timeoutScale
    judged = json?["judged"]?.elements?.compactMap { $0.string.map(RequirementID.init(rawValue:)) } ?? []
    shard = json?["shard"]?.string.flatMap { CaseSelection.Shard($0) }
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
