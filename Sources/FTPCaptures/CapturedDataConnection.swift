import FTPConversation

/// Reports a captured data connection to a recorder.
struct CapturedDataConnection: Sendable {
  /// The number of the conversation it belongs to.
  let conversation: Int
  private let isPassive: Bool
  private let ends: (client: CaptureEndpoint, server: CaptureEndpoint)
  private var identifier: DataConnectionID?
  private var firstToEnd: TCPFlow.Side?
  private var senders: Set<TCPFlow.Side> = []
  private var isClosed = false

  init(_ flow: TCPFlow, of conversation: Int, isPassive: Bool) {
    self.conversation = conversation
    self.isPassive = isPassive
    ends = isPassive ? (flow.initiator, flow.responder) : (flow.responder, flow.initiator)
  }

  mutating func handle(_ event: TCPFlow.Event, at time: UInt64, _ feed: CapturedControlConnection) {
    feed.setTime(time)
    let recorder = feed.recorder
    guard !isClosed else { return }
    switch event {
    case .opened: open(recorder)
    case .refused: recorder.dataRefused()
    case .bytes(let side, let bytes):
      senders.insert(side)
      recorder.data(open(recorder), direction(side), bytes.span)
    case .gap(_, 0): return
    case .gap(let side, let count):
      let identifier = open(recorder)
      recorder.data(identifier, direction(side), count: count)
      recorder.missing(count, from: isServer(side) ? .server : .client, on: identifier)
    case .ended(let side):
      let identifier = open(recorder)
      if isServer(side) { recorder.dataEnded(identifier) }
      // The sender's close ends the connection; the other side's close needs no event.
      if let firstToEnd {
        close(firstToEnd, recorder)
      } else if senders.contains(side.other) {
        firstToEnd = side
      } else {
        close(side, recorder)
      }
    case .reset(let side):
      if let firstToEnd { return close(firstToEnd, recorder) }
      isClosed = true
      recorder.dataClosed(open(recorder), isServer(side) ? .resetByServer : .resetByClient)
    }
  }

  /// The capture ends.
  mutating func finish(_ feed: CapturedControlConnection) {
    guard !isClosed, let identifier, let firstToEnd else { return }
    // The other end is missing: when it came is not known.
    feed.recorder.missing(0, from: isServer(firstToEnd.other) ? .server : .client, on: identifier)
    close(firstToEnd, feed.recorder)
  }

  private mutating func close(_ side: TCPFlow.Side, _ recorder: ConversationRecorder) {
    isClosed = true
    recorder.dataClosed(open(recorder), isServer(side) ? .closedByServer : .closedByClient)
  }

  @discardableResult
  private mutating func open(_ recorder: ConversationRecorder) -> DataConnectionID {
    if let identifier { return identifier }
    let opening = ConversationMark.Opening(
      isPassive: isPassive, local: "\(ends.client)", peer: "\(ends.server)")
    let new = recorder.dataOpened(opening)
    identifier = new
    return new
  }

  private func isServer(_ side: TCPFlow.Side) -> Bool { (side == .responder) == isPassive }

  private func direction(_ side: TCPFlow.Side) -> DataDirection { isServer(side) ? .download : .upload }
}
