import FTPProtocol
import FTPRequirements

/// One thing that a good server, or a good client, does: what is known of it without running it.
///
/// - The id is section and slug; the title says in one sentence what a good one does.
/// - The first requirement is the one that the case is about. When the judge finds, anywhere in the case's own traffic,
///   that the party under test broke one of ``requirements``, the case fails.
///
/// How a case is run is the business of a role: ``RunnableCase``.
public struct ConformanceCase: Identifiable, Sendable {
  /// What traffic a case is about.
  public enum Scope: String, Hashable, Sendable, CaseIterable {
    /// That of its own steps.
    case own
    /// That of every case of the run as well: whenever the judge finds one of the requirements broken, the case
    /// fails, and the report shows the conversation in which it happened.
    case everything
  }

  /// What the traffic of a case's steps does to other cases.
  package enum Traffic: Hashable, Sendable {
    /// It shows the party as it always is, and counts where other cases look at all traffic.
    case fair
    /// Other cases are not blamed for what comes of it.
    case apart
    /// Nor that, and it is malformed, or refused again and again: some parties turn everybody away after it.
    case provoking
  }

  /// Something that a role adds to what is known of a case: a member of reports in JSON.
  package struct Trait: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// The name.
  public let id: CaseID
  /// The party under test: findings are what this party got wrong.
  public let party: Verdict.Party
  /// What a good one does, in one sentence.
  public let title: String
  /// What is tested, the most important first.
  public let requirements: [RequirementID]
  /// How much it matters: what the sentence of the first requirement says.
  public let level: CaseLevel
  /// What has to be there first.
  public let needs: [Need]
  /// What traffic counts.
  public let scope: Scope
  /// Words by which cases can be selected: `security`, `pasv`, and `slow` where some servers take seconds.
  public let tags: [String]
  /// Misbehaviour that the case has to find, in the words of its role; a test tries each.
  ///
  /// A case that cannot fail proves nothing.
  public let failsWith: [String]
  /// What the steps do to others.
  package let traffic: Traffic
  /// True where the steps send what the judge cannot know the number of replies to, and count these themselves.
  package let countsReplies: Bool
  /// What the role adds.
  package let traits: [Trait]

  /// Whether there are servers at which it waits for seconds.
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

/// A case together with what a role takes to run it: steps for a server, a scenario for a client.
public protocol RunnableCase: Identifiable, Sendable where ID == CaseID {
  /// What is known of it without running it.
  var entry: ConformanceCase { get }
}

extension RunnableCase {
  /// The name.
  public var id: CaseID { entry.id }
}
