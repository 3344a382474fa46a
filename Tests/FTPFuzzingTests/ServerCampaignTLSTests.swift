import FTPClient
import FTPConformance
import FTPMockServer
import FTPProtocol
import FTPTransport
import TestSupport
import Testing

@testable import FTPFuzzing

@Suite(
  "A campaign under TLS", .queueing, .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"),
  .endsWhenItHangs)
struct ServerCampaignTLSTests {
  /// The server's TLS mode and the mode that the client requests.
  ///
  /// With the last one the client does not use TLS, although the server offers it.
  static let ways: [(ServerTLS.Mode, ClientTLS.Mode)] = [
    (.required, .explicit), (.implicit, .implicit), (.explicit, .none),
  ]

  private static func campaign(_ way: Int, at server: MockServer, runs: UInt64) -> ServerCampaign {
    var target = TestedServer(
      host: server.address.host, port: server.port, login: Credentials("ftpraw", password: "secret"),
      isEmbedded: true, security: ways[way].1)
    target.tls.isInsecure = true
    var campaign = ServerCampaign(at: target, .init(seed: 1))
    campaign.bounds.runs = runs
    campaign.rate = 100_000
    campaign.subject.quiet = .milliseconds(5)
    return campaign
  }

  private static func configuration(_ way: Int) throws -> MockServer.Configuration {
    var configuration = MockServer.Configuration()
    configuration.tls = try ServerTLS(ways[way].0, .server(.selfSigned(for: ["127.0.0.1"])))
    return configuration
  }

  @Test(arguments: ways.indices)
  func anObedientServerGivesNoFinding(_ way: Int) async throws {
    try await withMockServer(try Self.configuration(way)) { server in
      let campaign = Self.campaign(way, at: server, runs: UInt64(Thoroughness.rounds(60)))
      let summary = try await campaign.run()
      for finding in summary.findings {
        Issue.record(
          "\(finding.fault.kind) \(finding.fault.detail)\n\(finding.smallest)\n\(finding.transcript)")
      }
      #expect(summary.runs == Thoroughness.rounds(60) && summary.problem == nil && summary.leftovers == [])
      #expect(summary.coverage.seen.count > 30)
    }
  }

  @Test(arguments: [0, 1])
  func aFaultIsFound(_ way: Int) async throws {
    var configuration = try Self.configuration(way)
    configuration.faults = [try Fault("transfer-double-150")]
    try await withMockServer(configuration) { server in
      var campaign = Self.campaign(way, at: server, runs: 100)
      let kind = ServerFault.Kind(oracle: .rules, rule: "959:4.2:one-preliminary")
      campaign.sought = { $0 == kind }
      campaign.shortenings = 20
      let summary = try await campaign.run()
      #expect(summary.findings.contains { $0.fault.kind == kind }, "\(summary.problem ?? "")")
    }
  }
}
