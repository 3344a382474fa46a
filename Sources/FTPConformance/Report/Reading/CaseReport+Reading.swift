import FTPConversation
import FTPProtocol
import FTPText

extension CaseReport {
  init(_ json: JSONText, of side: Verdict.Party, number: Int) throws(ReportError) {
    guard let id: String = json["id"], let verdict = CaseVerdict(reported: json["verdict"]) else {
      throw ReportError("case \(number) has no id or no verdict")
    }
    func attempts(_ name: String) throws(ReportError) -> [CaseAttempt] {
      try json.list(name).map { json throws(ReportError) in try CaseAttempt(json, of: side, id) }
    }
    self.init(
      ConformanceCase(json, id: CaseID(rawValue: id), of: side), verdict: verdict, reason: json["reason"],
      findings: try Finding.list(in: json, id), attempts: try attempts("attempts"),
      witnesses: try json.list("witnesses").map { json throws(ReportError) in
        try Witness(json, of: side, id)
      })
    again = try attempts("again")
    evidence = CaseEvidence(smallest: json["smallest"], contrast: json["contrast"])
  }
}

extension ConformanceCase {
  fileprivate init(_ json: JSONText, id: CaseID, of side: Verdict.Party) {
    self.init(
      id, json["title"] ?? "", of: side, json.list("requirements").compactMap { $0["id"] },
      needs: (json["needs"] ?? []).map(Need.init(description:)), scope: json["scope"] ?? .own,
      tags: json["tags"] ?? [], failsWith: json["faults"] ?? [],
      traits: ["start", "task"].compactMap { name in json[name].map { Trait(name: name, value: $0) } })
  }
}

extension CaseReport.Witness {
  fileprivate init(_ json: JSONText, of side: Verdict.Party, _ id: String) throws(ReportError) {
    guard let seenIn: CaseID = json["seen_in"], let requirement: RequirementID = json["requirement"],
      let expected: String = json["expected"], let received: String = json["received"],
      let conversation = json["conversation"]
    else { throw ReportError("\(id): a witness has no text") }
    self.init(
      seenIn: seenIn, verdict: Verdict(requirement, by: side, expected: expected, received: received),
      conversation: try CaseAttempt.Conversation(conversation, of: side, id),
      sightings: json["sightings"] ?? 1, runs: json["runs"] ?? 1)
  }
}

extension CaseAttempt {
  /// Reads an attempt; errors refer to it as `name`.
  init(_ json: JSONText, of side: Verdict.Party, _ name: String) throws(ReportError) {
    guard let verdict = CaseVerdict(reported: json["verdict"]) else {
      throw ReportError("\(name): an attempt has no verdict")
    }
    let circumstances: [String] = json["circumstances"] ?? []
    self.init(
      verdict: verdict, reason: json["reason"], findings: try Finding.list(in: json, name),
      conversations: try json.list("conversations").map { json throws(ReportError) in
        try Conversation(json, of: side, name)
      }, ending: json["ending"] ?? .none, exhibits: json["exhibits"] ?? [],
      duration: json["duration"] ?? .zero, isAlone: circumstances.contains("alone"),
      isStalled: circumstances.contains("stalled"), reliesOnPause: circumstances.contains("paused"),
      beside: json["beside"] ?? [])
    isHurried = circumstances.contains("hurried")
    do throws(DecodingError) { recording = try json["recording"]?.read() } catch {
      throw ReportError("\(name): the recording of an attempt cannot be read: \(error.line)")
    }
  }
}

extension Finding {
  /// The findings of a case or an attempt; errors refer to it as `name`.
  fileprivate static func list(in json: JSONText, _ name: String) throws(ReportError) -> [Finding] {
    try json.list("findings").map { json throws(ReportError) in
      guard let requirement: RequirementID = json["requirement"], let level: CaseLevel = json["level"],
        let expected: String = json["expected"], let received: String = json["received"]
      else { throw ReportError("\(name): a finding lacks a member") }
      var finding = Finding(
        requirement, per: json["ruling"], atMost: level, expected: expected, received: received)
      finding.difference = (json["difference"] as String?).flatMap(ByteDifference.Kind.init)
      return finding
    }
  }
}

extension CaseAttempt.Conversation {
  fileprivate init(_ json: JSONText, of side: Verdict.Party, _ name: String) throws(ReportError) {
    var transcript = Transcript(omittedEvents: json["omitted"] ?? 0)
    for (index, event) in json.list("events").enumerated() {
      guard let event = ConversationEvent(json: event) else {
        throw ReportError("\(name): event \(index + 1) of a conversation cannot be read")
      }
      transcript.events.append(event)
    }
    self.init(
      opened: json["opened"] ?? .zero, transcript, against: side,
      observed: Set((json["observed"] ?? []) as [Int]))
  }
}
