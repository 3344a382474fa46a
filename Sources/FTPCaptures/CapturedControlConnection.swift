import FTPConversation
import FTPProtocol

/// Reports a captured control connection to a recorder.
struct CapturedControlConnection: Sendable {
  /// The conversation is e-mail, whose servers greet in the same way.
  private(set) var isMail = false
  /// One side has sent bytes.
  private(set) var hasBegun = false
  let recorder: ConversationRecorder
  private let flow: (client: CaptureEndpoint, server: CaptureEndpoint)
  private let start: UInt64
  private let clock: CaptureClock
  private var follower: ControlFollower
  private var commandCount = 0
  private var firstToEnd: TCPFlow.Side?
  private var hasToldHalfClose = false
  /// Whether the capture has its beginning.
  private let isWhole: Bool
  /// The sides whose beginning turned out to be missing although the connection seemed to be whole.
  private var unopened: [ConversationMark.Side] = []
  private var isOpen = false
  private var isClosed = false

  init(_ flow: TCPFlow, at time: UInt64, isWhole: Bool, _ limits: RecordingLimits) {
    self.isWhole = isWhole
    self.flow = (flow.initiator, flow.responder)
    start = time
    let clock = CaptureClock()
    self.clock = clock
    recorder = ConversationRecorder(limits: limits) { clock.time }
    follower = ControlFollower(recorder)
  }

  /// The conversation so far.
  var conversation: CapturedConversation {
    CapturedConversation(
      client: flow.client, server: flow.server, time: start,
      transcript: recorder.transcript.withGapsInPlace(atBeginning: unopened)
    )
  }

  /// Sets the clock.
  func setTime(_ time: UInt64) {
    clock.time = .nanoseconds(Int64(clamping: time > start ? time - start : 0))
  }

  /// Takes events, and returns the addresses that were agreed on.
  mutating func handle(_ event: TCPFlow.Event, at time: UInt64) -> [AnnouncedData] {
    setTime(time)
    switch event {
    case .opened: open()
    case .refused: recorder.note("the server refused the connection")
    case .bytes(let side, let bytes):
      open()
      hasBegun = true
      tellHalfClose(unless: side)
      return side == .initiator ? commands(bytes) : follower.server(bytes).compactMap { AnnouncedData($0) }
    case .gap(let side, let count): follower.missed(count, of: side == .initiator ? .client : .server)
    case .ended(let side):
      if side == .responder { follower.serverEnded() }
      guard let first = firstToEnd else {
        firstToEnd = side
        return []
      }
      close(first == .initiator ? .byClient : .byServer)
    case .reset:
      follower.serverEnded()
      close(firstToEnd.map { $0 == .initiator ? .byClient : .byServer } ?? .lost)
    }
    return []
  }

  /// The connection or the capture has ended: says where its bytes did not begin.
  mutating func end(_ flow: TCPFlow) {
    if isWhole { unopened = flow.sidesWithoutBeginning.map { $0 == .initiator ? .client : .server } }
  }

  /// The capture ends.
  mutating func finish() {
    guard !isClosed else { return }
    follower.serverEnded()
    if let first = firstToEnd { return close(first == .initiator ? .byClient : .byServer) }
    recorder.cutShort()
  }

  /// A connection that was open before the capture began is opened by its first bytes.
  private mutating func open() {
    guard !isOpen else { return }
    isOpen = true
    recorder.controlOpened(local: "\(flow.client)", peer: "\(flow.server)")
    guard !isWhole else { return }
    recorder.missing(0, from: .server)
    recorder.missing(0, from: .client)
  }

  private mutating func close(_ end: ControlEnd) {
    guard !isClosed else { return }
    isClosed = true
    recorder.controlClosed(end)
  }

  /// A half-close is reported only if the other side continues.
  private mutating func tellHalfClose(unless side: TCPFlow.Side) {
    guard let firstToEnd, firstToEnd != side, !hasToldHalfClose else { return }
    hasToldHalfClose = true
    recorder.controlHalfClosed(by: firstToEnd == .initiator ? .client : .server)
  }

  private mutating func commands(_ bytes: [UInt8]) -> [AnnouncedData] {
    var announced: [AnnouncedData] = []
    for command in follower.client(bytes) {
      commandCount += 1
      if commandCount == 1 { isMail = ["EHLO", "HELO", "LHLO"].contains(command.verb) }
      guard let data = AnnouncedData(command) else { continue }
      announced.append(data)
    }
    return announced
  }
}

private final class CaptureClock: Sendable {
  private let moment = Guarded(Duration.zero)

  var time: Duration {
    get { moment.withLock { $0 } }
    set { moment.withLock { $0 = newValue } }
  }
}
