import FTPConversation
import FTPProtocol
import FTPTransport

/// The recording of a control connection, read as far as the steps have come and judged again on the way.
final class RecordedConnection: Sendable {
  let opened: Duration
  let peerAddress: SocketAddress
  let localAddress: SocketAddress
  private let conversation: CaseAttempt.Conversation
  private let recorder: ConversationRecorder
  private let place = Guarded(0)

  /// Reads a conversation whose replies are judged by `diagram`; nil if it does not say where it led.
  init?(_ conversation: CaseAttempt.Conversation, diagram: StateDiagram) {
    guard case .mark(.controlOpened(let peer?, let local?))? = conversation.transcript.events.first?.content,
      let peerAddress = SocketAddress(peer), let localAddress = SocketAddress(local)
    else { return nil }
    opened = conversation.opened
    self.peerAddress = peerAddress
    self.localAddress = localAddress
    self.conversation = conversation
    recorder = ConversationRecorder(retakingBy: diagram)
  }

  var judge: Judge { recorder.judge }
  var transcript: Transcript { recorder.transcript }
  var verdicts: [Verdict] { recorder.verdicts }

  /// Takes the events up to this one, not including it.
  func advance(to end: Int) {
    place.withLock { place in
      let events = conversation.transcript.events
      while place < min(end, events.count) {
        recorder.retake(events[place], isObserved: conversation.observed.contains(place))
        place += 1
      }
    }
  }
}
