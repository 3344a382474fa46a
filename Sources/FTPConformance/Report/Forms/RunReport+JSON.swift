import FTPConversation
import FTPProtocol
import FTPRequirements
import FTPText

extension BaselineComparison.Standing: JSONValue {}
extension CaseID: JSONValue {}
extension CaseLevel: JSONValue {}
extension CaseVerdict: JSONValue {}
extension ConformanceCase.Scope: JSONValue {}
extension ConnectionEnding: JSONValue {}
extension FlakyPolicy: JSONValue {}
extension RequirementID: JSONValue {}
extension Verdict.Party: JSONValue {}

extension RunReport {
  /// The version of the form that `json(program:)` writes; it grows when a member changes its meaning or is removed,
  /// not when one is added.
  public static let jsonVersion = 3

  /// Everything in the report as JSON; `Documentation/reports.md` describes each member.
  ///
  /// - Parameter program: The program that made the report, with its version: `ftpraw 1.0.0`.
  /// - Returns: The object.
  package func json(program: String) -> JSONText {
    // The role of a server is omitted, for compatibility, and its description of itself is in separate members.
    let isServer = party.side == .server
    let chiefs = chiefs
    let facts = JSONText(isServer ? [] : .of(["says": party.words]), party.json.facts)
    let options = JSONText(
      .of([
        "level": options.level, "jobs": options.jobs, "repetitions": options.repetitions,
        "seed": options.seed.map { Int64(clamping: $0) },
      ]), party.json.options,
      .of([
        "fail_fast": options.failsFast, "flaky": options.flaky, "timeout_scale": options.timeoutScale,
        "shard": options.shard?.description, "judged": options.judged,
      ]))
    return JSONText(
      .of(["format": "ftpraw-check", "version": Self.jsonVersion]),
      isServer ? [] : .of(["party": party.side]),
      .of([
        "program": program, "started": startedText, "duration": duration, "tested": party.tested,
        "target": JSONText.object(party.json.target), "options": options, "jobs": jobs,
        "interrupted": wasInterrupted, "problem": problem, party.side.rawValue: facts,
        "baseline": baseline.map(json), "needs": needs.map(\.json), "totals": totals,
        "counts": figures.json, "texts": texts.map(json), "causes": causes.map(\.json),
        "sanity": sanity.map(\.json), "cases": cases.map { json($0, chiefs) }, "leftovers": leftovers,
      ]))
  }

  /// When the run began, in UTC to the second: the only date in a report.
  var startedText: String { TimeValue(secondsSince1970: started.seconds)?.iso8601 ?? "" }

  private var totals: JSONText {
    let counts = Dictionary(uniqueKeysWithValues: tallies(of: cases).map { ($0.tally, $0.count) })
    return .object(
      Tally.allCases.map { .init($0.rawValue.replacing(" ", with: "_"), .integer(Int64(counts[$0] ?? 0))) })
  }

  private func json(_ text: TextReport) -> JSONText {
    let tallies = text.cases.map { tally(of: $0) }
    return JSONText.of([
      "text": text.document, "offered": text.isOffered, "passed": tallies.count { $0 == .pass },
      "tested": tallies.count(where: \.isTested), "not_offered": tallies.count { $0 == .notOffered },
      "skipped": tallies.count { $0 == .skipped },
    ])
  }

  private func json(_ baseline: BaselineComparison) -> JSONText {
    JSONText.of([
      "name": PrintableText.line(baseline.name),
      "unexpected_failures": cases(.unexpectedFailure).count,
      "unexpected_passes": cases(.unexpectedPass).count, "known": cases(.known).count,
      "untested": cases(.untested).count, "unexplained": baseline.unexplained.count,
      "expired": baseline.expired.map(\.json), "unknown": baseline.unknown.map(\.json),
    ])
  }

  private func json(_ report: CaseReport, _ chiefs: [CaseID: CaseID]) -> JSONText {
    let entry = report.entry
    let cause = report.verdict.isProblem ? chiefs[entry.id] ?? entry.id : nil
    return JSONText(
      entry.members,
      .of([
        "verdict": report.verdict, "offered": tally(of: report) != .notOffered,
        "severity": report.severity, "counts": counts(report), "standing": standing(of: report),
        "listed": baseline?.entry(entry.id)?.json, "cause": cause,
        "owner": report.findings.first.flatMap { CaseCatalogue.owners[$0.requirement] },
        "reason": report.reason, "ending": report.ending,
        "duration": report.duration,
        "findings": report.findings.map { JSONText($0.members, .of(["others": others($0, of: report)])) },
        "attempts": report.attempts.map(\.json),
      ]), report.again.isEmpty ? [] : .of(["again": report.again.map(\.json)]),
      (report.evidence?.smallest).map { .of(["smallest": JSONText($0)]) } ?? [],
      (report.evidence?.contrast).map { .of(["contrast": JSONText($0)]) } ?? [],
      .of(["witnesses": report.witnesses.map(\.json), "rerun": command(rerunning: report)]))
  }
}

