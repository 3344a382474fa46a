import FTPConversation
import FTPProtocol
import FTPText

extension CaseReport {
  /// Reads a case of a JSON report.
  init(_ json: JSONText, of side: Verdict.Party, number: Int) throws(ReportError) {
    guard let id = json["id"]?.string,
      let verdict = json["verdict"]?.string.flatMap(CaseVerdict.init(reported:))
    else {
      throw ReportError("case \(number) has no id or no verdict")
    }
    var attempts: [CaseAttempt] = []
    for attempt in json["attempts"]?.elements ?? [] {
      attempts.append(try CaseAttempt(attempt, of: side, id))
    }
    var findings: [Finding] = []
    for finding in json["findings"]?.elements ?? [] { findings.append(try Finding(finding, id)) }
    var witnesses: [Witness] = []
    for witness in json["witnesses"]?.elements ?? [] {
      witnesses.append(try Witness(witness, of: side, id))
    }
    self.init(
      ConformanceCase(json, id: CaseID(rawValue: id), of: side), verdict: verdict,
      reason: json["reason"]?.string, findings: findings, attempts: attempts, witnesses: witnesses)
    for attempt in json["again"]?.elements ?? [] { again.append(try CaseAttempt(attempt, of: side, id)) }
  }
}

extension ConformanceCase {
  fileprivate init(_ json: JSONText, id: CaseID, of side: Verdict.Party) {
    func words(_ member: String) -> [String] { json[member]?.elements?.compactMap(\.string) ?? [] }
    let requirements = (json["requirements"]?.elements ?? []).compactMap { $0["id"]?.string }
    self.init(
      id, json["title"]?.string ?? "", of: side, requirements.map(RequirementID.init(rawValue:)),
      needs: words("needs").map(Need.init(description:)),
      scope: json["scope"]?.string.flatMap(Scope.init) ?? .own, tags: words("tags"),
      failsWith: words("faults"),
      traits: ["start", "task"].compactMap { name in
        json[name]?.string.map { Trait(name: name, value: $0) }
      })
  }
}

extension CaseReport.Witness {
  fileprivate init(_ json: JSONText, of side: Verdict.Party, _ id: String) throws(ReportError) {
    guard let seenIn = json["seen_in"]?.string, let finding = json["requirement"]?.string,
      let expected = json["expected"]?.string, let received = json["received"]?.string,
      let conversation = json["conversation"]
    else { throw ReportError("\(id): a witness has no text") }
    self.init(
      seenIn: CaseID(rawValue: seenIn),
      verdict: Verdict(RequirementID(rawValue: finding), by: side, expected: expected, received: received),
      conversation: try CaseEvidence.Conversation(conversation, of: side, id),
      sightings: json["sightings"]?.wholeNumber(as: Int.self) ?? 1,
      runs: json["runs"]?.wholeNumber(as: Int.self) ?? 1)
  }
}

extension CaseAttempt {
  /// Reads an attempt; errors refer to it as `name`.
  init(_ json: JSONText, of side: Verdict.Party, _ name: String) throws(ReportError) {
    guard let verdict = json["verdict"]?.string.flatMap(CaseVerdict.init(reported:)) else {
      throw ReportError("\(name): an attempt has no verdict")
    }
    var findings: [Finding] = []
    for finding in json["findings"]?.elements ?? [] { findings.append(try Finding(finding, name)) }
    var conversations: [CaseEvidence.Conversation] = []
    for conversation in json["conversations"]?.elements ?? [] {
      conversations.append(try CaseEvidence.Conversation(conversation, of: side, name))
    }
    let exhibits = (json["exhibits"]?.elements ?? []).map { exhibit in
      CaseEvidence.Exhibit(
        exhibit["name"]?.string ?? "", exhibit["lines"]?.elements?.compactMap(\.string) ?? [])
    }
    self.init(
      verdict: verdict, reason: json["reason"]?.string, findings: findings,
      evidence: CaseEvidence(
        conversations, ending: json["ending"]?.string.flatMap(ConnectionEnding.init) ?? .none,
        exhibits: exhibits),
      duration: json["duration"]?.duration ?? .zero, isCrowdedOut: false,
      circumstances: Circumstances(json))
    do throws(DecodingError) { recording = try json["recording"]?.read() } catch {
      throw ReportError("\(name): the recording of an attempt cannot be read: \(error.line)")
    }
  }
}

extension CaseAttempt.Circumstances {
  fileprivate init(_ json: JSONText) {
    let words = json["circumstances"]?.elements?.compactMap(\.string) ?? []
    isAlone = words.contains("alone")
    isStalled = words.contains("stalled")
    reliesOnPause = words.contains("paused")
    beside = json["beside"]?.elements?.compactMap { $0.string.map(CaseID.init(rawValue:)) } ?? []
  }
}

extension Finding {
  fileprivate init(_ json: JSONText, _ name: String) throws(ReportError) {
    guard let requirement = json["requirement"]?.string,
      let level = json["level"]?.string.flatMap(CaseLevel.init), let expected = json["expected"]?.string,
      let received = json["received"]?.string
    else { throw ReportError("\(name): a finding lacks a member") }
    self.init(
      RequirementID(rawValue: requirement), per: json["ruling"]?.string.map(RequirementID.init(rawValue:)),
      atMost: level, expected: expected, received: received)
  }
}

extension CaseEvidence.Conversation {
  fileprivate init(_ json: JSONText, of side: Verdict.Party, _ name: String) throws(ReportError) {
    var transcript = Transcript(
      omittedEvents: json["omitted"]?.wholeNumber(as: Int.self) ?? 0)
    for (index, event) in (json["events"]?.elements ?? []).enumerated() {
      guard let event = ConversationEvent(json: event) else {
        throw ReportError("\(name): event \(index + 1) of a conversation cannot be read")
      }
      transcript.events.append(event)
    }
    let verdicts = transcript.events.compactMap { event in
      if case .verdict(let verdict) = event.content { verdict } else { nil }
    }
    let observed =
      json["observed"]?.elements?.compactMap { $0.wholeNumber(as: Int.self) } ?? []
    self.init(
      opened: json["opened"]?.duration ?? .zero, transcript, verdicts: verdicts, against: side,
      observed: Set(observed))
  }
}
