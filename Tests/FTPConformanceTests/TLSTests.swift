import FTPClient
import FTPMockServer
import FTPProtocol
import FTPTransport
import TestSupport
import Testing

@testable import FTPConformance

@Suite(
  "Runs under TLS", .queueing, .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"),
  .endsWhenItHangs)
struct TLSTests {
  /// Servers that accept no password and transfer no data in the clear.
  private static let modes: [ServerTLS.Mode] = [.required, .implicit]

  private static func tls(_ mode: ServerTLS.Mode) throws -> ServerTLS {
    try ServerTLS(mode, .server(try .selfSigned(for: ["127.0.0.1"])))
  }

  private static let cases = CaseCatalogue.servers.filter { !$0.entry.needs.contains(.clear) }

  @Test(arguments: modes) func everyCasePasses(mode: ServerTLS.Mode) async throws {
    let tls = try Self.tls(mode)
    let cases = Self.cases.filter { entry in
      if mode == .implicit, entry.entry.needs.contains(.auth) { return false }
      return entry.entry.needs.contains(.secured)
        || Thoroughness.includes("\(mode) \(entry.id)", oneIn: 8)
    }
    #expect(cases.count > 30)
    let attempts = try await inParallel(cases) {
      try await Mutation(entry: $0, faults: nil).attempt(under: tls)
    }
    for (entry, attempt) in zip(cases, attempts) {
      let verdict =
        MutationTests.unsupported.contains(entry.id) ? CaseVerdict.unsupported : .pass
      // A server that demands protected data accepts neither PROT C nor CCC.
      let isOfClear = entry.entry.tags.contains("tls") && mode == .required
      #expect(
        attempt.verdict == verdict
          || (isOfClear && [.pass, .skipped, .unsupported].contains(attempt.verdict)),
        "\(entry.id): \(attempt.words)")
    }
  }

  /// A fault that a case finds is not mistaken for a TLS problem.
  @Test(arguments: modes) func faultsAreFound(mode: ServerTLS.Mode) async throws {
    let tls = try Self.tls(mode)
    let mutations = Mutation.all.filter { mutation in
      // Not faults that count replies, of which there are others under TLS, and not those that are hard to tell from a
      // busy machine.
      let faults = mutation.faults ?? ""
      let isPlain = ["code-answer", "code-pretend", "code-swap", "data-short", "data-bare"].contains {
        faults.hasPrefix($0)
      }
      return isPlain && !mutation.entry.entry.needs.contains(.clear) && !faults.contains("=AUTH")
        && !faults.contains("=REIN")
        && Thoroughness.includes("\(mode) \(mutation.entry.id) \(faults)", oneIn: 30)
    }
    #expect(mutations.count > 5)
    let attempts = try await inParallel(mutations) { try await $0.attempt(under: tls) }
    for (mutation, attempt) in zip(mutations, attempts) {
      #expect(
        Mutation.isFound(by: attempt),
        "\(mutation.entry.id) does not find \(mutation.faults ?? ""): \(attempt.words)")
    }
  }

  /// The server's TLS mode, the requested mode, whether its certificate is accepted unverified, and the problem with
  /// which the run ends.
  private static let troubles: [(ServerTLS.Mode?, ClientTLS.Mode, isInsecure: Bool, problem: String)] = [
    (nil, .explicit, true, "AUTH TLS got 502 "),
    (.explicit, .explicit, false, "the certificate is rejected for 127.0.0.1"),
    (.implicit, .implicit, false, "the certificate is rejected for 127.0.0.1"),
    (nil, .implicit, true, "cannot complete the handshake with 127.0.0.1"),
  ]

  @Test(arguments: troubles.indices) func aServerWithWhichItCannotBegin(_ index: Int) async throws {
    let (mode, security, isInsecure, problem) = Self.troubles[index]
    var configuration = MockServer.Configuration()
    configuration.tls = try mode.map(Self.tls)
    try await withMockServer(configuration) { server in
      var target = TestedServer(
        host: "127.0.0.1", port: server.port, login: Mutation.login, security: security)
      target.tls.isInsecure = isInsecure
      let report = await ServerRun(at: target, cases: Array(Self.cases.prefix(3))).run()
      #expect(report.problem?.contains(problem) == true, "\(report.problem ?? "")")
      #expect(report.cases.allSatisfy { $0.findings.isEmpty && $0.verdict != .pass })
    }
  }

  @Test func whatIsAboutClearConnectionsIsSkippedAndTheCommandSaysHowToComeBack() async throws {
    var configuration = MockServer.Configuration(timeouts: .patient)
    configuration.tls = try Self.tls(.explicit)
    try await withMockServer(configuration) { server in
      var target = TestedServer(
        host: "127.0.0.1", port: server.port, login: Mutation.login, security: .explicit)
      target.tls.isInsecure = true
      let skipped = CaseCatalogue.servers.filter { $0.id == "rfc4217/4.2/auth-tls" }
      let failing = ServerCase("test/1/failing", "It does.", ["959:4.2:reply-line"], failsWith: []) {
        try await $0.send("NOOP", expecting: 500)
      }
      var options = RunOptions()
      options.timeoutScale = 20
      let report = await ServerRun(at: target, cases: skipped + [failing], options: options).run()
      #expect(report.cases.map(\.verdict) == [.skipped, .fail])
      #expect(report.cases.first?.reason == "clear: the run is under TLS")
      #expect(
        report.command(rerunning: report.cases[1])
          == "ftpraw check ftpes://127.0.0.1:\(server.port) test/1/failing --insecure --timeout-scale 20.0")
      #expect(
        report.cases[1].excerpt()?.lines.first
          == "... greeting and login: 220, 234, 331, 230, 200, 200",
        "\(report.cases[1].excerpt()?.lines ?? [])")
    }
  }
}
