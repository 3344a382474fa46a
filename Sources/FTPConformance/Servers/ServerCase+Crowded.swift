extension ServerCase {
  /// How often an attempt is made for which the server has no connection, the pauses growing.
  private static let mostRefusals = 6

  /// The same as an attempt, and made again for a while where the server accepts no more connections: sessions that have
  /// just ended may still count.
  func attemptPatiently(
    at target: TestedServer, knowing facts: ServerFacts, patience: Patience
  ) async -> CaseAttempt {
    var attempt = await attempt(at: target, knowing: facts, patience: patience)
    for refusal in 0..<Self.mostRefusals where attempt.isCrowdedOut {
      guard (try? await Task.sleep(for: .milliseconds(10 << refusal))) != nil else { break }
      attempt = await self.attempt(at: target, knowing: facts, patience: patience)
    }
    return attempt
  }
}
