/// A TCP connection in a capture: both directions and their relation.
struct TCPFlow {
  /// One of the two ends.
  enum Side {
    /// The end that opened the connection.
    case initiator
    /// The end that was connected to.
    case responder

    var other: Side { self == .initiator ? .responder : .initiator }
  }

  /// The events of the connection.
  enum Event: Equatable {
    /// The responder has accepted the connection.
    case opened
    /// The responder has refused the connection.
    case refused
    /// One side has sent bytes.
    case bytes(Side, [UInt8])
    /// This many bytes of one side are missing from the capture; 0 if any number may be.
    case gap(Side, Int)
    /// One side has closed its direction.
    case ended(Side)
    /// One side has reset the connection.
    case reset(Side)
  }

  let initiator: CaptureEndpoint
  let responder: CaptureEndpoint
  private var halves: (initiator: TCPHalf, responder: TCPHalf) = (TCPHalf(), TCPHalf())
  private var isOpen = false
  /// Whether nothing more can arrive.
  private(set) var isOver = false

  init(initiator: CaptureEndpoint, responder: CaptureEndpoint) {
    self.initiator = initiator
    self.responder = responder
  }

  func side(of endpoint: CaptureEndpoint) -> Side { endpoint == initiator ? .initiator : .responder }

  /// Whether a segment opens another connection between the same ends.
  func isSucceeded(by segment: TCPSegment, from side: Side) -> Bool {
    guard segment.flags.contains(.synchronize), !segment.flags.contains(.acknowledge) else { return false }
    return side == .responder || !halves.initiator.wasOpened(with: segment.sequence)
  }

  /// The sides whose first segment was not captured, so that it is not known where their bytes begin.
  var sidesWithoutBeginning: [Side] {
    [Side.responder, .initiator].filter { !self[$0].isOpened }
  }

  /// Takes a segment of one side in.
  mutating func receive(_ segment: TCPSegment, from side: Side, limit: Int) -> [Event] {
    guard !isOver else { return [] }
    var events: [Event] = []
    if segment.flags.contains(.reset) {
      if isOpen { events += tell(segment, from: side) }
      return events + finish() + [isOpen ? .reset(side) : .refused]
    }
    var sequence = segment.sequence
    if segment.flags.contains(.synchronize) {
      self[side].open(sequence)
      sequence &+= 1
    }
    let isAccepted = side == .responder || !segment.flags.contains(.synchronize)
    if !isOpen, isAccepted {
      isOpen = true
      events.append(.opened)
    }
    if segment.flags.contains(.acknowledge) {
      events += self[side.other].acknowledge(segment.acknowledgement).map { $0.event(side.other) }
    }
    let isLast = segment.flags.contains(.finish)
    if segment.length > 0 || isLast {
      events += self[side].receive(
        sequence, segment.data, length: segment.length, isLast: isLast, limit: limit
      ).map { $0.event(side) }
    }
    isOver = halves.initiator.hasEnded && halves.responder.hasEnded
    return events
  }

  /// The capture ends: waiting bytes are reported.
  mutating func finish() -> [Event] {
    guard !isOver else { return [] }
    isOver = true
    return halves.initiator.finish().map { $0.event(.initiator) }
      + halves.responder.finish().map { $0.event(.responder) }
  }

  /// What a reset shows about bytes that may be missing: its own number, and that of the other side if it has one.
  private mutating func tell(_ segment: TCPSegment, from side: Side) -> [Event] {
    self[side].reaches(segment.sequence)
    guard segment.flags.contains(.acknowledge) else { return [.gap(side.other, 0)] }
    self[side.other].reaches(segment.acknowledgement)
    return []
  }

  private subscript(side: Side) -> TCPHalf {
    get { side == .initiator ? halves.initiator : halves.responder }
    _modify {
      switch side {
      case .initiator: yield &halves.initiator
      case .responder: yield &halves.responder
      }
    }
  }
}

extension TCPHalf.Delivery {
  fileprivate func event(_ side: TCPFlow.Side) -> TCPFlow.Event {
    switch self {
    case .bytes(let bytes): .bytes(side, bytes)
    case .gap(let count): .gap(side, count)
    case .end: .ended(side)
    }
  }
}
