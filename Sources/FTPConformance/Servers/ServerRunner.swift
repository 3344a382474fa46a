import FTPConversation
import FTPSystem

/// Attempts cases on a server, each over its own connection and, if it writes, in its own directory.
final class ServerRunner: CaseRunner {
  private struct State {
    var facts = ServerFacts()
    /// How long the first session took, most of which may be the login.
    var session = Duration.zero
    /// The scratch folder, with what was written there.
    var scratch: ScratchFolder?
    /// The shortest walks that show what longer walks have shown.
    var walks: [CaseID: Walk] = [:]
    /// The cases that missed something while the tester was in a hurry.
    var missing: Set<CaseID> = []
    /// Whether one of them missed nothing when there was more time.
    var isSlow = false
  }

  /// How the names of scratch folders begin.
  static let folderPrefix = "ftpraw-check-"

  private let target: TestedServer
  private let timeoutScale: Double
  private let farewell: Duration
  private let isRecorded: Bool
  private let state = Guarded(State())

  init(
    _ target: TestedServer, timeoutScale: Double, farewell: Duration = RunOptions.usualFarewell,
    isRecorded: Bool = false
  ) {
    self.target = target
    self.isRecorded = isRecorded
    self.farewell = farewell
    self.timeoutScale = timeoutScale
  }

  var facts: ServerFacts { state.withLock { $0.facts } }

  /// How long to wait: longer for the tester's own server, which does reply, but may be slow when the machine is busy.
  var patience: Patience {
    let patience = Patience(roundTrip: facts.roundTrip, scale: timeoutScale)
    return target.isEmbedded ? patience.unhurried : patience
  }

  var party: TestedParty { TestedParty(target, knowing: facts) }

  func meet() async -> CaseAttempt {
    let sanity = Sanity()
    let attempt = await sanity.entry.attempt(at: target, knowing: facts, patience: patience)
    state.withLock { state in
      state.facts = sanity.facts
      state.session = attempt.duration
    }
    return attempt
  }

  func survey(_ needs: Set<Need>) async {
    let name = Self.folderPrefix + String(LocalClock.monotonicNanoseconds() % (1 << 40), radix: 36)
    let survey = Survey(target: target, patience: patience, scratchName: name)
    let facts = await survey.complete(facts, for: needs)
    state.withLock {
      $0.facts = facts
      $0.scratch = facts.scratch.map { ScratchFolder(path: $0) }
    }
  }

  func reasonAgainst(_ need: Need) -> String? {
    guard let reason = facts.reasonAgainst(need).map(target.redacting) else { return nil }
    // Without a directory, no file can be written.
    let cause = need == .writeAccess && facts.unmet[.scratch] != nil ? .scratch : need
    guard let witness = cause.witness, reason != Survey.leftOut else { return reason }
    return "\(reason) (see \(witness))"
  }

  func attempt(_ entry: ServerCase, seed: UInt64, isCalm: Bool) async -> CaseAttempt {
    var patience = isCalm ? patience.calm : patience
    guard let walk = entry.walk else {
      let isHurried = !isCalm && !target.isEmbedded && !state.withLock { $0.isSlow }
      var attempt = await attempt(entry, seed: seed, isHurried ? patience.hurried : patience)
      // What could not be prepared is not tried again, so it needs all the time.
      if isHurried, attempt.verdict == .skipped, attempt.hasMissed(within: patience.hurried.shortest) {
        attempt = await self.attempt(entry, seed: seed, patience)
      } else {
        attempt.isHurried = isHurried
      }
      state.withLock { [attempt] state in
        if isHurried, attempt.isStalled { state.missing.insert(entry.id) }
        if isCalm, !attempt.isStalled, state.missing.contains(entry.id) { state.isSlow = true }
      }
      return attempt
    }
    patience.wholeCase = patience.wholeCase * walk.length
    let known = state.withLock { $0.walks[entry.id] }
    let (attempt, shortest) = await walk.attempt(entry, knowing: known, limit: patience.wholeCase / 3) {
      [patience] entry, share in
      await self.attempt(entry, seed: seed, patience.taking(share))
    }
    if let shortest { state.withLock { $0.walks[entry.id] = shortest } }
    return attempt
  }

  /// Runs a case once, alone and without the search for a shorter walk, with a share of the patience for replies.
  func trial(_ entry: ServerCase, seed: UInt64, _ share: Patience.Share) async -> CaseAttempt {
    var patience = patience.calm.taking(share)
    // A server that does not answer does not close either.
    if share == .little { patience.closing = patience.closing / 8 }
    return await attempt(entry, seed: seed, patience)
  }

  private func attempt(_ entry: ServerCase, seed: UInt64, _ patience: Patience) async -> CaseAttempt {
    let directory = state.withLock { $0.scratch?.nextDirectory() }
    var attempt = await entry.attempt(
      at: target, knowing: facts, patience: patience, seed: seed, directory: directory,
      isRecorded: isRecorded)
    if let directory, entry.start == .inScratch {
      state.withLock { [attempt] in $0.scratch?.note(attempt, in: directory) }
    }
    // Thousands of walks that show nothing would leave no room for the conversations that do.
    if entry.walk != nil, attempt.verdict == .pass, !isRecorded { attempt.dropConversations() }
    for conversation in attempt.conversations { target.budget.charge(conversation.transcript.memory) }
    return attempt
  }

  func leavesTraces(_ entry: ServerCase) -> Bool { entry.changesServer }

  func look() async -> CaseAttempt {
    await Sanity().entry.attempt(at: target, knowing: facts, patience: patience)
  }

  /// If replies or logins take long, cases spend most of the time waiting, so more of them run at the same time.
  var suitableJobs: Int {
    let session = target.isEmbedded ? .zero : state.withLock { $0.session }
    return min(32, 8 + Int(max(facts.roundTrip / .milliseconds(10), session / .milliseconds(50))))
  }

  /// On some servers a login takes long although no processor is busy.
  var mostJobs: Int { target.isEmbedded ? suitableJobs : 32 }

  /// Few enough that their sessions are served at once; more where most of their time is the login.
  var calmJobs: Int { max(6, suitableJobs / 2) }

  var mayStall: Bool { true }

  func tidyUp(jobs: Int) async -> [String] {
    guard let scratch = state.withLock({ $0.scratch }) else { return [] }
    return await scratch.remove(
      from: target, knowing: facts, patience: patience, farewell: farewell, jobs: jobs)
  }
}
