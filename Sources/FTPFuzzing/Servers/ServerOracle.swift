/// A claim about a server that must hold whatever a client does.
package enum ServerOracle: String, Hashable, Sendable, CaseIterable {
  /// The server's process keeps running.
  case crash
  /// The server does not report an internal error in its output.
  case report
  /// A new session works.
  case service
  /// Nothing outside the served folder changes or is revealed.
  case folder
  /// What a session opened is closed once it is over.
  case descriptors
  /// A sequence does not make the server use much more memory.
  case memory
  /// Each command is answered.
  case silence
  /// The server keeps the rules of the RFCs.
  case rules
  /// A session does not end without 221 or 421.
  case dropped

  /// The claim, as a clause.
  package var claim: String {
    switch self {
    case .crash: "the server process survives every input"
    case .report: "the server writes no sanitizer report, no panic and no traceback"
    case .service: "after each sequence, a new session can log in and list"
    case .folder: "nothing outside the served folder changes or is revealed"
    case .descriptors:
      "descriptors opened for a session are closed after it; a server may close them later, so this is a hint"
    case .memory:
      "the server's memory does not grow much with each session; a server may keep memory for later, so this is a hint"
    case .silence:
      "a well-formed command sent alone is answered, and so is a transfer whose data has ended"
    case .rules:
      "replies, state diagram and the order of both channels follow the rules; a SHOULD is a hint"
    case .dropped:
      "the control connection ends only after 221 or 421; a server may close after bytes that are not a command, so this is a hint"
    }
  }

  /// Whether breaking it is always a fault of the server, not merely a hint.
  package var isCertain: Bool {
    switch self {
    case .dropped, .descriptors, .memory: false
    default: true
    }
  }

  /// Whether it is about growth from sequence to sequence: a server may keep something once on purpose.
  var isGrowth: Bool { self == .descriptors || self == .memory }
}

/// An oracle that a sequence has broken.
package struct ServerFault: Hashable, Sendable {
  /// What two faults have in common if they count as the same.
  package struct Kind: Hashable, Sendable {
    /// The oracle.
    package let oracle: ServerOracle
    /// The rule that is broken, or another word that distinguishes faults with the same oracle: the signal, the kind of
    /// report.
    package let rule: String
  }

  /// What kind it is.
  package let kind: Kind
  /// What was seen, in printable ASCII without secrets.
  package let detail: String
  /// Whether the rule is only a SHOULD, or the server may not be to blame.
  package let isLenient: Bool

  init(_ oracle: ServerOracle, rule: String = "", isLenient: Bool = false, _ detail: String) {
    kind = Kind(oracle: oracle, rule: rule)
    self.isLenient = isLenient
    self.detail = detail
  }
}
