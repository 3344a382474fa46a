extension ServerCase {
  /// How often to try again when the server has no room for a connection; the pauses grow.
  private static let mostRefusals = 6

  /// Makes an attempt, and tries again for a while if the server accepts no more connections: sessions that have just
  /// ended may still count.
  func attemptPatiently(
    at target: TestedServer, knowing facts: ServerFacts, patience: Patience
  ) async -> CaseAttempt {
    let end = ContinuousClock.now + patience.connecting
    var attempt = await attempt(at: target, knowing: facts, patience: patience)
    for refusal in 0..<Self.mostRefusals where attempt.isCrowdedOut && end > .now {
      guard (try? await Task.sleep(for: .milliseconds(10 << refusal))) != nil else { break }
      attempt = await self.attempt(at: target, knowing: facts, patience: patience)
    }
    return attempt
  }
}
