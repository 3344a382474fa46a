import FTPProtocol

/// A case for servers, with the steps that find out whether a server does what the requirement asks.
///
/// ```text
/// rfc959/4.2/unknown-command: An unknown command gets 500.
///   finds: code-answer=XYZZ:502
///   send: XYZZ -> 500, tolerating 502
/// ```
///
/// - The texts in `EmbeddedTexts/Cases` have them all; `CaseField` describes their fields. What only sets up the test
///   is a preparation, which nothing can break: see `CaseStep`. Where a case has to compute, it names a closure.
/// - The steps need not check what the judge checks: the case fails if the judge finds that the server broke one of the
///   requirements.
/// - To take all steps means pass. Everything else goes through the `Probe`, which stops the case if necessary.
/// - If the RFCs allow several outcomes, the steps accept each of them.
/// - Each case gets a fresh connection, so the steps may leave it in any state.
/// - `finds` names faults of the mock server, each of which makes the case fail; a test tries them all. Faults joined
///   by `+` are active together.
public struct ServerCase: RunnableCase {
  /// The state of a case's connection when its steps begin; it follows from the needs.
  package enum Start: String, Hashable, Sendable, CaseIterable {
    /// There is no connection: the steps connect.
    case unconnected
    /// The greeting has been read.
    case greeted
    case loggedIn
    /// Logged in, and in an empty directory that belongs to the case.
    case inScratch
  }

  /// The description of the case.
  public let entry: ConformanceCase
  /// The state of the connection when the steps begin.
  package let start: Start
  /// The walk that the steps take; nil for any other case.
  let walk: Walk?
  package let steps: [CaseStep]

  /// Makes a case.
  ///
  /// - Parameters:
  ///   - id: Document, section and slug: `rfc959/4.2/unknown-command`.
  ///   - title: What a good server does, in a sentence.
  ///   - requirements: What the case is about; the first decides the level. By default it is the one with the same
  ///     document, section and slug as the case.
  ///   - needs: `[.login]` by default. Without a need that requires a login, the connection is only greeted.
  ///   - start: Follows from the needs, unless the steps connect themselves.
  ///   - scope: Which traffic counts: the case's own, or that of all cases.
  ///   - tags: Words that select the case.
  ///   - failsWith: The faults of the mock server that it must find, at least one.
  ///   - traffic: How the steps affect other cases.
  ///   - countsReplies: Whether the steps send bytes to which the judge cannot know the number of replies, and count
  ///     the replies themselves.
  ///   - given: The cases without which it shows nothing more.
  ///   - steps: What the case does.
  package init(
    _ id: CaseID, _ title: String, _ requirements: [RequirementID]? = nil,
    needs: [Need] = [.login], start: Start? = nil, scope: ConformanceCase.Scope = .own, tags: [String] = [],
    failsWith: [String], traffic: ConformanceCase.Traffic = .fair, countsReplies: Bool = false,
    given: [CaseID] = [], playing steps: [CaseStep] = []
  ) {
    let start = start ?? Self.start(for: needs)
    let isLoginMissing = needs.contains(where: \.isAfterLogin) && !needs.contains(.login)
    entry = ConformanceCase(
      id, title, of: .server, requirements ?? [id.requirement],
      needs: isLoginMissing ? [.login] + needs : needs,
      scope: scope, tags: tags, failsWith: failsWith, traffic: traffic,
      countsReplies: countsReplies,
      traits: [.init(name: "start", value: start.rawValue)], given: given)
    self.start = start
    self.steps = steps
    walk = nil
  }

  /// Makes a case whose steps are computed.
  package init(
    _ id: CaseID, _ title: String, _ requirements: [RequirementID]? = nil,
    needs: [Need] = [.login], start: Start? = nil, scope: ConformanceCase.Scope = .own, tags: [String] = [],
    failsWith: [String], traffic: ConformanceCase.Traffic = .fair, countsReplies: Bool = false,
    steps: @escaping CaseBody
  ) {
    self.init(
      id, title, requirements, needs: needs, start: start, scope: scope, tags: tags, failsWith: failsWith,
      traffic: traffic, countsReplies: countsReplies, playing: [.compute(steps)])
  }

  /// Makes a case that takes a walk.
  init(
    _ id: CaseID, _ title: String, _ requirements: [RequirementID], needs: [Need], tags: [String],
    failsWith: [String], walk: Walk
  ) {
    let known = ServerCase(
      id, title, requirements, needs: needs, tags: tags, failsWith: failsWith, traffic: .provoking)
    self.init(known, taking: walk)
  }

  /// Makes the same case with another walk, which is recorded in `record`.
  init(_ other: ServerCase, taking walk: Walk, recordingInto record: Walk.Record = Walk.Record()) {
    entry = other.entry
    start = other.start
    self.walk = walk
    steps = [.compute { probe in try await walk.take(probe, recordingInto: record) }]
  }

  /// Makes the same case with other steps, from another state.
  init(_ other: ServerCase, playing steps: [CaseStep], from start: Start) {
    entry = other.entry
    walk = nil
    self.start = start
    self.steps = steps
  }

  /// Whether the steps change anything on the server; they do so only inside the scratch folder.
  package var changesServer: Bool { start == .inScratch }

  private static func start(for needs: [Need]) -> Start {
    if needs.contains(.writeAccess) || needs.contains(.scratch) { return .inScratch }
    return needs.contains(where: \.isAfterLogin) ? .loggedIn : .greeted
  }
}
