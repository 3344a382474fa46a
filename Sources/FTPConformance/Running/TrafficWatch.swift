import FTPProtocol

/// What cases about all traffic see in that of the cases of a run, and whether it is seen again.
///
/// Whatever a judge says once may be a matter of the moment. So a case in whose traffic something was seen, the source, is
/// run again until it was run as often as a case that fails: what was seen each time counts, what was not is flaky.
/// Sources are asked for in rounds, one for each departure, until one of them confirms it or enough have been asked.
struct TrafficWatch {
  /// So many sources of a departure are asked at most: a few tell as much as all of them.
  private static let mostSources = 5

  /// One requirement of one watcher, and where it was seen broken.
  private struct Departure {
    /// The place of the watcher.
    let watcher: Int
    let requirement: RequirementID
    /// The sources that are still to be asked, as places among the reports.
    var sources: [Int]
    /// Those that were.
    var asked: [Int] = []
    var isConfirmed = false
  }

  private let watchers: [ConformanceCase]
  private let sources: [CaseReport]
  /// The requirements that the run is about; nil for all.
  private let judged: Set<RequirementID>?
  private var departures: [Departure] = []
  /// What came of running sources again; for those that were.
  private var further: [Int: [CaseAttempt]] = [:]

  /// Looks at the traffic of `sources`.
  ///
  /// - Parameters:
  ///   - watchers: the cases whose requirements are about all traffic.
  ///   - sources: the cases whose traffic is looked at.
  ///   - judged: the requirements that the run is about, where it is about these alone: the sources are then
  ///     reported no more.
  init(_ watchers: [ConformanceCase], over sources: [CaseReport], judging judged: Set<RequirementID>?) {
    self.watchers = watchers
    self.sources = sources
    self.judged = judged
    // What was in progress when the party went shows nothing.
    let seen = sources.map { source in
      source.entry.traffic == .fair && source.verdict != .error
        ? Set(source.attempts.filter { $0.verdict != .error }.flatMap(\.brokenRequirements)) : []
    }
    for (place, watcher) in watchers.enumerated() {
      // What its own steps have shown needs no other witness.
      let own = judged == nil ? sources.first { $0.entry.id == watcher.id }?.findings ?? [] : []
      for requirement in watcher.requirements where judged?.contains(requirement) ?? true {
        guard !own.contains(where: { $0.requirement == requirement }) else { continue }
        let places = seen.indices.filter { index in
          seen[index].contains(requirement) && (judged != nil || sources[index].entry.id != watcher.id)
        }
        guard !places.isEmpty else { continue }
        departures.append(Departure(watcher: place, requirement: requirement, sources: places))
      }
    }
  }

  /// The sources to run again now, as places among the reports; nil if there is nothing left to find out.
  mutating func next() -> [Int]? {
    var wanted: [Int] = []
    var isOver = true
    for index in departures.indices
    where !departures[index].isConfirmed && departures[index].asked.count < Self.mostSources {
      // One that was run again already costs nothing.
      let known = departures[index].sources.first { further[$0] != nil || wanted.contains($0) }
      guard let source = known ?? departures[index].sources.first else { continue }
      departures[index].sources.removeAll { $0 == source }
      departures[index].asked.append(source)
      isOver = false
      if further[source] == nil, !wanted.contains(source) { wanted.append(source) }
    }
    return isOver ? nil : wanted
  }

  /// Takes what came of running those again that ``next()`` has named.
  mutating func add(_ attempts: [Int: [CaseAttempt]]) {
    for (source, attempts) in attempts { further[source, default: []] += attempts }
    for index in departures.indices where !departures[index].isConfirmed {
      for source in departures[index].asked {
        if further[source] == nil { further[source] = [] }
        departures[index].isConfirmed = departures[index].isConfirmed || isSteady(index, source)
      }
    }
  }

  private func isSteady(_ departure: Int, _ source: Int) -> Bool {
    witness(departures[departure], source)?.isSteady ?? false
  }

  private func witness(_ departure: Departure, _ source: Int) -> CaseReport.Witness? {
    // An attempt that could not begin says nothing.
    let attempts = (sources[source].attempts + further[source, default: []]).filter { $0.verdict != .error }
    let telling = attempts.filter { $0.brokenRequirements.contains(departure.requirement) }
    for conversation in telling.first?.conversations ?? [] {
      guard let fault = conversation.faults.first(where: { $0.requirement == departure.requirement }) else {
        continue
      }
      return CaseReport.Witness(
        seenIn: sources[source].entry.id, verdict: fault, conversation: conversation,
        sightings: telling.count, runs: attempts.count)
    }
    return nil
  }

  /// The reports of all cases of the run, with what the watchers have seen.
  func reports(of cases: [CaseReport]) -> [CaseReport] {
    var reports = judged == nil ? cases : []
    for (place, watcher) in watchers.enumerated() {
      // What its own steps have shown needs no other witness; a case that provokes was not run when the watch began.
      let own = judged == nil ? cases.first { $0.entry.id == watcher.id }?.findings ?? [] : []
      let witnesses = departures.filter { departure in
        departure.watcher == place && !own.contains { $0.requirement == departure.requirement }
      }.flatMap { departure in departure.asked.compactMap { witness(departure, $0) } }
      if let index = reports.firstIndex(where: { $0.entry.id == watcher.id }) {
        reports[index].add(witnesses)
      } else if judged != nil || !witnesses.isEmpty {
        var report = CaseReport(watcher, watching: cases)
        report.add(witnesses)
        reports.append(report)
      }
    }
    return reports.inCatalogueOrder
  }
}

extension CaseAttempt {
  /// What the judge found broken in its conversations.
  fileprivate var brokenRequirements: [RequirementID] {
    conversations.flatMap { $0.faults.map(\.requirement) }
  }
}

extension [CaseReport] {
  /// The reports in the order of the catalogue, those of cases that are in none last.
  var inCatalogueOrder: [CaseReport] {
    enumerated().sorted { left, right in
      (CaseCatalogue.place(of: left.element.entry.id), left.offset)
        < (CaseCatalogue.place(of: right.element.entry.id), right.offset)
    }.map(\.element)
  }
}
