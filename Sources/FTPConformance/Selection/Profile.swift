/// A named set of cases, for one kind of server.
public struct Profile: Hashable, Sendable {
  /// The name on the command line.
  public let name: String
  /// What it contains, as a phrase.
  public let summary: String
  /// What it contains; every case if empty.
  public let selectors: [CaseSelector]

  private init(_ name: String, _ summary: String, _ selectors: String...) {
    self.name = name
    self.summary = summary
    self.selectors = selectors.map(CaseSelector.init)
  }

  /// What every server must have (RFC 959, section 5.1), and the form of its replies.
  public static let minimum = Profile(
    "minimum", "the commands of RFC 959, section 5.1, and how replies are written", "rfc959/3", "rfc959/4.2",
    "rfc959/5", "rfc959/6", "tag:minimum")
  /// What hosts on the Internet must have.
  public static let rfc1123 = Profile(
    "rfc1123", "RFC 959 as RFC 1123 amends it", "rfc959", "rfc1123", "rfc854")
  /// What today's clients rely on.
  public static let modern = Profile(
    "modern", "what today's clients rely on: extended addresses, facts, sizes, times and UTF-8", "rfc959",
    "rfc1123",
    "rfc854", "rfc2389", "rfc2428", "rfc2640", "rfc3659")
  /// Protection against misuse.
  public static let security = Profile(
    "security", "protection of servers against misuse", "rfc2577", "rfc2228", "rfc4217", "tag:security")
  /// Everything.
  public static let all = Profile("all", "every case")

  /// The profiles, from small to large.
  public static let known: [Profile] = [minimum, rfc1123, modern, security, all]

  /// The profile with this name.
  public init?(named name: String) {
    guard let profile = Self.known.first(where: { $0.name == name }) else { return nil }
    self = profile
  }

  /// Whether a case belongs to it.
  public func contains(_ entry: ConformanceCase) -> Bool {
    selectors.isEmpty || selectors.contains { $0.matches(entry) }
  }
}
