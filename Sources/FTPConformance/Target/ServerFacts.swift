import FTPClient
import FTPProtocol

/// What was learned of a server before the first case.
public struct ServerFacts: Sendable {
  /// The greeting.
  public var greeting: Reply?
  /// The answer to SYST.
  public var system: Reply?
  /// The answer to FEAT.
  public var featureReply: Reply?
  /// What FEAT lists; nothing where it is not there.
  public var features = FeatureList([])
  /// How long an answer takes.
  public var roundTrip = Duration.zero
  /// How the tester makes data connections that no case is about.
  public var passiveCommand = AddressForm.epsv
  /// The directory that the cases' own ones are made in; nil where nothing may be written.
  public var scratch: String?
  /// The needs that are not met, and why.
  public var unmet: [Need: String] = [:]

  /// Makes facts about a server of which nothing is known.
  public init() {}

  /// Why a need is not met; nil where it is.
  public func reasonAgainst(_ need: Need) -> String? {
    if case .feature(let label) = need {
      return features.contains(label) ? nil : unmet[need] ?? "FEAT does not list \(label)"
    }
    return unmet[need]
  }
}
