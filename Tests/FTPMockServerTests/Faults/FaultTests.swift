import FTPProtocol
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("A fault is reported by the judge, or does what its description says", .alsoUnderToyLayer)
struct FaultTests {
  @Test(arguments: FaultCase.all)
  func shows(row: FaultCase) async throws {
    var configuration = MockServer.Configuration(recording: nil)
    row.configure(&configuration)
    configuration.faults = try row.faults.map { text in try Fault(text) }
    let server = try MockServer.start(configuration)
    let seen = try await Observation(of: row, at: server)
    server.stop()
    switch row.proof {
    case .verdict(let requirement):
      #expect(seen.requirements.contains(requirement), "\(seen.requirements)\n\(seen.transcript)")
    case .effect(let holds): #expect(try holds(seen), "\(seen.failures)\n\(seen.transcript)")
    }
  }

  @Test func everyFaultHasARow() {
    let rows = Set(FaultCase.all.map(\.name))
    #expect(FaultCatalogue.all.map(\.name).filter { !rows.contains($0) } == [])
    #expect(FaultCatalogue.all.count >= 60)
  }

  @Test("a fault that exists for a requirement is reported with it", arguments: FaultCase.all)
  func citesWhatTheJudgeReports(row: FaultCase) throws {
    let kind = try #require(FaultCatalogue.kind(named: row.name))
    if case .verdict(let found) = row.proof, case .requirement(let source) = kind.source {
      #expect(found == source)
    }
  }

  @Test func withoutFaultsTheSameConversationsBreakNothing() async throws {
    for row in FaultCase.all where row.steps.allSatisfy(\.endsByItself) && row.start != .connected {
      // Some rows never open the data connection that they have agreed on.
      let server = try MockServer.start(
        .init(timeouts: .init(dataConnection: .milliseconds(200)), recording: nil))
      let seen = try await Observation(of: row, at: server)
      server.stop()
      #expect(seen.requirements == [], "\(row.testDescription)\n\(seen.transcript)")
    }
  }
}

extension FaultCase.Step {
  /// Whether the step also ends with a server without faults.
  fileprivate var endsByItself: Bool {
    switch self {
    case .reply, .rest, .replyFirst: false
    default: true
    }
  }
}
