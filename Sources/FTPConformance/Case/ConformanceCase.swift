import FTPProtocol
import FTPRequirements

/// One thing that a good server, or a good client, does, described without running it.
///
/// - The id is section and slug; the title says in one sentence what a good party does.
/// - The first requirement is the one that the case is about. When the judge finds, anywhere in the case's own traffic,
///   that the party under test broke one of ``requirements``, the case fails.
///
/// The role determines how a case is run: ``RunnableCase``.
public struct ConformanceCase: Identifiable, Sendable {
  /// The traffic that a case is about.
  public enum Scope: String, Hashable, Sendable, CaseIterable {
    /// That of its own steps.
    case own
    /// That of every case of the run as well: whenever the judge finds one of the requirements broken, the case
    /// fails, and the report shows the conversation in which it happened.
    case everything
  }

  /// How the traffic of a case's steps affects other cases.
  package enum Traffic: Hashable, Sendable {
    /// It is normal traffic, and counts for cases about all traffic.
    case fair
    /// It does not count for other cases.
    case apart
    /// It does not count for other cases, and is malformed or repeatedly refused: some parties refuse everyone afterwards.
    case provoking
  }

  /// Something that a role adds to the description of a case: a member of reports in JSON.
  package struct Trait: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// The name.
  public let id: CaseID
  /// The party under test, which findings blame.
  public let party: Verdict.Party
  /// What a good party does, in one sentence.
  public let title: String
  /// The requirements tested, the most important first.
  public let requirements: [RequirementID]
  /// The level, from the sentence of the first requirement.
  public let level: CaseLevel
  /// What the case needs.
  public let needs: [Need]
  /// The traffic that counts.
  public let scope: Scope
  /// Words that select cases: `security`, `pasv`, and `slow` if some servers take seconds.
  public let tags: [String]
  /// Misbehaviour that the case must find, in the words of its role; a test tries each.
  ///
  /// A case that cannot fail proves nothing.
  public let failsWith: [String]
  /// How the steps affect other cases.
  package let traffic: Traffic
  /// True if the steps send bytes whose number of replies the judge cannot know, and count these themselves.
  package let countsReplies: Bool
  /// The role's additions.
  package let traits: [Trait]

  /// Whether it waits for seconds with some servers.
  package var isSlow: Bool { tags.contains("slow") }

  /// Makes a case; its level is that of the first requirement.
  package init(
    _ id: CaseID, _ title: String, of party: Verdict.Party, _ requirements: [RequirementID],
    needs: [Need] = [], scope: Scope = .own, tags: [String] = [], failsWith: [String] = [],
    traffic: Traffic = .fair, countsReplies: Bool = false, traits: [Trait] = []
  ) {
    self.id = id
    self.party = party
    self.title = title
    self.requirements = requirements
    let requirement = requirements.first.flatMap { RequirementCatalogue.requirement(id: $0.rawValue) }
    level = requirement?.severity ?? .must
    self.needs = needs
    self.scope = scope
    self.tags = tags
    self.failsWith = failsWith
    self.traffic = traffic
    self.countsReplies = countsReplies
    self.traits = traits
  }
}

/// A case with what a role needs to run it: steps for a server, a scenario for a client.
public protocol RunnableCase: Identifiable, Sendable where ID == CaseID {
  /// Its description.
  var entry: ConformanceCase { get }
}

extension RunnableCase {
  /// The name.
  public var id: CaseID { entry.id }
}
