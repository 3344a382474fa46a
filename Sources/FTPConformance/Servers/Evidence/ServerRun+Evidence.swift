import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPTransport

extension ServerRun {
  /// A finding to look into.
  private struct Subject {
    /// The report about it.
    let report: Int
    /// The case in whose traffic it was made.
    let entry: ServerCase
    let finding: Finding
    let isStalled: Bool
  }

  /// Adds to each new finding what shows it with less, for as long as the options say.
  ///
  /// It begins after everything else, so that it cannot change a verdict.
  func addEvidence(to report: inout RunReport) async {
    let limit = options.minimizing
    let subjects = subjects(in: report)
    guard limit > .zero, !subjects.isEmpty, !Task.isCancelled else { return }
    let runner = ServerRunner(target, timeoutScale: options.timeoutScale, farewell: options.farewell)
    let found = Guarded<[Int: CaseEvidence]>([:])
    let leftovers = Guarded<[String]>([])
    let note: @Sendable (Int, CaseEvidence) -> Void = { place, evidence in
      found.withLock { $0[place] = evidence }
    }
    _ = await limited(to: limit) {
      let fair = subjects.filter { $0.entry.entry.traffic == .fair }
      // Removing what was written must fit into the time too.
      _ = await limited(to: limit * 3 / 4) {
        await besideEmbedded { await look(into: fair, at: runner, beside: $0, note) }
      }
      let left = await runner.tidyUp(jobs: runner.suitableJobs)
      leftovers.withLock { $0 = left }
      let rest = subjects.filter { $0.entry.entry.traffic == .provoking && !$0.entry.changesServer }
      if !rest.isEmpty { await besideEmbedded { await look(into: rest, at: runner, beside: $0, note) } }
    }
    for (place, evidence) in found.withLock({ $0 }) { report.cases[place].evidence = evidence }
    report.leftovers += leftovers.withLock { $0 }
  }

  /// The new findings, each cause once, the worst first.
  private func subjects(in report: RunReport) -> [Subject] {
    guard report.problem == nil, !report.wasInterrupted else { return [] }
    let known = Dictionary(cases.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let places = Dictionary(
      uniqueKeysWithValues: report.cases.indices.map { (report.cases[$0].entry.id, $0) })
    return report.causes(of: report.cases.filter { report.standing(of: $0) != .known })
      .map(\.chief).compactMap { chief -> Subject? in
        guard [.warn, .fail, .broken].contains(chief.verdict), let finding = chief.findings.first,
          let place = places[chief.entry.id],
          let entry = known[chief.tellingWitness?.seenIn ?? chief.entry.id], entry.walk == nil,
          // A server from which nothing can be removed gets no more.
          report.leftovers.isEmpty || !entry.changesServer
        else { return nil }
        return Subject(
          report: place, entry: entry, finding: finding, isStalled: chief.tellingAttempt?.isStalled ?? false)
      }
  }

  private func look(
    into subjects: [Subject], at runner: ServerRunner, beside embedded: ServerRunner,
    _ note: @Sendable (Int, CaseEvidence) -> Void
  ) async {
    guard !subjects.isEmpty else { return }
    let needs = Set(subjects.flatMap(\.entry.entry.needs))
    for runner in [runner, embedded] {
      if runner.facts.greeting == nil { guard await runner.meet().verdict == .pass else { return } }
      await runner.survey(needs)
    }
    for subject in subjects where !Task.isCancelled {
      let entry = subject.entry
      guard !entry.entry.needs.contains(where: { runner.reasonAgainst($0) != nil }) else { continue }
      observer(.started(entry.id))
      let seed = (options.seed ?? 0) &+ entry.id.seed
      var search = EvidenceSearch(
        subject.finding, of: entry, isStalled: subject.isStalled, at: target,
        tested: { await runner.trial($0, seed: seed, $1) },
        conforming: { await embedded.trial($0, seed: seed, $1) })
      guard let evidence = await search.run() else { continue }
      note(subject.report, evidence)
    }
  }

  /// Does something while the embedded server runs, under TLS like the server under test; nothing if it cannot start.
  private func besideEmbedded(_ body: @Sendable (ServerRunner) async -> Void) async {
    var configuration = MockServer.Configuration(recording: nil)
    let mode = ServerTLS.Mode(rawValue: target.security.rawValue) ?? .explicit
    configuration.tls = try? ServerTLS(mode, for: ["127.0.0.1"])
    _ = try? await withMockServer(configuration) { server in
      var embedded = TestedServer(
        host: "127.0.0.1", port: server.port, login: Credentials("ftpraw", password: "secret"),
        isEmbedded: true,
        security: target.security)
      embedded.tls.isInsecure = true
      embedded.diagram = target.diagram
      await body(ServerRunner(embedded, timeoutScale: options.timeoutScale))
    }
  }
}
