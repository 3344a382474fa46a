import FTPConversation
import FTPProtocol

extension ServerFacts {
  /// The facts without the password, in case the server repeated it.
  ///
  /// Conversations never contain it, and attempts remove it from their findings.
  func redacted(for target: TestedServer) -> ServerFacts {
    var facts = self
    facts.greeting = greeting.map(target.redacting)
    facts.system = system.map(target.redacting)
    facts.featureReply = featureReply.map(target.redacting)
    facts.refusalFromRoot = refusalFromRoot.map(target.redacting)
    facts.refusalOfUnknown = refusalOfUnknown.map(target.redacting)
    facts.refusalOfStrangers = refusalOfStrangers.map(target.redacting)
    facts.unreadableNames = unreadableNames.map(target.redacting)
    facts.confusedReads = confusedReads.map(target.redacting)
    facts.features = FeatureList(
      features.features.map { feature in
        let text = VectorText.escape(feature.bytes)
        let redacted = target.redacting(text)
        return redacted == text ? feature : FeatureList.Feature(redacted)
      })
    facts.unmet = unmet.mapValues(target.redacting)
    return facts
  }
}
