import FTPProtocol
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("A server without protection refuses it with the right codes", .alsoUnderToyLayer)
struct SecurityCommandTests {
  @Test(
    arguments: [
      ("AUTH TLS", 502), ("auth tls-c", 502), ("AUTH SSL", 502), ("AUTH GSSAPI", 502), ("AUTH X-NONE", 504),
      ("AUTH", 501), ("PBSZ 0", 503), ("PROT P", 503), ("CCC", 533), ("ADAT eA==", 503), ("MIC eA==", 503),
      ("CONF eA==", 503), ("ENC eA==", 503), ("HELP AUTH", 502), ("HELP PBSZ", 502),
    ] as [(String, ReplyCode)])
  func answer(line: String, code: ReplyCode) throws {
    try withMockServer { server in
      var stranger = try TestClient(server.address)
      #expect(try stranger.reply().code == 220)
      #expect(try stranger.send(line).code == code)
      var user = try TestClient.loggedIn(server)
      #expect(try user.send(line).code == code)
      #expect(try user.send("PWD").code == 257)
      #expect(server.verdicts.filter { $0.party != .client } == [])
    }
  }

  @Test func nobodyIsOfferedIt() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      #expect(try !client.send("HELP").text.contains("AUTH"))
      let features = try client.send("FEAT").text
      for label in ["AUTH", "PBSZ", "PROT", "CCC"] { #expect(!features.contains(label)) }
    }
  }
}
