/// How long the tester waits for what: limits of its own, scaled to the server's measured round trip.
package struct Patience: Hashable, Sendable {
  /// Connecting, and the greeting.
  package var connecting: Duration
  /// For a reply.
  package var reply: Duration
  /// For the answer to a wrong password, which servers hold back on purpose.
  package var refusal: Duration
  /// For a data connection, and for data.
  package var data: Duration
  /// For the close after 221 or 421.
  package var closing: Duration
  /// How long nothing may come for the tester to believe that nothing will: a few round trips.
  package var quiet: Duration
  /// For all of a case.
  package var wholeCase: Duration

  /// Makes limits for a server whose answers take `roundTrip`, times a factor.
  package init(roundTrip: Duration = .zero, scale: Double = 1) {
    func limit(_ least: Duration, _ roundTrips: Double) -> Duration {
      (least + roundTrip * roundTrips) * scale
    }
    connecting = limit(.seconds(10), 20)
    reply = limit(.seconds(4), 20)
    refusal = limit(.seconds(12), 20)
    data = limit(.seconds(4), 20)
    closing = limit(.seconds(2), 10)
    quiet = min(limit(.milliseconds(20), 4), .seconds(1))
    wholeCase = limit(.seconds(60), 200)
  }

  /// Ten times as long for each thing that has to come, and no longer for what must not.
  var unhurried: Patience {
    var patience = self
    patience.connecting *= 10
    patience.reply *= 10
    patience.refusal *= 10
    patience.data *= 10
    patience.closing *= 10
    patience.wholeCase *= 3
    return patience
  }
}

extension Patience {
  /// How much of it is used for replies and data.
  enum Share: Sendable {
    /// All.
    case all
    /// An eighth, where it is to be seen whether something does not come that did not come before.
    case little
  }

  /// So much of it.
  func taking(_ share: Share) -> Patience {
    guard share == .little else { return self }
    var patience = self
    patience.reply = reply / 8
    patience.data = data / 8
    return patience
  }
}
