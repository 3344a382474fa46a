extension [CaseReport] {
  /// Tells the cases about all traffic what the judge found in the traffic of the others.
  mutating func addWitnesses() {
    let traffic = flatMap { report in
      report.entry.isFairTraffic ? report.attempts.flatMap(\.conversations).map { (report.entry.id, $0) } : []
    }.filter { !$0.1.faults.isEmpty }
    guard !traffic.isEmpty else { return }
    for index in indices where self[index].entry.scope == .everything {
      let entry = self[index].entry
      let witnesses = traffic.filter { $0.0 != entry.id }.compactMap { id, conversation in
        conversation.faults.first { entry.requirements.contains($0.requirement) }
          .map { CaseReport.Witness(seenIn: id, verdict: $0, conversation: conversation) }
      }
      // A few tell as much as all of them.
      self[index].add([CaseReport.Witness](witnesses.prefix(5)))
    }
  }
}
