import FTPClient
import FTPConversation
import FTPProtocol
import FTPText

/// A run against a server whose attempts were recorded, so that its cases can be judged again without the server.
///
/// ```swift
/// let run = try RecordedRun(RunReport(json: bytes))
/// let again = await run.judged(by: CaseCatalogue.servers)
/// for change in again.changes { print(change.id, change.old, change.new) }
/// ```
package struct RecordedRun: Sendable {
  /// A case with another verdict than in the recorded run.
  package struct Change: Hashable, Sendable {
    package let id: CaseID
    package let old: CaseVerdict
    /// The verdict now.
    package let new: CaseVerdict
  }

  /// The result of judging a run again.
  package struct Judged: Sendable {
    /// The report, with the verdicts of this version.
    package var report: RunReport
    /// The cases whose verdict is another one.
    package var changes: [Change] = []
    /// The cases that keep their verdict because they cannot be judged again: they are unknown to this version, or an
    /// attempt is not recorded to its end.
    package var unjudged: [CaseID] = []
  }

  private let report: RunReport
  private let target: TestedServer
  private let facts: ServerFacts

  /// Takes a report with recordings; throws if it has none, or is not about a server.
  package init(_ report: RunReport) throws(ReportError) {
    guard report.cases.contains(where: { $0.attempts.contains { $0.recording != nil } }) else {
      throw ReportError("it has no recordings: write them with `ftpraw check --save-run`")
    }
    self.report = report
    target = try TestedServer(recorded: report.party.json.target)
    facts = ServerFacts(recorded: report.party.json.facts, report.needs)
  }

  /// Judges every attempt again, and decides about the cases as the run did.
  ///
  /// - Parameters:
  ///   - cases: The cases of this version; those of the run are chosen from them.
  ///   - seed: Shuffles the order in which the cases are judged, which changes nothing; nil keeps that of the report.
  /// - Returns: The report and what differs from the recorded one.
  package func judged(by cases: [ServerCase], seed: UInt64? = nil) async -> Judged {
    let known = Dictionary(cases.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var order = Array(report.cases.indices)
    if let seed {
      var generator = SeededGenerator(seed: seed)
      order.shuffle(using: &generator)
    }
    var results = report.cases
    var judged = Judged(report: report)
    // It was the run that was interrupted, and the cases that it did not try say so.
    judged.report.wasInterrupted = false
    for index in order {
      let old = report.cases[index]
      let entry = known[old.entry.id] ?? Walk.entry(recordedIn: old)
      if let entry, let new = await self.judged(old, by: entry) {
        results[index] = new
      } else if !old.attempts.isEmpty {
        judged.unjudged.append(old.entry.id)
      } else if let entry, !old.witnesses.isEmpty {
        // A watcher that was not run has no verdict but that of its witnesses, who speak again.
        results[index] = CaseReport(entry.entry, watching: report.cases)
      }
    }
    judged.report.cases = watched(results)
    let verdicts = Dictionary(
      report.cases.map { ($0.entry.id, $0.verdict) }, uniquingKeysWith: { first, _ in first })
    judged.changes = judged.report.cases.compactMap { new in
      guard let old = verdicts[new.entry.id], old != new.verdict else { return nil }
      return Change(id: new.entry.id, old: old, new: new.verdict)
    }
    return judged
  }

  /// The report on a case as it is judged now; nil if that cannot be, or if the run decided about it for other reasons
  /// than its attempts.
  private func judged(_ old: CaseReport, by entry: ServerCase) async -> CaseReport? {
    guard !old.attempts.isEmpty,
      CaseReport(entry.entry, old.attempts).verdict == old.verdict || !old.witnesses.isEmpty,
      let attempts = await attempts(old.attempts, of: entry)
    else { return nil }
    var new = CaseReport(entry.entry, attempts)
    if new.verdict.isProblem { new.evidence = old.evidence }
    new.again = await self.attempts(old.again, of: entry) ?? old.again
    return new
  }

  /// The attempts as they are judged now; nil if one cannot be.
  private func attempts(_ old: [CaseAttempt], of entry: ServerCase) async -> [CaseAttempt]? {
    var attempts: [CaseAttempt] = []
    for attempt in old {
      guard let new = await entry.attempt(judging: attempt, at: target, knowing: facts) else { return nil }
      attempts.append(new)
    }
    return attempts
  }

  /// The reports with what the cases about all traffic see in them.
  private func watched(_ results: [CaseReport]) -> [CaseReport] {
    let watchers = results.map(\.entry).filter { $0.scope == .everything }
    // When the run looked at the traffic, the cases that provoke had not been run.
    let traffic = results.map { $0.entry.traffic == .provoking ? CaseReport($0.entry, skipped: "") : $0 }
    var watch = TrafficWatch(watchers, over: traffic, judging: nil)
    while let sources = watch.next() {
      watch.add(Dictionary(uniqueKeysWithValues: sources.map { ($0, results[$0].again) }))
    }
    return watch.reports(of: results)
  }
}

extension Walk {
  /// The walk that a report is about; nil for any other case.
  fileprivate static func entry(recordedIn report: CaseReport) -> ServerCase? {
    report.attempts.lazy.compactMap { $0.recording?.walk }.first.map { entry(report.entry.id, taking: $0) }
  }
}

extension TestedServer {
  /// Reads the description of a server in a report; the password, which no report has, is another one.
  fileprivate init(recorded members: [JSONText.Member]) throws(ReportError) {
    let json = JSONText.object(members)
    guard let host: String = json["host"], let port: UInt16 = json["port"],
      let user = json["user"]?.string.flatMap({ VectorText.unescape($0) })
    else { throw ReportError("it does not say which server was tested") }
    self.init(
      host: host, port: port, url: json["url"], isEmbedded: json["embedded"] ?? false,
      security: json["security"].flatMap(ClientTLS.Mode.init(rawValue:)) ?? .none)
    if !isAnonymous || user != login.user {
      login = Credentials(user: user, password: Array("not recorded".utf8))
    }
  }
}

extension ServerFacts {
  /// Reads the facts about a server in a report.
  fileprivate init(recorded members: [JSONText.Member], _ needs: [RunReport.NeedReport]) {
    self.init()
    let json = JSONText.object(members)
    func reply(_ name: String) -> Reply? {
      let lines: [String]? = json[name]
      return lines.flatMap { Reply(recorded: $0.flatMap { VectorText.unescape($0) ?? [] }) }
    }
    greeting = reply("greeting")
    system = reply("system")
    featureReply = reply("feature_reply")
    refusalFromRoot = reply("refusal_from_root")
    refusalOfUnknown = reply("refusal_of_unknown")
    refusalOfStrangers = reply("refusal_of_strangers")
    unreadableNames = json["unreadable_names"]
    answersToMissing = json["answers_to_missing"] ?? []
    confusedReads = json["confused_reads"]
    staysAfterQuit = json["stays_after_quit"] ?? false
    features = FeatureList((json["features"] ?? []).map { FeatureList.Feature($0 as String) })
    roundTrip = json["round_trip"] ?? .zero
    if let form = AddressForm.allCases.first(where: { json["passive_command"] == $0.passiveVerb.name }) {
      passiveCommand = form
    }
    if json["harmless_command"] == "PWD" {
      harmless = .pwd(ReplyCode(rawValue: json["harmless_code"] ?? 257) ?? 257)
    }
    scratch = json["scratch"]
    for need in needs { unmet[need.need] = need.reason }
  }
}
