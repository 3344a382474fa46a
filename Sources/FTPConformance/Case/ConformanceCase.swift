import FTPProtocol
import FTPRequirements

/// One thing that a good server does, and the steps that find out whether this one does it.
///
/// ```swift
/// ConformanceCase(
///   "rfc959/4.2/unknown-command", "A command that is not known is answered 500.",
///   ["959:4.2:unknown-command-500"], failsWith: ["code-answer=XYZZ:502"]
/// ) { probe in
///   try await probe.send("XYZZ", expecting: 500)
/// }
/// ```
///
/// - The id is section and slug; the title says in one sentence what a good server does.
/// - The first requirement is the one that the case is about. The steps need not check what the judge checks: when it
///   finds, anywhere in the case's own traffic, that the server broke one of ``requirements``, the case fails.
/// - Returning means pass. Everything else is said through the ``Probe``, which stops the case where it has to.
/// - Where the texts allow several outcomes the steps accept each of them.
/// - A connection is fresh for each case, so the steps may leave it in any state.
/// - ``failsWith`` names faults of the mock server, each of which makes the case fail; a test tries them all. A case
///   that no fault can fail proves nothing.
public struct ConformanceCase: Identifiable, Sendable {
  /// Where a case's connection stands when its steps begin; it follows from the needs.
  public enum Start: String, Hashable, Sendable, CaseIterable {
    /// There is none: the steps connect.
    case unconnected
    /// The greeting has been read.
    case greeted
    /// Logged in.
    case loggedIn
    /// Logged in, and in an empty directory that belongs to the case.
    case inScratch
  }

  /// What traffic a case is about.
  public enum Scope: String, Hashable, Sendable, CaseIterable {
    /// That of its own steps.
    case own
    /// That of every case of the run as well: whenever the judge finds one of the requirements broken, the case
    /// fails, and the report shows the conversation in which it happened.
    case everything
  }

  /// The name.
  public let id: CaseID
  /// What a good server does, in one sentence.
  public let title: String
  /// What is tested, the most important first.
  public let requirements: [RequirementID]
  /// How much it matters.
  public let level: CaseLevel
  /// What has to be there first.
  public let needs: [Need]
  /// Where the connection stands when the steps begin.
  public let start: Start
  /// What traffic counts.
  public let scope: Scope
  /// Words by which cases can be selected: `security`, `pasv`.
  public let tags: [String]
  /// Faults of the mock server that the case finds, as ``Fault`` reads them; several joined by `+` work together.
  public let failsWith: [String]
  /// False where the steps provoke the server so much that other cases should not be blamed for what it does.
  public let isFairTraffic: Bool
  let steps: @Sendable (Probe) async throws -> Void

  /// Makes a case.
  ///
  /// - Parameters:
  ///   - level: that of the first requirement unless there is a reason for another one.
  ///   - needs: `[.login]` by default. Without one that is behind a login the connection is only greeted.
  ///   - start: what the needs imply unless the steps connect themselves.
  public init(
    _ id: CaseID, _ title: String, _ requirements: [RequirementID], level: CaseLevel? = nil,
    needs: [Need] = [.login], start: Start? = nil, scope: Scope = .own, tags: [String] = [],
    failsWith: [String], isFairTraffic: Bool = true, steps: @escaping @Sendable (Probe) async throws -> Void
  ) {
    self.id = id
    self.title = title
    self.requirements = requirements
    let requirement = requirements.first.flatMap { RequirementCatalogue.requirement(id: $0.rawValue) }
    self.level = level ?? requirement.map { CaseLevel($0.level) } ?? .must
    self.needs = needs.contains(where: \.isBehindLogin) && !needs.contains(.login) ? [.login] + needs : needs
    self.start = start ?? Self.start(for: needs)
    self.scope = scope
    self.tags = tags
    self.failsWith = failsWith
    self.isFairTraffic = isFairTraffic
    self.steps = steps
  }

  /// Whether the steps change anything on the server, which they do inside the scratch folder only.
  public var changesServer: Bool { needs.contains(.writeAccess) }

  private static func start(for needs: [Need]) -> Start {
    if needs.contains(.writeAccess) { return .inScratch }
    return needs.contains(where: \.isBehindLogin) ? .loggedIn : .greeted
  }
}
