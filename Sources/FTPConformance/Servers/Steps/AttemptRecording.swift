/// What is needed to judge an attempt again, besides its case, its conversations and the facts about the server.
struct AttemptRecording: Sendable, Codable {
  /// The seed of the random bytes.
  let seed: UInt64
  /// The name of the case's own directory; nil if it had none.
  let directory: String?
  /// Whether the steps came to an end by themselves.
  let isComplete: Bool
  /// The walk that was taken; nil for any other case.
  let walk: Walk?
  /// How long to wait for each kind of event.
  let patience: Patience
  /// What the steps called, and what came of it.
  let calls: [StepLog.Call]

  private enum CodingKeys: String, CodingKey {
    case seed, directory, isComplete = "complete", walk, patience, calls
  }

  /// Takes what a probe has done.
  init(of probe: Probe, _ walk: Walk?) {
    calls = probe.log.calls
    seed = probe.seed
    directory = probe.directory
    patience = probe.patience
    self.walk = walk
    isComplete = !probe.log.isCut
  }
}
