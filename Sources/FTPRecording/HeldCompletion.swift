import FTPTransport

/// Holds back a reply that completes a transfer while data sent before it is still in transit.
///
/// A control connection is faster than a data connection with a full buffer: the server has sent everything and closed, in
/// this order, but the reply arrives here first. A judge of the order must give the data time; a server that
/// does not close is detected when the patience ends.
struct HeldCompletion {
  private let patience: Duration
  private var arrivals: [ControlArrival] = []
  /// When the wait ends, even if data still arrives.
  private var end = Deadline.never
  private var isOver = false

  init(patience: Duration) { self.patience = patience }

  /// Whether something is held; then nothing after it is read.
  var isHolding: Bool { !arrivals.isEmpty }

  /// How long to wait for more data.
  var deadline: Deadline { Deadline.after(patience).earlier(end) }

  /// No data came within the patience.
  mutating func giveUp() { isOver = true }

  /// The held bytes.
  mutating func take() -> [ControlArrival] {
    defer { arrivals = [] }
    return arrivals
  }

  /// Holds arrived bytes, if there is data to wait for; returns those to process now.
  ///
  /// The time of a client's handshake does not count.
  mutating func hold(
    _ new: [ControlArrival], while dataIsDue: Bool, isHandshaking: Bool = false
  ) -> [ControlArrival] {
    guard dataIsDue, !isOver, isHandshaking || !end.hasPassed, new.first?.beginsWithCompletion == true else {
      end = .never
      isOver = false
      return new
    }
    if end == .never || isHandshaking { end = .after(patience * 5) }
    arrivals = new
    return []
  }
}
