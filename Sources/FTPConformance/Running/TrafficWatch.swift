import FTPProtocol

/// What cases about all traffic see in the traffic of other cases, and whether they see it again.
///
/// Something that the judge finds once may not happen again. So a case whose traffic shows a deviation, its source, is
/// run again until it has been run as often as a failing case: a deviation seen in every run counts, any other is
/// flaky. Sources are run again in rounds, one for each deviation, until one confirms it or enough have been tried.
struct TrafficWatch {
  /// How many sources of a deviation are run again at most: a few show as much as all.
  private static let mostSources = 5

  /// A requirement of a watcher that was seen broken, and where.
  private struct Deviation {
    /// The watcher, as an index.
    let watcher: Int
    let requirement: RequirementID
    /// The sources that have not been run again, as indices of reports.
    var sources: [Int]
    var asked: [Int] = []
    var isConfirmed = false
  }

  private let watchers: [ConformanceCase]
  private let sources: [CaseReport]
  /// The requirements that the run is limited to; nil for all.
  private let judged: Set<RequirementID>?
  private var deviations: [Deviation] = []
  /// The attempts of sources that were run again.
  private var further: [Int: [CaseAttempt]] = [:]

  /// Looks at the traffic of `sources`.
  ///
  /// - Parameters:
  ///   - watchers: The cases whose requirements are about all traffic.
  ///   - sources: The cases whose traffic is watched.
  ///   - judged: The requirements that the run is limited to, or nil; if there are any, the sources themselves are not
  ///     reported.
  init(_ watchers: [ConformanceCase], over sources: [CaseReport], judging judged: Set<RequirementID>?) {
    self.watchers = watchers
    self.sources = sources
    self.judged = judged
    // An attempt that could not finish, as when the party went away, shows nothing, nor does one that others stalled.
    let seen = sources.map { source in
      source.entry.traffic == .fair && source.verdict != .error
        ? Set(source.attempts.deciding.filter { $0.verdict != .error }.flatMap(\.brokenRequirements)) : []
    }
    for (place, watcher) in watchers.enumerated() {
      // What a watcher's own steps have shown needs no other witness.
      let own = judged == nil ? sources.first { $0.entry.id == watcher.id }?.findings ?? [] : []
      for requirement in watcher.requirements where judged?.contains(requirement) ?? true {
        guard !own.contains(where: { $0.requirement == requirement }) else { continue }
        let places = seen.indices.filter { index in
          seen[index].contains(requirement) && (judged != nil || sources[index].entry.id != watcher.id)
        }
        guard !places.isEmpty else { continue }
        deviations.append(Deviation(watcher: place, requirement: requirement, sources: places))
      }
    }
  }

  /// The sources to run again now, as indices of reports; nil if nothing is left to find out.
  mutating func next() -> [Int]? {
    var wanted: [Int] = []
    var isOver = true
    for index in deviations.indices
    where !deviations[index].isConfirmed && deviations[index].asked.count < Self.mostSources {
      // A source that has been run again already costs nothing.
      let known = deviations[index].sources.first { further[$0] != nil || wanted.contains($0) }
      guard let source = known ?? deviations[index].sources.first else { continue }
      deviations[index].sources.removeAll { $0 == source }
      deviations[index].asked.append(source)
      isOver = false
      if further[source] == nil, !wanted.contains(source) { wanted.append(source) }
    }
    return isOver ? nil : wanted
  }

  /// Adds the attempts of the sources that ``next()`` returned.
  mutating func add(_ attempts: [Int: [CaseAttempt]]) {
    for (source, attempts) in attempts { further[source, default: []] += attempts }
    for index in deviations.indices where !deviations[index].isConfirmed {
      for source in deviations[index].asked {
        if further[source] == nil { further[source] = [] }
        deviations[index].isConfirmed = deviations[index].isConfirmed || isSteady(index, source)
      }
    }
  }

  private func isSteady(_ deviation: Int, _ source: Int) -> Bool {
    witness(deviations[deviation], source)?.isSteady ?? false
  }

  private func witness(_ deviation: Deviation, _ source: Int) -> CaseReport.Witness? {
    let all = sources[source].attempts.deciding + further[source, default: []]
    let telling = all.filter { $0.verdict != .error && $0.breaks(deviation.requirement) }
    // One that could not begin, or that others stalled, says nothing; what was seen was seen.
    let attempts = all.filter { attempt in
      attempt.breaks(deviation.requirement)
        ? attempt.verdict != .error : !attempt.saysNothing
    }
    for conversation in telling.flatMap(\.conversations) {
      guard let fault = conversation.ordinaryFaults.first(where: { $0.requirement == deviation.requirement })
      else {
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
    for (source, attempts) in further where judged == nil && attempts.contains(where: { $0.recording != nil })
    {
      reports[source].again = attempts
    }
    for (place, watcher) in watchers.enumerated() {
      // What a watcher's own steps have shown needs no witness; provoking cases had not been run when the watch began.
      let own = judged == nil ? cases.first { $0.entry.id == watcher.id }?.findings ?? [] : []
      let witnesses = deviations.filter { deviation in
        deviation.watcher == place && !own.contains { $0.requirement == deviation.requirement }
      }.flatMap { deviation in deviation.asked.compactMap { witness(deviation, $0) } }
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
  /// The requirements that the judge found broken in its conversations.
  fileprivate var brokenRequirements: [RequirementID] {
    conversations.flatMap { $0.ordinaryFaults.map(\.requirement) }
  }

  /// Whether the judge or the steps found it broken: one may see a close where the other sees only silence.
  fileprivate func breaks(_ requirement: RequirementID) -> Bool {
    brokenRequirements.contains(requirement) || findings.contains { $0.requirement == requirement }
  }
}

extension [CaseReport] {
  /// The reports in the order of the catalogue; cases that are not in it come last.
  var inCatalogueOrder: [CaseReport] {
    enumerated().sorted { left, right in
      (CaseCatalogue.place(of: left.element.entry.id), left.offset)
        < (CaseCatalogue.place(of: right.element.entry.id), right.offset)
    }.map(\.element)
  }
}
