extension Judge {
  /// Which command a reply answers, and on what terms.
  struct Match {
    var index: Int
    /// How many earlier commands stay open, as the RFCs allow (STAT during a transfer).
    var ahead = 0
    /// The order of the replies is broken: earlier commands were skipped.
    var isOutOfOrder = false
    /// The first open command, which had no reply, is given up: ABOR was answered only once.
    var endsHead = false
  }

  /// Finds the command that a reply answers: replies arrive in the order of the commands; the only
  /// exceptions are replies to STAT, ABOR or QUIT during a transfer.
  mutating func match(_ code: ReplyCode) -> Match? {
    guard let first = queue.first else { return nil }
    if queue.count == 1 { return Match(index: 0) }
    guard let head = queue.firstIndex(where: { !$0.isSkipped }) else {
      return Match(index: queue.firstIndex { $0.suits(code, in: diagram) } ?? 0)
    }
    if first.isGreeting || code == 421 || queue[head].suits(code, in: diagram) { return Match(index: head) }
    if let late = queue[..<head].firstIndex(where: { $0.lists(code) }) { return Match(index: late) }
    return matchAfter(head, code) ?? Match(index: head)
  }

  /// Looks beyond a command that the reply does not suit.
  private func matchAfter(_ head: Int, _ code: ReplyCode) -> Match? {
    let front = queue[head]
    if front.isTransfer, let match = matchDuringTransfer(head, code) { return match }
    let isAnsweredOnce = front.role == .abort
    for index in queue.indices[(head + 1)...] where !queue[index].isSkipped && queue[index].lists(code) {
      // A refusal may be for any of them, so it counts for the first.
      guard isAnsweredOnce || queue[index].box(code, in: diagram).isAdvance else { continue }
      return Match(index: index, isOutOfOrder: true, endsHead: isAnsweredOnce && index == head + 1)
    }
    return nil
  }

  /// The first open command is a transfer: ABOR, STAT, QUIT and NOOP may be answered before it ends.
  private func matchDuringTransfer(_ head: Int, _ code: ReplyCode) -> Match? {
    for index in queue.indices[(head + 1)...] where queue[index].lists(code) {
      switch queue[index].role {
      case .abort:
        guard queue[index].box(code, in: diagram) == .success else {
          return Match(index: index, ahead: index - head)
        }
        return Match(index: index, endsHead: true)
      case .status, .noop, .quit:
        guard queue[head].isUnderWay else { continue }
        return Match(index: index, ahead: index - head)
      default: continue
      }
    }
    return nil
  }
}
