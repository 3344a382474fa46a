import FTPProtocol

/// A case about a server, with the steps that find out whether this one does what is asked.
///
/// ```swift
/// ServerCase(
///   "rfc959/4.2/unknown-command", "An unknown command gets 500.",
///   ["959:4.2:unknown-command-500"], failsWith: ["code-answer=XYZZ:502"]
/// ) { probe in
///   try await probe.send("XYZZ", expecting: 500)
/// }
/// ```
///
/// - The steps need not check what the judge checks: when it finds that the server broke one of the requirements, the
///   case fails.
/// - Returning means pass. Anything else goes through the `Probe`, which stops the case if necessary.
/// - Where the RFCs allow several outcomes the steps accept each of them.
/// - A connection is fresh for each case, so the steps may leave it in any state.
/// - `failsWith` names faults of the mock server, each of which makes the case fail; a test tries them all. Several
///   joined by `+` work together.
public struct ServerCase: RunnableCase {
  /// Where a case's connection stands when its steps begin; it follows from the needs.
  package enum Start: String, Hashable, Sendable, CaseIterable {
    /// There is none: the steps connect.
    case unconnected
    /// The greeting has been read.
    case greeted
    /// Logged in.
    case loggedIn
    /// Logged in, and in an empty directory that belongs to the case.
    case inScratch
  }

  /// What is known of it without running it.
  public let entry: ConformanceCase
  /// Where the connection stands when the steps begin.
  package let start: Start
  /// The walk that its steps are; nil for every other case.
  let walk: Walk?
  let steps: @Sendable (Probe) async throws -> Void

  /// Makes a case.
  ///
  /// - Parameters:
  ///   - id: section and slug: `rfc959/4.2/unknown-command`.
  ///   - title: what a good server does, in a sentence.
  ///   - requirements: what it is about; the first decides how much it matters.
  ///   - needs: `[.login]` by default. Without one that is after a login the connection is only greeted.
  ///   - start: what the needs imply unless the steps connect themselves.
  ///   - scope: what traffic counts: its own, or that of all cases.
  ///   - tags: words that select it.
  ///   - failsWith: at least one fault of the mock server that it finds.
  ///   - traffic: what the steps do to other cases.
  ///   - countsReplies: whether the steps send what the judge cannot know the number of replies to, and count these themselves.
  ///   - steps: what it does.
  package init(
    _ id: CaseID, _ title: String, _ requirements: [RequirementID],
    needs: [Need] = [.login], start: Start? = nil, scope: ConformanceCase.Scope = .own, tags: [String] = [],
    failsWith: [String], traffic: ConformanceCase.Traffic = .fair, countsReplies: Bool = false,
    steps: @escaping @Sendable (Probe) async throws -> Void
  ) {
    let start = start ?? Self.start(for: needs)
    let isLoginMissing = needs.contains(where: \.isAfterLogin) && !needs.contains(.login)
    entry = ConformanceCase(
      id, title, of: .server, requirements, needs: isLoginMissing ? [.login] + needs : needs,
      scope: scope, tags: tags, failsWith: failsWith, traffic: traffic,
      countsReplies: countsReplies,
      traits: [.init(name: "start", value: start.rawValue)])
    self.start = start
    self.steps = steps
    walk = nil
  }

  /// Makes a case of a walk.
  init(
    _ id: CaseID, _ title: String, _ requirements: [RequirementID], needs: [Need], tags: [String],
    failsWith: [String], walk: Walk
  ) {
    let known = ServerCase(
      id, title, requirements, needs: needs, tags: tags, failsWith: failsWith, traffic: .provoking
    ) {
      _ in
    }
    self.init(known, taking: walk)
  }

  /// The same case with another walk, of which a record is kept where one is named.
  init(_ other: ServerCase, taking walk: Walk, recordingInto record: Walk.Record = Walk.Record()) {
    entry = other.entry
    start = other.start
    self.walk = walk
    steps = { probe in try await walk.take(probe, recordingInto: record) }
  }

  /// Whether the steps change anything on the server, which they do inside the scratch folder only.
  package var changesServer: Bool { start == .inScratch }

  private static func start(for needs: [Need]) -> Start {
    if needs.contains(.writeAccess) || needs.contains(.scratch) { return .inScratch }
    return needs.contains(where: \.isAfterLogin) ? .loggedIn : .greeted
  }
}