extension RunReport.Figures {
  fileprivate var json: JSONText {
    JSONText.of([
      "cases": cases, "findings": findings, "failing": failing, "warnings": warnings, "known": known,
      "not_offered": notOffered, "skipped": skipped,
      "harms": JSONText.object(harms.map { .init($0.kind.rawValue, .integer(Int64($0.count))) }),
    ])
  }
}

extension RunReport.CommonCause {
  fileprivate var json: JSONText {
    JSONText.of([
      "case": chief.entry.id, "harm": harm?.kind.rawValue, "consequence": harm?.sentence,
      "also_in": others.map(\.entry.id),
    ])
  }
}

extension TestedParty {
  /// What forms need to know about the tested party, so that a report can be read back.
  fileprivate var tested: JSONText {
    JSONText.of([
      "name": name, "software": software, "phrase": isNamePhrase, "words": words, "remarks": remarks,
      "subcommand": command.subcommand, "operands": command.operands, "options": command.options,
    ])
  }
}

extension ConformanceCase {
  fileprivate var members: [JSONText.Member] {
    .of([
      "id": id, "title": title, "level": level, "requirements": requirements.map(\.described),
      "needs": needs.map(\.description),
    ]) + traits.map { .init($0.name, .string($0.value)) }
      + .of(["scope": scope, "tags": tags, "faults": failsWith])
  }
}

extension RunReport.NeedReport {
  fileprivate var json: JSONText {
    JSONText.of(["need": need.description, "met": reason == nil, "reason": reason])
  }
}

extension RequirementID {
  fileprivate var described: JSONText {
    let requirement = RequirementCatalogue.requirement(id: rawValue)
    return JSONText.of([
      "id": self, "level": requirement?.level, "word": requirement?.word.description,
      "text": requirement?.text, "source": requirement?.link,
    ])
  }
}

extension Baseline.Entry {
  fileprivate var json: JSONText {
    JSONText.of([
      "id": PrintableText.line(id.rawValue), "verdict": verdict, "until": expiry?.description,
      "reason": (reason.isEmpty ? nil : shownReason) as String?,
    ])
  }
}

extension Finding {
  fileprivate var members: [JSONText.Member] {
    .of([
      "requirement": requirement, "level": level, "ruling": ruling, "word": word, "force": force,
      "harm": harm?.kind.rawValue, "consequence": harm?.sentence, "condition": condition,
      "rule": rule, "source": link, "expected": expected, "received": received,
    ]) + (difference.map { .of(["difference": $0.rawValue]) } ?? [])
  }
}

extension CaseAttempt {
  fileprivate var json: JSONText {
    JSONText(
      .of([
        "verdict": verdict, "reason": reason, "ending": ending, "duration": duration,
        "findings": findings.map { JSONText($0.members) }, "conversations": conversations.map(\.json),
      ]), recording.map { .of(["recording": JSONText($0)]) } ?? [],
      exhibits.isEmpty ? [] : .of(["exhibits": JSONText(exhibits)]),
      circumstances.isEmpty ? [] : .of(["circumstances": circumstances]),
      beside.isEmpty ? [] : .of(["beside": beside]))
  }

  private var circumstances: [String] {
    [(isAlone, "alone"), (isStalled, "stalled"), (reliesOnPause, "paused"), (isHurried, "hurried")].filter(
      \.0
    ).map(\.1)
  }
}

extension CaseAttempt.Conversation {
  fileprivate var json: JSONText {
    JSONText(
      .of([
        "opened": opened, "omitted": transcript.omittedEvents,
        "events": JSONText.array(transcript.events.map(json)),
      ]), observed.isEmpty ? [] : .of(["observed": observed.sorted()]))
  }

  /// An event; a verdict on the tester is marked, because the errors of a case are on purpose.
  private func json(_ event: ConversationEvent) -> JSONText {
    guard isOnTester(event), case .object(let members) = event.json else { return event.json }
    return .object(members + .of(["deliberate": true]))
  }
}

extension CaseReport.Witness {
  fileprivate var json: JSONText {
    JSONText.of([
      "seen_in": seenIn, "sightings": sightings, "runs": runs, "requirement": verdict.requirement,
      "expected": verdict.expected, "received": verdict.received, "conversation": conversation.json,
    ])
  }
}
