import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing

@testable import FTPFuzzing

@Suite(
  "A campaign for a client finds its planted faults, and nothing else", .queueing, .serialized,
  .endsWhenItHangs)
struct ClientCampaignTests {
  /// A campaign for the client in `Tests/PlantedClient`.
  private static func campaign(_ fault: String, seed: UInt64, runs: UInt64) throws -> ClientCampaign {
    let program = try #require(BuiltProgram.path("PlantedClient"))
    // Swift takes seconds to print where a trap happened.
    var words = ["env", "SWIFT_BACKTRACE=enable=no", program, fault, "{port}", "{file}"]
    let uploads = ["sane upload", "sent-all", "short-upload"].contains(fault)
    if uploads { words = words.map { $0 == "sane upload" ? "none" : $0 } + ["{upload}"] }
    var campaign = ClientCampaign(ClientSubject(words), .init(seed: seed))
    if !uploads { campaign.subject.download = "out" }
    campaign.bounds.runs = runs
    // However busy the machine is, no client counts as hanging.
    campaign.subject.limit = .patience
    return campaign
  }

  @Test(arguments: ["none", "sane upload"])
  func aSaneClientGivesNoFinding(_ name: String) async throws {
    let campaign = try Self.campaign(name, seed: 1, runs: 50)
    let summary = try await campaign.run()
    for finding in summary.findings {
      Issue.record(
        "\(finding.fault) \(finding.shown)/\(finding.trials)\n\(finding.smallest)\n\(finding.transcript)")
    }
    #expect(summary.runs == 50 && summary.problem == nil)
    #expect(summary.coverage.seen.count > 30 && summary.coverage.seen.isSubset(of: summary.coverage.possible))
  }

  /// A fault of the client, the oracle that finds it, and the most runs that this may take.
  static let faults: [(name: String, oracle: ClientOracle, runs: UInt64)] = [
    ("four-digits", .crash, 100), ("endless-preliminary", .hang, 300), ("first-line", .form, 400),
    ("data-end", .damage, 200), ("megabyte", .damage, 300), ("names", .folder, 100),
    ("long-line", .memory, 600),
    ("size", .crash, 200), ("numbers", .crash, 200), ("path", .rules, 600),
    ("sent-all", .damage, 200), ("short-upload", .damage, 400),
  ]

  /// All of them take minutes, and `long-line` depends on the load of the machine; a campaign with a larger bound finds
  /// it.
  @Test(arguments: ["four-digits", "first-line", "path", "sent-all"])
  func aFaultIsFound(_ name: String) async throws {
    let seed: UInt64 = 1
    let (_, oracle, runs) = try #require(Self.faults.first { $0.name == name })
    var campaign = try Self.campaign(name, seed: seed, runs: runs)
    campaign.sought = { $0.oracle == oracle }
    campaign.shortenings = 60
    if oracle == .hang { campaign.subject.limit = .seconds(3) }
    let summary = try await campaign.run()
    let finding = try #require(
      summary.findings.first { $0.fault.kind.oracle == oracle }, "\(name): nothing in \(summary.runs) runs")
    // On a busy machine, other scripts are late as well.
    #expect(
      oracle == .hang || finding.smallest.size <= 2 && finding.smallest.description.utf8.count <= 300,
      "\(finding.smallest)")
    #expect(finding.shown > 0, "\(finding.shown) of \(finding.trials)")
    // The file is valid for `ftpraw serve --script`.
    let file = finding.file(reproducedBy: "again", servedBy: "serve")
    #expect(try Script(parsing: file) == finding.smallest, "\(file)")
  }

  @Test func aCommandThatCannotBeTriedIsRefused() async throws {
    for (words, problem) in [
      (["/nonexistent/client", "{port}"], "cannot start '/nonexistent/client': "),
      (["true", "{port}"], "the command exited with status 0 without connecting to the server"),
    ] {
      var campaign = ClientCampaign(ClientSubject(words), .init(seed: 1))
      campaign.bounds.runs = 1
      await #expect { try await campaign.run() } throws: { "\($0)".hasPrefix(problem) }
    }
  }
}
