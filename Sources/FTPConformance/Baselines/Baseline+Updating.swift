extension Baseline {
  /// The baseline of a run: its problems, with the reasons, days and comments of this one.
  ///
  /// Lines that the run says nothing about are kept: those of cases that were skipped or not run, and those that are
  /// listed as flaky. Cases that no longer have a problem are removed, and so are lines without an existing case, which
  /// `dropped` contains.
  /// - Parameters:
  ///   - report: The report of the run.
  ///   - cases: All cases that exist.
  /// - Returns: The new baseline, and the removed lines about cases that do not exist.
  public func updated(
    by report: RunReport, among cases: [ConformanceCase] = CaseCatalogue.all
  ) -> (baseline: Baseline, dropped: [Entry]) {
    let ids = Set(cases.map(\.id))
    let reports = Dictionary(report.cases.map { ($0.entry.id, $0.verdict) }) { first, _ in first }
    var updated = self
    var dropped: [Entry] = []
    updated.entries = entries.compactMap { entry in
      guard ids.contains(entry.id) else {
        dropped.append(entry)
        return nil
      }
      guard let verdict = reports[entry.id], verdict != .skipped, entry.verdict != .flaky else {
        return entry
      }
      guard verdict.isProblem else { return nil }
      var entry = entry
      entry.verdict = verdict
      return entry
    }
    let listed = Set(entries.map(\.id))
    for report in report.cases where report.verdict.isProblem && !listed.contains(report.entry.id) {
      updated.entries.append(Entry(report.entry.id, report.verdict))
    }
    return (updated, dropped)
  }

  /// A copy that takes the lines of `other` for cases that this baseline lists without a reason, or does not list.
  public func merged(with other: Baseline) -> Baseline {
    var merged = self
    let reasons = Dictionary(other.entries.map { ($0.id, $0) }) { first, _ in first }
    for index in merged.entries.indices where merged.entries[index].reason.isEmpty {
      guard let entry = reasons[merged.entries[index].id] else { continue }
      merged.entries[index].reason = entry.reason
      merged.entries[index].expiry = merged.entries[index].expiry ?? entry.expiry
    }
    let listed = Set(entries.map(\.id))
    merged.entries += other.entries.filter { !listed.contains($0.id) }
    return merged
  }
}
