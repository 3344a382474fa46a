import FTPConformance
import FTPMockServer
import FTPProtocol
import TestSupport
import Testing

@testable import FTPFuzzing

@Suite(
  "A campaign against the embedded server finds its faults, and nothing else", .queueing, .endsWhenItHangs)
struct ServerCampaignTests {
  private static func campaign(at server: MockServer, seed: UInt64, runs: UInt64) -> ServerCampaign {
    let login = Credentials("ftpraw", password: "secret")
    var campaign = ServerCampaign(
      at: TestedServer(host: server.address.host, port: server.port, login: login, isEmbedded: true),
      .init(seed: seed))
    campaign.bounds.runs = runs
    campaign.rate = 100_000
    campaign.subject.quiet = .milliseconds(5)
    return campaign
  }

  @Test(arguments: UInt64(1)...3)
  func anObedientServerGivesNoFinding(seed: UInt64) async throws {
    try await withMockServer { server in
      let campaign = Self.campaign(at: server, seed: seed, runs: UInt64(Thoroughness.rounds(300)))
      let summary = try await campaign.run()
      for finding in summary.findings {
        Issue.record(
          "\(finding.fault.kind) \(finding.fault.detail) \(finding.shown)/\(finding.trials)\n\(finding.smallest)\n\(finding.transcript)"
        )
      }
      #expect(summary.runs == Thoroughness.rounds(300) && summary.problem == nil && summary.leftovers == [])
      #expect(summary.coverage.seen.count > 60)
    }
  }

  /// A fault of the server, and the rule that it breaks.
  static let faults: [(fault: String, kind: ServerFault.Kind, runs: UInt64)] = [
    ("code-answer=RNTO:250", .init(oracle: .rules, rule: "959:4.1.3:rnto-after-rnfr"), 400),
    ("code-answer=MLST:421", .init(oracle: .rules, rule: "959:4.2:close-after-421"), 300),
    ("session-mute=HELP", .init(oracle: .silence, rule: "959:4.2:every-command-answered"), 300),
    ("transfer-double-150", .init(oracle: .rules, rule: "959:4.2:one-preliminary"), 100),
    ("transfer-double-226", .init(oracle: .rules, rule: "959:5.4:nothing-spontaneous"), 100),
    ("code-answer=STRU:150", .init(oracle: .rules, rule: "959:6:simple-commands"), 300),
    ("code-answer=REST:250", .init(oracle: .rules, rule: "959:6:rest-command"), 300),
    ("reply-blank-line", .init(oracle: .rules, rule: "959:4.2:reply-line"), 100),
    ("code-answer=HELP:999", .init(oracle: .rules, rule: "959:4.2:digit-ranges"), 300),
    ("code-answer=NOOP:350", .init(oracle: .rules, rule: "959:6:simple-commands"), 100),
  ]

  /// Three seeds if everything is tried.
  static let seeds: ClosedRange<UInt64> = Thoroughness.isWhole ? 1...3 : 1...1

  @Test(arguments: faults.indices, seeds)
  func aFaultIsFound(_ index: Int, seed: UInt64) async throws {
    let (fault, kind, runs) = Self.faults[index]
    var configuration = MockServer.Configuration()
    configuration.faults = [try Fault(fault)]
    try await withMockServer(configuration) { server in
      var campaign = Self.campaign(at: server, seed: seed, runs: runs)
      // A busy machine must not look like a silent server, nor leave a sequence long.
      campaign.subject.patience = .seconds(kind.oracle == .silence ? 1 : 5)
      campaign.shorteningLimit = .patience
      campaign.sought = { $0 == kind }
      campaign.shortenings = kind.oracle == .silence ? 40 : 100
      let summary = try await campaign.run()
      let finding = summary.findings.first { $0.fault.kind == kind }
      guard let finding else {
        Issue.record("\(fault): \(summary.findings.map(\.fault)) \(summary.runs)")
        return
      }
      #expect(finding.smallest.commandCount <= 5, "\(finding.smallest)")
      // How often it shows depends on timing, because it is about replies that must or must not come.
      #expect(finding.shown > 0, "\(finding.shown) of \(finding.trials)")
      #expect(
        try ServerSequence(parsing: Array(finding.file(reproducedBy: "again").utf8)) == finding.smallest)
    }
  }
}
