/// Shortens the script of a walk as long as it shows the same difference: delta debugging, in which each candidate is
/// run.
struct WalkMinimizer {
  /// Runs a script, and returns whether it shows the difference.
  let shows: ([WalkStep]) async -> Bool
  /// How many more scripts may be run.
  var budget: Int
  /// Whether every step of the last result is needed.
  private(set) var isMinimal = false
  /// When no further script is started.
  let deadline: ContinuousClock.Instant

  init(budget: Int, within limit: Duration, shows: @escaping ([WalkStep]) async -> Bool) {
    self.shows = shows
    self.budget = budget
    deadline = .now + limit
  }

  /// The fewest steps before the last that still lead to the difference that the last one shows; nil if the same steps
  /// do not lead to it again.
  mutating func minimize(_ steps: [WalkStep]) async -> [WalkStep]? {
    guard let last = steps.last, await isEnough(steps) else { return nil }
    isMinimal = steps.count == 1
    var kept = Array(steps.dropLast())
    var size = max(1, kept.count / 2)
    while !kept.isEmpty, hasBudget {
      let count = kept.count
      var end = count
      // From the end, because the last steps are the most likely causes.
      while end > 0, hasBudget {
        let start = max(0, end - size)
        let candidate = Array(kept[..<start] + kept[end...])
        if await isEnough(candidate + [last]) { kept = candidate }
        end = start
      }
      // One by one until no step can be removed: each removal may make a step unnecessary that was needed before.
      if size == 1, kept.count == count || kept.isEmpty {
        isMinimal = end == 0
        break
      }
      size = max(1, size / 2)
    }
    return kept + [last]
  }

  private var hasBudget: Bool { budget > 0 && ContinuousClock.now < deadline && !Task.isCancelled }

  private mutating func isEnough(_ steps: [WalkStep]) async -> Bool {
    budget -= 1
    return await shows(steps)
  }
}
