import FTPProtocol

/// All cases.
///
/// ```swift
/// for entry in CaseCatalogue.all { print(entry.id, entry.title) }
/// ```
public enum CaseCatalogue {
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

  static let owners = Dictionary(all.map { ($0.mainRequirement, $0.id) }) { first, _ in first }

  /// The position of a case; after all others if it does not exist.
  static func place(of id: CaseID) -> Int { places[id] ?? all.count }

  private static let places = Dictionary(zip(all.map(\.id), all.indices)) { first, _ in first }
  private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
}
