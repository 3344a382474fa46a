/// How long the tester waits for each kind of event: fixed limits, extended by the server's measured round trip.
package struct Patience: Hashable, Sendable, Codable {
  /// For a connection, and for the greeting.
  package var connecting: Duration
  package var reply: Duration
  /// For a reply to a login, which servers delay on purpose if the password is wrong, or others were before.
  package var refusal: Duration
  /// For a data connection, and for data.
  package var data: Duration
  /// For the close after 221 or 421.
  package var closing: Duration
  /// For nothing: how long the server must be silent before the tester believes that nothing will come, a few round
  /// trips.
  package var quiet: Duration
  package var wholeCase: Duration

  /// Makes limits for a server whose replies take `roundTrip`, multiplied by a factor.
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

  /// The limits for what is still to be done, in this time at most, once a run was stopped.
  static func afterStop(_ farewell: Duration) -> Patience {
    var patience = Patience(scale: 0)
    for limit in [\Patience.connecting, \.reply, \.refusal, \.data, \.closing] {
      patience[keyPath: limit] = farewell / 2
    }
    patience.wholeCase = farewell
    return patience
  }

  /// Limits ten times as long for everything that must come, and three times for a whole case; no longer for what must
  /// not come.
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
  /// The limits for a case that runs alone: pauses that even a busy machine keeps, and twice the time for a close.
  var calm: Patience {
    var patience = self
    patience.quiet = max(quiet, .milliseconds(150))
    patience.closing *= 2
    return patience
  }

  /// The limits for a first attempt, which decides nothing if it misses something: a quarter for replies and data.
  var hurried: Patience {
    var patience = self
    patience.reply = reply / 4
    patience.data = data / 4
    return patience
  }

  /// For each reply to a login that should succeed: less in a hurry.
  var login: Duration { min(refusal, reply * 3) }

  /// The shortest limit for something that must come.
  var shortest: Duration { min(connecting, reply, data, closing) }
}

extension Patience {
  /// How much of the patience is used for replies and data.
  enum Share: Sendable {
    /// All of it.
    case all
    /// An eighth, to see whether something is missing again that was missing before.
    case little
  }

  /// The limits with this share of the patience.
  func taking(_ share: Share) -> Patience {
    guard share == .little else { return self }
    var patience = self
    patience.reply = reply / 8
    patience.data = data / 8
    return patience
  }
}
