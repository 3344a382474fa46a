import FTPTransport

/// Holds a reply that completes a transfer back while data that was sent before it is still on its way.
///
/// A control connection is faster than a data connection with a full buffer: the server has sent all and closed, in
/// this order, and the reply comes here first. A judge of the order must give the data a chance; a server that
/// does not close is found out when the patience is over.
struct HeldCompletion {
  private let patience: Duration
  private var arrivals: [ControlArrival] = []
  /// When nothing is waited for any more, however much data still comes.
  private var end = Deadline.never
  private var isOver = false

  init(patience: Duration) { self.patience = patience }

  /// Whether something is held; nothing is read after it then.
  var isHolding: Bool { !arrivals.isEmpty }

  /// How long to wait for more data.
  var deadline: Deadline { Deadline.after(patience).earlier(end) }

  /// No data came within the patience.
  mutating func giveUp() { isOver = true }

  /// What was held.
  mutating func take() -> [ControlArrival] {
    defer { arrivals = [] }
    return arrivals
  }

  /// Holds what came, if there is data to wait for; returns what is to be taken up now.
  ///
  /// What a client takes its time for with a handshake is no patience lost.
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
