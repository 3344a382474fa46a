import FTPProtocol

extension RunReport {
  /// Makes one report from several, such as those of the shards of a run.
  ///
  /// A case that is in several reports has all their attempts and witnesses, and a combined verdict. A missing shard is
  /// a ``problem``, because nothing is known about its cases. The duration is that of the longest run, and the facts
  /// about the party are those of the first report.
  /// - Throws: ``ReportError`` if there is no report, or if some are about servers and others about clients.
  public init(merging reports: [RunReport]) throws(ReportError) {
    guard let first = reports.first else { throw ReportError("there is no report") }
    guard reports.allSatisfy({ $0.party.side == first.party.side }) else {
      throw ReportError("some are about servers and others about clients")
    }
    var options = first.options
    options.shard = nil
    self.init(
      first.party, options,
      started: reports.map(\.started).min { $0.seconds < $1.seconds } ?? first.started)
    duration = reports.map(\.duration).max() ?? .zero
    jobs = reports.map(\.jobs).max() ?? 1
    wasInterrupted = reports.contains(where: \.wasInterrupted)
    leftovers = reports.flatMap(\.leftovers)
    // The failed check comes last, because every form looks for it there.
    let problematic = reports.filter { $0.problem != nil }
    sanity = (reports.filter { $0.problem == nil } + problematic).flatMap(\.sanity)
    problem = problematic.first?.problem ?? Self.missingShards(in: reports)
    var needs: [Need: NeedReport] = [:]
    for need in reports.flatMap(\.needs) where needs[need.need]?.reason == nil { needs[need.need] = need }
    self.needs = needs.values.sorted { $0.need.description < $1.need.description }
    var places: [CaseID: Int] = [:]
    for report in reports.flatMap(\.cases) {
      if let place = places[report.entry.id] {
        cases[place] = cases[place].merged(with: report)
      } else {
        places[report.entry.id] = cases.count
        cases.append(report)
      }
    }
    cases = cases.inCatalogueOrder
  }

  /// `shard 2 of 3 is missing`; nil if no report is about a shard, or no shard is missing.
  private static func missingShards(in reports: [RunReport]) -> String? {
    let shards = reports.compactMap(\.options.shard)
    let missing = Set(shards.map(\.count)).sorted().flatMap { count in
      (1...count).filter { number in !shards.contains { $0.number == number && $0.count == count } }
        .map { "shard \($0) of \(count)" }
    }
    guard let last = missing.last else { return nil }
    guard missing.count > 1 else { return "\(last) is missing" }
    return missing.dropLast().joined(separator: ", ") + " and \(last) are missing"
  }
}

extension CaseReport {
  /// The combination of two reports of the same case.
  fileprivate func merged(with other: CaseReport) -> CaseReport {
    let attempts = attempts + other.attempts
    // A run that attempted the case knows more than one that had to skip it; witnesses are added.
    let own = [self, other].filter { $0.attempts.isEmpty && $0.witnesses.isEmpty }
    var merged =
      attempts.isEmpty
      ? own.first ?? CaseReport(entry, verdict: .pass, reason: nil) : CaseReport(entry, attempts)
    merged.evidence = evidence ?? other.evidence
    let told = merged.findings.map(\.requirement)
    var seen: Set<[String]> = []
    merged.add(
      (witnesses + other.witnesses).filter { witness in
        !told.contains(witness.verdict.requirement)
          && seen.insert([witness.seenIn.rawValue, witness.verdict.requirement.rawValue]).inserted
      })
    return merged
  }
}
