import FTPConversation
import FTPProtocol
import FTPRequirements
import FTPText

extension RunReport {
  /// The version of the form that `json(program:)` writes; it grows when a member changes its meaning or is removed,
  /// not when one is added.
  public static let jsonVersion = 2

  /// Everything in the report as JSON; `Documentation/reports.md` describes each member.
  ///
  /// - Parameter program: The program that made the report, with its version: `ftpraw 1.0.0`.
  /// - Returns: The object.
  package func json(program: String) -> JSONText {
    .object(
      [.init("format", "ftpraw-check"), .init("version", .integer(Int64(Self.jsonVersion)))] + sideMember
        + [
          .init("program", .string(program)), .init("started", .string(startedText)),
          .init("duration", .seconds(duration)), .init("tested", party.tested),
          .init("target", .object(party.json.target)),
          .init("options", .object(optionMembers)), .init("jobs", .integer(Int64(jobs))),
          .init("interrupted", .boolean(wasInterrupted)), .init("problem", .optional(problem)),
          .init(party.side.rawValue, .object(factMembers)), .init("baseline", baseline.map(json) ?? .null),
          .init("needs", .array(needs.map(\.json))), .init("totals", totals),
          .init("counts", figures.json),
          .init("texts", .array(texts.map(json))),
          .init("causes", .array(causes.map(\.json))),
          .init("sanity", .array(sanity.map(\.json))), .init("cases", .array(cases.map(json))),
          .init("leftovers", .array(leftovers.map { .string($0) })),
        ])
  }

  /// The role of the tested party; omitted for a server, for compatibility.
  private var sideMember: [JSONText.Member] {
    party.side == .server ? [] : [.init("party", .string(party.side.rawValue))]
  }

  /// The facts about the party; a server's description of itself is in separate members.
  private var factMembers: [JSONText.Member] {
    let says = JSONText.Member("says", .array(party.words.map { .string($0) }))
    return (party.side == .server ? [] : [says]) + party.json.facts
  }

  private var optionMembers: [JSONText.Member] {
    [
      .init("level", .string(options.level.rawValue)),
      .init("jobs", options.jobs.map { .integer(Int64($0)) } ?? .null),
      .init("repetitions", .integer(Int64(options.repetitions))),
      .init("seed", options.seed.map { .integer(Int64(clamping: $0)) } ?? .null),
    ] + party.json.options + [
      .init("fail_fast", .boolean(options.failsFast)), .init("flaky", .optional(options.flaky?.rawValue)),
      .init("timeout_scale", .number(options.timeoutScale)),
      .init("shard", .optional(options.shard?.description)),
      .init("judged", .array(options.judged.map { .string($0.rawValue) })),
    ]
  }

  /// When the run began, in UTC to the second: the only date in a report.
  var startedText: String { TimeValue(secondsSince1970: started.seconds)?.iso8601 ?? "" }

  private var totals: JSONText {
    let counts = Dictionary(uniqueKeysWithValues: tallies(of: cases).map { ($0.tally, $0.count) })
    return .object(
      Tally.allCases.map { .init($0.memberName, .integer(Int64(counts[$0] ?? 0))) })
  }

  private func json(_ text: TextReport) -> JSONText {
    let tallies = text.cases.map { tally(of: $0) }
    func count(_ isCounted: (Tally) -> Bool) -> JSONText { .integer(Int64(tallies.count(where: isCounted))) }
    return .object([
      .init("text", .string(text.document)), .init("offered", .boolean(text.isOffered)),
      .init("passed", count { $0 == .pass }), .init("tested", count(\.isTested)),
      .init("not_offered", count { $0 == .notOffered }), .init("skipped", count { $0 == .skipped }),
    ])
  }

  private func json(_ baseline: BaselineComparison) -> JSONText {
    .object([
      .init("name", .string(PrintableText.line(baseline.name))),
      .init("unexpected_failures", .integer(Int64(cases(.unexpectedFailure).count))),
      .init("unexpected_passes", .integer(Int64(cases(.unexpectedPass).count))),
      .init("known", .integer(Int64(cases(.known).count))),
      .init("untested", .integer(Int64(cases(.untested).count))),
      .init("unexplained", .integer(Int64(baseline.unexplained.count))),
      .init("expired", .array(baseline.expired.map(\.json))),
      .init("unknown", .array(baseline.unknown.map(\.json))),
    ])
  }

  private func json(_ report: CaseReport) -> JSONText {
    let entry = report.entry
    return .object(
      entry.members + [
        .init("verdict", .string(report.verdict.rawValue)),
        .init("offered", .boolean(tally(of: report) != .notOffered)),
        .init("severity", .optional(report.severity?.rawValue)), .init("counts", .boolean(counts(report))),
        .init("standing", .optional(standing(of: report)?.rawValue)),
        .init("listed", baseline?.entry(entry.id)?.json ?? .null),
        .init("reason", .optional(report.reason)), .init("ending", .string(report.ending.rawValue)),
        .init("duration", .seconds(report.duration)), .init("findings", .array(report.findings.map(\.json))),
        .init("attempts", .array(report.attempts.map(\.json))),
      ] + (report.again.isEmpty ? [] : [.init("again", .array(report.again.map(\.json)))]) + [
        .init("witnesses", .array(report.witnesses.map(\.json))),
        .init("rerun", .string(command(rerunning: report))),
      ])
  }
}

