import FTPConformance
import FTPProtocol

// How findings are minimized.
extension ClientHunt {
  func minimize(
    _ script: ClientScript, _ fault: ClientFault, run: UInt64?, _ first: ClientRun.Outcome
  ) async -> ClientFinding {
    var smallest = script
    var last = (fault: fault, outcome: first)
    var budget = campaign.shortenings
    var deadline = ContinuousClock.now + campaign.shorteningLimit
    if let time = campaign.time { deadline = min(deadline, max(start + time, .now) + campaign.graceLimit) }
    // A shorter limit suffices to see whether a client still hangs. The repetitions at the end, with the full limit,
    // show whether it hangs for good.
    let limit = fault.kind.oracle == .hang ? campaign.limit / 3 : campaign.limit
    func shows(_ candidate: ClientScript, _ limit: Duration) async -> Bool {
      budget -= 1
      guard (try? candidate.script()) != nil else { return false }
      let outcome = await self.trial(candidate, limit)
      guard let same = outcome.faults.first(where: { $0.kind == fault.kind }) else { return false }
      last = (same, outcome)
      return true
    }
    var isPossible: Bool { budget > 0 && ContinuousClock.now < deadline && !Task.isCancelled }

    var isRepeatable = false
    for _ in 0..<campaign.trials where !isRepeatable && isPossible {
      isRepeatable = await shows(script, limit)
    }
    if isRepeatable {
      var search = Shortening(script.rules)
      while isPossible, let (rules, _) = search.next() {
        search.answer(await shows(ClientScript(rules), limit))
      }
      smallest.rules = search.kept
      for rule in smallest.rules.indices {
        for plainer in smallest.rules[rule].plainer where isPossible {
          var candidate = smallest
          candidate.rules[rule] = plainer
          if await shows(candidate, limit) { smallest = candidate }
        }
        var search = Shortening(smallest.rules[rule].actions)
        while isPossible, let (actions, _) = search.next() {
          var candidate = smallest
          candidate.rules[rule].actions = actions
          search.answer(actions.isEmpty ? false : await shows(candidate, limit))
        }
        smallest.rules[rule].actions = search.kept
        for action in smallest.rules[rule].actions.indices {
          while isPossible {
            let before = smallest
            for plainer in smallest.rules[rule].actions[action].plainer where isPossible {
              var candidate = smallest
              candidate.rules[rule].actions[action] = plainer
              guard await shows(candidate, limit) else { continue }
              smallest = candidate
              break
            }
            if smallest == before { break }
          }
          guard let bytes = smallest.rules[rule].actions[action].bytes else { continue }
          // A path is shortened only by whole lines: a part of it may lead anywhere.
          if bytes.contains(0x2F) {
            var search = Shortening(bytes.lines)
            while isPossible, let (lines, _) = search.next() {
              var candidate = smallest
              candidate.rules[rule].actions[action].bytes = Array(lines.joined())
              search.answer(lines.isEmpty ? false : await shows(candidate, limit))
            }
            smallest.rules[rule].actions[action].bytes = Array(search.kept.joined())
            continue
          }
          // The line end and the code stay, so that the reply remains readable.
          let head = bytes.prefix(4).prefix { 0x30...0x39 ~= $0 }
          let tail = bytes[head.endIndex...].suffix(2).drop { $0 != 0x0D && $0 != 0x0A }
          var search = Shortening(Array(bytes[head.endIndex..<tail.startIndex]))
          while isPossible, let (middle, _) = search.next() {
            var candidate = smallest
            candidate.rules[rule].actions[action].bytes = head + middle + tail
            search.answer(head.isEmpty && middle.isEmpty ? false : await shows(candidate, limit))
          }
          smallest.rules[rule].actions[action].bytes = head + search.kept + tail
        }
      }
    }
    var again = await repetitions(of: smallest, fault.kind)
    if again.isEmpty, smallest != script {
      smallest = script
      last = (fault, first)
      again = await repetitions(of: smallest, fault.kind)
    }
    last = again.last ?? last
    return ClientFinding(
      fault: last.fault, run: run, script: smallest.description, ruleCount: smallest.rules.count,
      originalCount: script.rules.count, trials: campaign.trials, shown: again.count,
      transcript: last.outcome.transcript, output: last.outcome.output)
  }

  /// The repetitions of a script that showed the same fault.
  ///
  /// They run side by side, because a client that hangs takes its time.
  ///
  /// Scripts that name files by absolute paths are repeated one at a time: each run looks for these files and removes
  /// them.
  private func repetitions(of script: ClientScript, _ kind: ClientFault.Kind) async -> [(
    fault: ClientFault, outcome: ClientRun.Outcome
  )] {
    let atOnce = EscapedFile.names(in: script.description).isEmpty ? campaign.trials : 1
    return await withTaskGroup(of: ClientRun.Outcome.self) { group in
      var started = 0
      func start() {
        guard started < campaign.trials, !Task.isCancelled else { return }
        started += 1
        group.addTask { await self.trial(script, self.campaign.limit) }
      }
      for _ in 0..<atOnce { start() }
      var shown: [(fault: ClientFault, outcome: ClientRun.Outcome)] = []
      for await outcome in group {
        if let fault = outcome.faults.first(where: { $0.kind == kind }) { shown.append((fault, outcome)) }
        start()
      }
      return shown
    }
  }
}

extension ClientScript.Rule {
  /// Rules that may replace this one and are easier to read.
  fileprivate var plainer: [Self] {
    occurrence == nil ? [] : [ClientScript.Rule(trigger, actions)]
  }
}

extension ClientScript.Action {
  /// Actions that may replace this one and are easier to read, the plainest first.
  fileprivate var plainer: [Self] {
    switch self {
    case .raw(let bytes, let times) where times > 1: [.raw(bytes, times: 1), .raw(bytes, times: times / 2)]
    case .data(let bytes, let times) where times > 1:
      [.data(bytes, times: 1), .data(bytes, times: times / 2)]
    case .filler(let count) where count > 1: [.filler(1), .filler(count / 2)]
    default: []
    }
  }

  /// Its text, if it can be shortened.
  fileprivate var bytes: [UInt8]? {
    get {
      switch self {
      case .raw(let bytes, _), .data(let bytes, _): bytes
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .raw(_, let times): self = .raw(newValue, times: times)
      case .data(_, let times): self = .data(newValue, times: times)
      default: break
      }
    }
  }
}

extension [UInt8] {
  /// The lines, each with its line end.
  fileprivate var lines: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = self[...]
    while let end = rest.firstIndex(of: 0x0A) {
      lines.append(rest[...end])
      rest = rest[(end + 1)...]
    }
    return rest.isEmpty ? lines : lines + [rest]
  }
}
