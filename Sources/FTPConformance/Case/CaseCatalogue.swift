import FTPProtocol

/// All cases.
///
/// ```swift
/// for entry in CaseCatalogue.all { print(entry.id, entry.title) }
/// ```
public enum CaseCatalogue {
  /// The cases for servers in the order of the RFCs, which is the order of every report.
  public static let servers: [ServerCase] = [
    RFC775.cases,
    RFC854.cases,
    RFC959.cases,
    RFC1123.cases,
    RFC1635.cases,
    RFC1639.cases,
    RFC2228.cases,
    RFC2389.cases,
    RFC2428.cases,
    RFC2577.cases,
    RFC2640.cases,
    RFC3659.cases,
    RFC4217.cases,
    RFC5797.cases,
    RFC7151.cases,
    RFC7301.cases,
    RFC8446.cases,
    Drafts.cases,
  ].flatMap(\.self)

  /// The descriptions of the cases of every role.
  public static let all: [ConformanceCase] = servers.map(\.entry) + clients.map(\.entry)

  /// The description of the case with this id.
  public static func entry(_ id: CaseID) -> ConformanceCase? { byID[id] }

  /// The case that watches the traffic of all others for a broken rule; nil if none does.
  static func watcher(of rule: RequirementID, party: Verdict.Party) -> CaseID? {
    party == .server ? watchers[rule] : nil
  }

  private static let watchers = Dictionary(
    servers.map(\.entry).filter { $0.scope == .everything }.map { ($0.mainRequirement, $0.id) }
  ) { first, _ in first }

  /// The case that is about a rule before all others; nil if there is none.
  static func owner(of rule: RequirementID) -> CaseID? { owners[rule] }

  private static let owners = Dictionary(all.map { ($0.mainRequirement, $0.id) }) { first, _ in first }

  /// The position of a case; after all others if it does not exist.
  static func place(of id: CaseID) -> Int { places[id] ?? all.count }

  private static let places = Dictionary(zip(all.map(\.id), all.indices)) { first, _ in first }
  private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
}
