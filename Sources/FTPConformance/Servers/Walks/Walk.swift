import FTPConversation
import FTPProtocol

/// A random walk over the state diagram, or one with a script: steps of a case that a model judges.
package struct Walk: Sendable, Codable {
  /// How many commands are chosen by default; fewer if replies take long.
  package static let standardSteps = 200

  /// The most bytes of a download: more than the buffers between client and server hold, so that one can be held.
  static let mostBytes = 8 << 20

  /// How many commands to choose; nil for the default.
  let steps: Int?
  /// The commands, if they are not chosen at random.
  let script: WalkScript?
  /// Whether the result needs each command of the script: if so, the difference began after the last command but one.
  var isMinimal = false

  /// Takes the walk on the connection of a probe, and leaves the outcome in `record`.
  func take(_ probe: Probe, recordingInto record: Record) async throws {
    let trial = try WalkTrial(probe, isMinimal: isMinimal)
    defer { record.outcome.withLock { $0 = trial.outcome } }
    if let script {
      var rest = script.steps[...]
      try await trial.run { _ in rest.popFirst() }
    } else {
      var generator = WalkGenerator(
        seed: probe.seed, steps: count(answeredIn: probe.facts.roundTrip), facts: probe.facts,
        diagram: probe.target.diagram)
      try await trial.run { generator.next($0) }
    }
  }

  /// How many commands to choose: few enough that slow replies do not make the walk long.
  private func count(answeredIn roundTrip: Duration) -> Int {
    if let steps { return min(max(steps, 1), 100_000) }
    let most = Duration.seconds(2) / max(roundTrip, .microseconds(1)) / 3
    return max(20, min(Self.standardSteps, Int(most)))
  }

  /// Whether the client ends a download: how many replies come after that depends on how much the server had sent, so the
  /// case that is about it tells what is wrong with them, and only the model judges.
  var cutsDownloads: Bool {
    script?.steps.contains { $0.fate == .cut || $0.fate == .aborted } ?? false
  }

  /// How a walk ends if replies go wrong after the client has ended a transfer.
  static func endedEarly(seeing witness: CaseID) -> CaseStop {
    .skipped("the replies to a transfer that was ended early are wrong (see \(witness))")
  }

  /// Where the outcome of a walk is left.
  final class Record: Sendable {
    let outcome = Guarded<WalkTrial.Outcome?>(nil)
  }
}

extension Walk {
  /// Every rule that a walk may find broken: by what the model compares, or by a reply that is missing or one too many.
  static let requirements = Difference.requirements + replyRules.sorted { $0.rawValue < $1.rawValue }

  /// The rules about the number of replies; the judge's other verdicts are those of other cases.
  static let replyRules: Set<RequirementID> = [
    "959:4.2:every-command-answered", "959:4.2:one-preliminary", "959:4.2:preliminary-then-final",
    "959:4.2:replies-in-order", "959:5.4:nothing-spontaneous", "959:4.1.2:pasv-listens",
  ]

  /// Walks with numbers from 1, each of which is different.
  package static func cases(_ count: Int, steps: Int? = nil) -> [ServerCase] {
    (0..<count).map { number in
      entry(
        CaseID(rawValue: "\(place)walk-\(number + 1)"),
        "After each command of a random walk, everything agrees with the earlier replies.",
        Walk(steps: steps, script: nil), failsWith: ["parameter-reset=RETR"])
    }
  }

  package static func entry(playing script: WalkScript) -> ServerCase {
    entry(
      CaseID(rawValue: place + "walk"),
      "After each command of a script, everything agrees with the earlier replies.",
      Walk(steps: nil, script: script, isMinimal: true), failsWith: [])
  }

  private static let place = "rfc959/4.2/"

  /// The case of a walk that was recorded.
  static func entry(_ id: CaseID, taking walk: Walk) -> ServerCase {
    entry(
      id, "After each command of a walk, everything agrees with the earlier replies.", walk, failsWith: [])
  }

  static func entry(
    _ id: CaseID, _ title: String, _ walk: Walk, needs: [Need] = needs, tags: [String] = ["walk"],
    failsWith: [String]
  ) -> ServerCase {
    ServerCase(id, title, requirements, needs: needs, tags: tags, failsWith: failsWith, walk: walk)
  }

  /// What a walk needs that begins after a login.
  static let needs: [Need] = [.writeAccess, .data]
}
