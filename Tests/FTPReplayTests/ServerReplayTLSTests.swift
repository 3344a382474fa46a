import FTPClient
import FTPMockServer
import FTPProtocol
import FTPReplay
import FTPTransport
import FTPVectors
import TestSupport
import Testing

@Suite(
  "A replay to a live server speaks TLS", .queueing,
  .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"),
  .endsWhenItHangs)
struct ServerReplayTLSTests {
  private static let greeting = ServerReplayTests.greeting
  private static func listing(_ name: String) -> String {
    ("C> PASV\nS> 227 ({a:hostport})\n=> 227 simple success addr={a}\n-- open data to {a}\nC> LIST\nS> 150 x\n"
      + "=> 150 transfer wait\nD> {:text}\n-- close data (closed by the server)\nS> 226 x\n=> 226 transfer success\n")
      .replacing("{a", with: "{\(name)")
  }
  private static let upload =
    "C> PORT {c:hostport}\nS> 200 x\n=> 200 simple success\nC> STOR new\nS> 150 x\n=> 150 transfer wait\n"
    + "-- open data from {:address}\nD< abc\n-- close data (closed by the client)\nS> 226 x\n"
    + "=> 226 transfer success bytes=3\nC> SIZE new\nS> 213 3\n=> 213 simple success\n"
  private static let reinitialization =
    "C> REIN\nS> 220 x\n=> 220 simple success\n" + ServerReplayTests.login.dropFirst(greeting.count)
  private static let negotiation =
    "C> AUTH TLS\nS> 234 x\n=> 234 auth success\n-- tls control established\nC> PBSZ 0\nS> 200 x\n"
    + "=> 200 simple success\nC> PROT P\nS> 200 x\n=> 200 simple success\n"

  private func replay(
    _ text: String, to mode: ServerTLS.Mode?, under security: ClientTLS.Mode, isInsecure: Bool = true
  ) async throws -> ReplayResult {
    let vector = try Vector(parsing: text)
    var configuration = MockServer.Configuration()
    configuration.tls = try mode.map {
      try ServerTLS($0, .server(.selfSigned(for: ["127.0.0.1"])))
    }
    return try await withMockServer(configuration) { server in
      var replay = ServerReplay(
        to: .live(host: "127.0.0.1", port: server.port, Credentials("ftpraw", password: "secret")))
      replay.stepLimit = .patience
      replay.wholeLimit = .patience
      replay.security = security
      replay.tls.isInsecure = isInsecure
      return await replay.run(vector)
    }
  }

  /// Neither mode accepts a password or transfers data in the clear.
  @Test(arguments: [(ServerTLS.Mode.required, ClientTLS.Mode.explicit), (.implicit, .implicit)])
  func aVectorWithoutTLSIsPutUnderIt(mode: ServerTLS.Mode, security: ClientTLS.Mode) async throws {
    let text =
      ServerReplayTests.login + Self.listing("a") + Self.upload + Self.reinitialization
      + Self.listing("b")
    let result = try await replay(text, to: mode, under: security)
    #expect(result.vectors == 1 && result.differences == [])
  }

  @Test func aVectorWithTLSHasItWhereItSays() async throws {
    let login = ServerReplayTests.login.dropFirst(Self.greeting.count)
    let text = Self.greeting + Self.negotiation + login + Self.listing("a")
    #expect(try await replay(text, to: .required, under: .none).differences == [])
    let cleared = text + "C> CCC\nS> 200 x\n=> 200 simple success\n-- tls control ended\nC> NOOP\nS> 200 x\n"
    #expect(try await replay(cleared, to: .explicit, under: .none).differences.map(\.line).min() ?? .max > 28)
    let without = text.replacing("-- tls control established\n", with: "-- tls control ended\n")
    let result = try await replay(without, to: .required, under: .none)
    #expect(result.differences.map(\.actual) == ["a control connection under TLS"])
  }

  @Test func whatIsAboutTLSItselfIsExcused() async throws {
    for (text, security, excuse) in [
      (Self.negotiation, ClientTLS.Mode.explicit, "it negotiates protection, but TLS is already in use"),
      ("C> AUTH TLS\nS> 234 x\n=> 234 auth success\n-- tls control failed\n", .none, "its TLS fails"),
    ] {
      let result = try await replay(Self.greeting + text, to: .explicit, under: security)
      #expect(result.vectors == 0 && result.excuses == [excuse])
    }
  }

  /// The server's TLS mode, the client's, and what the difference says.
  private static let troubles: [(ServerTLS.Mode?, ClientTLS.Mode, String)] = [
    (nil, .explicit, "502 auth failure"), (.explicit, .explicit, "the certificate is rejected"),
    (.implicit, .implicit, "the certificate is rejected"),
  ]

  @Test(arguments: troubles.indices) func whereTLSCannotBegin(_ index: Int) async throws {
    let (mode, security, actual) = Self.troubles[index]
    let result = try await replay(ServerReplayTests.login, to: mode, under: security, isInsecure: false)
    let first = try #require(result.differences.first)
    #expect(first.actual.contains(actual), "\(first.actual)")
  }
}
