import FTPClient
import FTPProtocol

/// What was learned of a server before the first case.
package struct ServerFacts: Sendable {
  /// The greeting.
  package var greeting: Reply?
  /// The answer to SYST.
  package var system: Reply?
  /// The answer to FEAT.
  package var featureReply: Reply?
  /// What FEAT lists; nothing if it is not there.
  package var features = FeatureList([])
  /// How long an answer takes.
  package var roundTrip = Duration.zero
  /// How the tester makes data connections that no case is about.
  package var passiveCommand = AddressForm.epsv
  /// A command that changes nothing, which steps send where any would do.
  package var harmless = HarmlessCommand.noop
  /// The directory that the cases' own ones are made in; nil if nothing may be written.
  package var scratch: String?
  /// The needs that are not met, and why.
  package var unmet: [Need: String] = [:]

  /// Makes facts about a server of which nothing is known.
  package init() {}

  /// Why a need is not met; nil if it is.
  package func reasonAgainst(_ need: Need) -> String? {
    if let label = need.feature {
      return features.contains(label) ? nil : unmet[need] ?? "FEAT does not list \(label)"
    }
    return unmet[need]
  }
}

/// A command that changes nothing, and how it is answered: NOOP or, where that is missing, PWD.
///
/// It is chosen once for a server, so that a server without NOOP fails for that once and not in every case that needs
/// to send something.
package struct HarmlessCommand: Hashable, Sendable {
  /// The verb.
  package let verb: String
  /// The code of its reply.
  package let code: ReplyCode

  /// NOOP, answered 200.
  package static let noop = HarmlessCommand(verb: "NOOP", code: 200)
  /// PWD, answered 257.
  package static let pwd = HarmlessCommand(verb: "PWD", code: 257)
}
