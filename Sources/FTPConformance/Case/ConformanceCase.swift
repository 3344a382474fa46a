import FTPProtocol
import FTPRequirements

/// One thing that a good server or client does: a description, without what it takes to run it.
///
/// - The id is document, section and slug; the title says in one sentence what a good party does.
/// - The first requirement is the one that the case is about. The case fails if the judge finds, anywhere in the case's
///   own traffic, that the party under test broke one of ``requirements``.
///
/// How a case is run depends on the role: see ``RunnableCase``.
public struct ConformanceCase: Identifiable, Sendable {
  /// The traffic that a case is about.
  package enum Scope: String, Hashable, Sendable, Codable, CaseIterable {
    /// The traffic of its own steps.
    case own
    /// The traffic of every other case of the run as well: whenever the judge finds one of the requirements broken, the
    /// case fails, and the report shows the conversation in which it happened.
    case everything
  }

  /// How the traffic of a case's steps affects other cases.
  package enum Traffic: String, Hashable, Sendable {
    /// It is normal traffic, and counts for cases about all traffic.
    case fair
    /// It does not count for other cases.
    case apart
    /// It does not count for other cases, and is malformed or refused again and again: some parties refuse everyone
    /// after it.
    case provoking
  }

  /// Something that a role adds to the description of a case: a member of JSON reports.
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
  /// What must be there before the case can run.
  public let needs: [Need]
  /// Which traffic counts.
  package let scope: Scope
  /// Words that select cases: `security`, `pasv`, and `slow` if the case takes seconds with some servers.
  public let tags: [String]
  /// Misbehaviour that the case must find, named as its role names it; a test tries each.
  ///
  /// A case that cannot fail proves nothing.
  public let failsWith: [String]
  /// How the steps affect other cases.
  package let traffic: Traffic
  /// Whether the steps send bytes to which the judge cannot know the number of replies, and count the replies
  /// themselves.
  package let countsReplies: Bool
  /// The role's additions.
  package let traits: [Trait]
  /// The cases without which it shows nothing more: where one of them finds something, what this one finds follows from it.
  package let given: [CaseID]

  /// What the case is about.
  var mainRequirement: RequirementID { requirements.first ?? "959:4.2:every-command-answered" }

  /// How late it begins, from 0 to 3: slow cases first, so that no stage of a run ends with a single slow case; those that
  /// provoke by logins after all others, because some servers delay every login after a few that failed.
  var rank: Int {
    (traffic == .provoking && tags.contains("login") ? 2 : 0) + (tags.contains("slow") ? 0 : 1)
  }

  /// Makes a case; its level is that of the first requirement.
  package init(
    _ id: CaseID, _ title: String, of party: Verdict.Party, _ requirements: [RequirementID],
    needs: [Need] = [], scope: Scope = .own, tags: [String] = [], failsWith: [String] = [],
    traffic: Traffic = .fair, countsReplies: Bool = false, traits: [Trait] = [], given: [CaseID] = []
  ) {
    self.given = given
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

/// A case, and what its role needs to run it: steps for a server, a scenario for a client.
public protocol RunnableCase: Identifiable, Sendable where ID == CaseID {
  /// Its description.
  var entry: ConformanceCase { get }
}

extension RunnableCase {
  /// The name.
  public var id: CaseID { entry.id }
}
