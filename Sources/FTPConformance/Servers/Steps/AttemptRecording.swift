/// What is needed to judge an attempt again, besides its case, its conversations and the facts about the server.
struct AttemptRecording: Sendable, Codable {
  /// The seed of the random bytes.
  let seed: Seed
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
    seed = Seed(value: probe.seed)
    directory = probe.directory
    patience = probe.patience
    self.walk = walk
    isComplete = !probe.log.isCut
  }
}

extension AttemptRecording {
  /// A seed as it is written: as a text, because readers in JavaScript would round the number.
  struct Seed: Codable {
    let value: UInt64

    init(value: UInt64) { self.value = value }

    /// Reads a text, or a number, as it used to be written.
    init(from decoder: any Decoder) throws {
      let number = try? decoder.singleValueContainer().decode(UInt64.self)
      value = try number ?? decoder.value { UInt64($0) }
    }

    func encode(to encoder: any Encoder) throws { try encoder.write("\(value)") }
  }
}
