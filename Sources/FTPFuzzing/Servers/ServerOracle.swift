/// A claim about a server that must hold whatever a client does.
package enum ServerOracle: String, ConversationOracle {
  case crash, report, service, folder, descriptors, memory, silence, rules, dropped

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

  package var isCertain: Bool { self != .dropped && !isGrowth }

  /// Whether it is about growth from sequence to sequence: a server may keep something once on purpose.
  var isGrowth: Bool { self == .descriptors || self == .memory }
}

package typealias ServerFault = CampaignFault<ServerOracle>
