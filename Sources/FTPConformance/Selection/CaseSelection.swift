/// Which cases a run is about.
public struct CaseSelection: Hashable, Sendable {
  /// One of several parts of a run, so that several machines can share it.
  public struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// The number of this part, from 1.
    public let number: Int
    /// The number of parts.
    public let count: Int

    /// Makes a shard; nil unless `number` is from 1 to `count`.
    public init?(_ number: Int, of count: Int) {
      guard count > 0, (1...count).contains(number) else { return nil }
      self.number = number
      self.count = count
    }

    /// Reads `I/N`.
    public init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let number = parts[0], let count = parts[1] else { return nil }
      self.init(number, of: count)
    }

    /// `1/3`.
    public var description: String { "\(number)/\(count)" }
  }

  /// What to select; everything if empty.
  public var selectors: [CaseSelector]
  /// What to leave out of the selected cases.
  public var excluded: [CaseSelector]
  /// The set of cases to select from.
  public var profile: Profile
  /// The part of the remaining cases to take; nil for all.
  public var shard: Shard?

  /// Makes a selection.
  public init(
    _ selectors: [CaseSelector] = [], excluded: [CaseSelector] = [], profile: Profile = .all,
    shard: Shard? = nil
  ) {
    self.selectors = selectors
    self.excluded = excluded
    self.profile = profile
    self.shard = shard
  }

  /// The same selection without a shard.
  public var whole: CaseSelection {
    var selection = self
    selection.shard = nil
    return selection
  }

  /// The selected ones of `all`, in the same order.
  public func cases<Case: RunnableCase>(of all: [Case]) -> [Case] {
    let chosen = all.map { ($0, $0.entry) }.filter { _, entry in
      profile.contains(entry) && (selectors.isEmpty || selectors.contains { $0.matches(entry) })
        && !excluded.contains { $0.matches(entry) }
    }
    guard let shard else { return chosen.map(\.0) }
    return chosen.enumerated().filter { $0.offset % shard.count == shard.number - 1 }.map(\.element.0)
  }
}