extension RunReport.Figures {
  fileprivate var json: JSONText {
    let members: [(String, Int)] = [
      ("cases", cases), ("findings", findings), ("failing", failing), ("warnings", warnings),
      ("known", known),
      ("not_offered", notOffered), ("skipped", skipped),
    ]
    return .object(members.map { .init($0.0, .integer(Int64($0.1))) })
  }
}

extension RunReport.CommonCause {
  fileprivate var json: JSONText {
    .object([
      .init("case", .string(chief.entry.id.rawValue)),
      .init("also_in", .array(others.map { .string($0.entry.id.rawValue) })),
    ])
  }
}

extension TestedParty {
  /// What forms need to know about the tested party, so that a report can be read back.
  fileprivate var tested: JSONText {
    func list(_ words: [String]) -> JSONText { .array(words.map { .string($0) }) }
    return .object([
      .init("name", .string(name)), .init("software", .optional(software)),
      .init("phrase", .boolean(isNamePhrase)), .init("words", list(words)),
      .init("remarks", list(remarks)), .init("subcommand", .string(command.subcommand)),
      .init("operands", list(command.operands)), .init("options", list(command.options)),
    ])
  }
}

extension ConformanceCase {
  fileprivate var members: [JSONText.Member] {
    [
      .init("id", .string(id.rawValue)), .init("title", .string(title)),
      .init("level", .string(level.rawValue)), .init("requirements", .array(requirements.map(\.json))),
      .init("needs", .array(needs.map { .string($0.description) })),
    ] + traits.map { .init($0.name, .string($0.value)) } + [
      .init("scope", .string(scope.rawValue)), .init("tags", .array(tags.map { .string($0) })),
      .init("faults", .array(failsWith.map { .string($0) })),
    ]
  }
}

extension RunReport.NeedReport {
  fileprivate var json: JSONText {
    .object([
      .init("need", .string(need.description)), .init("met", .boolean(reason == nil)),
      .init("reason", .optional(reason)),
    ])
  }
}

extension RequirementID {
  fileprivate var json: JSONText {
    let requirement = RequirementCatalogue.requirement(id: rawValue)
    return .object([
      .init("id", .string(rawValue)), .init("level", .optional(requirement?.level.rawValue)),
      .init("word", .optional(requirement?.word.description)), .init("text", .optional(requirement?.text)),
      .init("source", .optional(requirement?.link)),
    ])
  }
}

extension Baseline.Entry {
  fileprivate var json: JSONText {
    .object([
      .init("id", .string(PrintableText.line(id.rawValue))), .init("verdict", .string(verdict.rawValue)),
      .init("until", .optional(expiry?.description)),
      .init("reason", .optional(reason.isEmpty ? nil : shownReason)),
    ])
  }
}

extension Finding {
  fileprivate var json: JSONText {
    .object([
      .init("requirement", .string(requirement.rawValue)), .init("level", .string(level.rawValue)),
      .init("ruling", .string(ruling.rawValue)), .init("word", .string(word)), .init("force", .string(force)),
      .init("rule", .string(rule)),
      .init("source", .optional(link)), .init("expected", .string(expected)),
      .init("received", .string(received)),
    ])
  }
}

extension CaseAttempt {
  fileprivate var json: JSONText {
    let exhibits = JSONText.array(evidence.exhibits.map(\.json))
    return .object(
      [
        .init("verdict", .string(verdict.rawValue)), .init("reason", .optional(reason)),
        .init("ending", .string(ending.rawValue)), .init("duration", .seconds(duration)),
        .init("findings", .array(findings.map(\.json))),
        .init("conversations", .array(conversations.map(\.json))),
      ] + (recording.map { [.init("recording", JSONText($0))] } ?? [])
        + (evidence.exhibits.isEmpty ? [] : [.init("exhibits", exhibits)]) + circumstances.members)
  }
}

extension CaseAttempt.Circumstances {
  /// The members of the attempt; those that would say nothing are omitted.
  fileprivate var members: [JSONText.Member] {
    let words: [JSONText] = [(isAlone, "alone"), (isStalled, "stalled"), (reliesOnPause, "paused")]
      .filter(\.0).map { .string($0.1) }
    return (words.isEmpty ? [] : [.init("circumstances", .array(words))])
      + (beside.isEmpty ? [] : [.init("beside", .array(beside.map { .string($0.rawValue) }))])
  }
}

extension CaseEvidence.Conversation {
  fileprivate var json: JSONText {
    .object(
      [
        .init("opened", .seconds(opened)), .init("omitted", .integer(Int64(transcript.omittedEvents))),
        .init("events", .array(transcript.events.map(json))),
      ] + (observed.isEmpty ? [] : [.init("observed", .array(observed.sorted().map { .integer(Int64($0)) }))])
    )
  }
}

extension CaseEvidence.Conversation {
  /// An event; a verdict on the tester is marked, because the errors of a case are on purpose.
  private func json(_ event: ConversationEvent) -> JSONText {
    guard isOnTester(event), case .object(let members) = event.json else { return event.json }
    return .object(members + [.init("deliberate", true)])
  }
}

extension CaseEvidence.Exhibit {
  fileprivate var json: JSONText {
    .object([.init("name", .string(name)), .init("lines", .array(lines.map { .string($0) }))])
  }
}

extension CaseReport.Witness {
  fileprivate var json: JSONText {
    .object([
      .init("seen_in", .string(seenIn.rawValue)), .init("sightings", .integer(Int64(sightings))),
      .init("runs", .integer(Int64(runs))), .init("requirement", .string(verdict.requirement.rawValue)),
      .init("expected", .string(verdict.expected)), .init("received", .string(verdict.received)),
      .init("conversation", conversation.json),
    ])
  }
}
