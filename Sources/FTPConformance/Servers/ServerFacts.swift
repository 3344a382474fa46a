import FTPProtocol

/// What was learned about a server before the first case.
package struct ServerFacts: Sendable {
  /// The greeting.
  package var greeting: Reply?
  /// The reply to SYST.
  package var system: Reply?
  /// The reply to FEAT.
  package var featureReply: Reply?
  /// The features that FEAT lists; empty if there is no FEAT.
  package var features = FeatureList([])
  /// How long a reply takes.
  package var roundTrip = Duration.zero
  /// How the tester opens data connections in cases that are not about opening them.
  package var passiveCommand = AddressForm.epsv
  /// A command that changes nothing, for steps where any such command will do.
  package var harmless = HarmlessCommand.noop
  /// The directory for the cases' own directories; nil if nothing may be written.
  package var scratch: String?
  /// How the server refuses to find a file by its name from the root; nil if it finds it.
  ///
  /// Where it does not, such a refusal shows nothing.
  package var refusalFromRoot: Reply?
  /// The needs that are not met, and why.
  package var unmet: [Need: String] = [:]

  /// Makes facts about an unknown server.
  package init() {}

  /// Why a need is not met; nil if it is.
  package func reasonAgainst(_ need: Need) -> String? {
    if let label = need.feature {
      return features.contains(label) ? nil : unmet[need] ?? "FEAT does not list \(label)"
    }
    return unmet[need]
  }
}

/// A command that changes nothing, and its reply: NOOP or, if that is missing, PWD.
///
/// It is chosen once for a server, so that a server without NOOP fails for that once, and not in every case that sends
/// a harmless command.
package struct HarmlessCommand: Hashable, Sendable {
  /// The verb.
  package let verb: String
  /// The code of its reply.
  package let code: ReplyCode

  /// NOOP, which gets 200.
  package static let noop = HarmlessCommand(verb: "NOOP", code: 200)
  /// PWD, which gets 257.
  package static let pwd = HarmlessCommand(verb: "PWD", code: 257)
}
