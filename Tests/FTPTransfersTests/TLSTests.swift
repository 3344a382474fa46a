import FTPClient
import FTPMockServer
import FTPProtocol
import FTPTransport
import TestSupport
import Testing

@testable import FTPTransfers

@Suite(
  "Sessions under TLS", .queueing, .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"),
  .endsWhenItHangs)
struct TLSTests {
  @Test(
    arguments: [(.explicit, .required), (.implicit, .implicit)] as [(ClientTLS.Mode, ServerTLS.Mode)])
  func filesComeAndGo(mode: ClientTLS.Mode, server: ServerTLS.Mode) async throws {
    var configuration = try MockServer.Configuration.testing()
    configuration.tls = try ServerTLS(server, .server(try .selfSigned(for: ["localhost"])))
    let site: (inout FTPSite) -> Void = {
      $0.security = mode
      $0.client.tls.isInsecure = true
    }
    try await withSession(configuration, site) { ftp, server async throws in
      try await ftp.upload("copy", bytes: pattern(100_000))
      #expect(try await ftp.download("copy") == pattern(100_000))
      #expect(try await ftp.list("pub").count == 4)
      #expect(server.tree.bytes(of: "copy") == pattern(100_000))
      #expect(ftp.verdicts.isEmpty)
      let verbs = server.receivedCommands.map(\.verb).filter {
        [Verb.auth, .user, .pbsz, .prot].contains($0)
      }
      #expect(verbs == (mode == .explicit ? [.auth] : []) + [.user, .pbsz, .prot])
    }
  }

  @Test func aServerWithoutTLSIsNotLoggedInAt() async throws {
    try await withMockServer(.testing()) { server in
      var site = FTPSite.at(server)
      site.security = .explicit
      let error = await failure { try await FTPSession.open(site) }
      guard case .conversation(.unexpectedReply(let reply, let command, _))? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reply.code.firstDigit == 5 && command == "AUTH")
      #expect(server.receivedCommands.allSatisfy { $0.verb != .user && $0.verb != .pass })
    }
  }
}
