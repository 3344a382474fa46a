import FTPProtocol

/// Recording a transcript once more, so that it is judged by the rules of this version.
extension ConversationRecorder {
  /// Begins to judge a transcript again, all of which is kept.
  package convenience init(retakingBy diagram: StateDiagram) {
    self.init(
      limits: RecordingLimits(dataBytes: .max, events: .max, totalBytes: .max), diagram: diagram,
      observer: nil)
  }

  /// Takes the next event of a transcript.
  ///
  /// What the former judge found, and the states, are found again. Only a verdict that `isObserved` is taken: the owner
  /// of the connections saw its reason, which no event shows.
  package func retake(_ event: ConversationEvent, isObserved: Bool = false) {
    state.withLock { state in
      switch event.content {
      case .command(let line, _): record(line, at: event.time, in: &state)
      case .reply(let reply, let cuts, _):
        add(reply, state.judge.observe(reply: reply), cuts: cuts, at: event.time, to: &state)
      case .unfinishedReply: add(event.content, at: event.time, to: &state)
      case .stateChanged: break
      case .verdict(let verdict): if isObserved { add([verdict], at: event.time, to: &state) }
      case .data(let identifier, _, _, _):
        let isFirst = state.dataConnections[identifier]?.byteCount == 0
        // The number counts only for an event that does not have it: whether there were any.
        state.dataConnections[identifier]?.byteCount = 1
        let found = isFirst ? state.judge.observe(data: .firstByte).verdicts : []
        add(event.content, at: event.time, to: &state)
        add(found, at: event.time, to: &state)
      case .mark(let mark):
        let judgement = observe(mark, in: &state)
        add(.mark(mark), at: event.time, to: &state)
        add(judgement?.verdicts ?? [], at: event.time, to: &state)
      }
    }
  }

  private func observe(_ mark: ConversationMark, in state: inout State) -> Judgement? {
    switch mark {
    case .dataOpened(let identifier, _): state.dataConnections[identifier] = DataConnection()
    case .dataClosed(let identifier, _): state.dataConnections[identifier] = nil
    case .controlClosed: state.isFinished = true
    case .noReply(let verb): return state.judge.abandon(oldest: verb)
    default: break
    }
    return state.judge.observe(mark)
  }
}

extension Transcript {
  /// The places of the verdicts that a judge does not find in the events: their reasons were seen, but not recorded.
  package func observedVerdicts(by diagram: StateDiagram) -> Set<Int> {
    let recorder = ConversationRecorder(retakingBy: diagram)
    var observed: Set<Int> = []
    var found: [Verdict] = []
    for (place, event) in events.enumerated() {
      guard case .verdict(let verdict) = event.content else {
        let count = recorder.verdicts.count
        recorder.retake(event)
        if case .stateChanged = event.content { continue }
        found = Array(recorder.verdicts[count...])
        continue
      }
      if let index = found.firstIndex(where: {
        $0.requirement == verdict.requirement && $0.party == verdict.party
      }) {
        found.remove(at: index)
      } else {
        observed.insert(place)
        recorder.retake(event, isObserved: true)
      }
    }
    return observed
  }
}
