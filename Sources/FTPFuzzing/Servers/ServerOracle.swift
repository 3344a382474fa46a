/// Something that has to hold of a server whatever a client does to it.
package enum ServerOracle: String, Hashable, Sendable, CaseIterable {
  /// The server's process goes on.
  case crash
  /// It does not report a fault of its own on its output.
  case report
  /// A new session works.
  case service
  /// Nothing outside the served folder changes, and nothing from there comes out.
  case folder
  /// What a sequence has opened is closed once its session is over.
  case descriptors
  /// A sequence leaves the server with little more memory than before.
  case memory
  /// Each command is answered.
  case silence
  /// The rules of the RFCs hold.
  case rules
  /// A session does not end without a word.
  case dropped

  /// What has to hold, as a clause.
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

  /// Whether breaking it is a fault of the server in each case, and no mere hint.
  package var isCertain: Bool {
    switch self {
    case .dropped, .descriptors, .memory: false
    default: true
    }
  }

  /// Whether it is about what grows from sequence to sequence: what does so once may be kept on purpose.
  var isGrowth: Bool { self == .descriptors || self == .memory }
}

/// An oracle that a sequence has broken.
package struct ServerFault: Hashable, Sendable {
  /// By what two faults are taken for the same.
  package struct Kind: Hashable, Sendable {
    /// The oracle.
    package let oracle: ServerOracle
    /// The rule that is broken, or another word that tells faults of one oracle apart: the signal, the kind of report.
    package let rule: String
  }

  /// What kind it is.
  package let kind: Kind
  /// What was seen, in printable ASCII without secrets.
  package let detail: String
  /// Whether the rule is no more than a SHOULD.
  package let isLenient: Bool

  init(_ oracle: ServerOracle, rule: String = "", isLenient: Bool = false, _ detail: String) {
    kind = Kind(oracle: oracle, rule: rule)
    self.isLenient = isLenient
    self.detail = detail
  }
}
