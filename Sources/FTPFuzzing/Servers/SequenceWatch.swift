import FTPConversation
import FTPProtocol

/// What is seen of a conversation while it is being watched.
final class SequenceWatch: Sendable {
  private struct State {
    var isWatching = false
    var verdicts: [Verdict] = []
    var arrows: Set<DiagramArrow> = []
  }

  private let state = Guarded(State())

  var verdicts: [Verdict] { state.withLock { $0.verdicts } }
  var arrows: Set<DiagramArrow> { state.withLock { $0.arrows } }
  var isWatching: Bool { state.withLock { $0.isWatching } }

  func begin() { state.withLock { $0.isWatching = true } }
  func end() { state.withLock { $0.isWatching = false } }

  func observe(_ event: ConversationEvent) {
    state.withLock { state in
      switch event.content {
      case .verdict(let verdict) where verdict.party == .server && state.isWatching:
        state.verdicts.append(verdict)
      case .reply(_, _, let judgement):
        guard let step = judgement.step, let box = judgement.box, let verb = judgement.command?.verb else {
          return
        }
        state.arrows.insert(DiagramArrow(step: step, box: box, verb: verb))
      default: break
      }
    }
  }
}
