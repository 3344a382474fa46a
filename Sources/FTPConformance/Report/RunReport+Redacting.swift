import FTPConversation
import FTPProtocol

extension RunReport {
  /// The report without the password, where a server has said it again before the first case.
  ///
  /// Conversations have none from the beginning, and attempts leave it out of what they found.
  func redacted() -> RunReport {
    var report = self
    report.facts.greeting = facts.greeting.map(target.redacting)
    report.facts.system = facts.system.map(target.redacting)
    report.facts.featureReply = facts.featureReply.map(target.redacting)
    report.facts.features = FeatureList(
      facts.features.features.map { feature in
        let text = VectorText.escape(feature.bytes)
        let redacted = target.redacting(text)
        return redacted == text ? feature : FeatureList.Feature(redacted)
      })
    report.needs = needs.map { NeedReport(need: $0.need, reason: $0.reason.map(target.redacting)) }
    report.problem = problem.map(target.redacting)
    return report
  }
}
