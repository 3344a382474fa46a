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
  /// How long cases took in an earlier run, so that the shards take about as long as each other; by default, they have as
  /// many cases.
  public var durations: [CaseID: Duration] = [:]

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
    let owners = owners(of: chosen.map(\.1.id), shards: shard.count)
    return zip(chosen, owners).filter { $0.1 == shard.number - 1 }.map(\.0.0)
  }

  /// To which shard each case belongs, from 0: in turn, or, the longest first, to the shard that has least to do.
  private func owners(of ids: [CaseID], shards: Int) -> [Int] {
    guard !durations.isEmpty else { return ids.indices.map { $0 % shards } }
    let known = ids.compactMap { durations[$0] }.sorted()
    let usual = known.isEmpty ? .zero : known[known.count / 2]
    var load = Array(repeating: Duration.zero, count: shards)
    var owners = ids.map { _ in 0 }
    let times = ids.map { durations[$0] ?? usual }
    for place in ids.indices.sorted(by: { (times[$1], $0) < (times[$0], $1) }) {
      let least = load.indices.min { load[$0] < load[$1] } ?? 0
      owners[place] = least
      load[least] += times[place]
    }
    return owners
  }
}
