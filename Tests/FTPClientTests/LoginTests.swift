import FTPClient
import FTPMockServer
import FTPProtocol
import TestSupport
import Testing
import ToyLayer

@Suite("Logging in follows the replies", .alsoUnderToyLayer, .endsWhenItHangs)
struct LoginTests {
  /// A dialogue: what the server hears and answers, what the caller provides, and the result.
  struct Walk: Sendable, CustomTestStringConvertible {
    var dialogue: [(String, String)]
    var password: String?
    var account: String?
    var code: ReplyCode
    var isRefused = false
    var state: ConnectionState

    var testDescription: String { dialogue.map(\.1).joined(separator: ", ") }
  }

  static let walks = [
    Walk(dialogue: [("USER joe", "230 In.")], password: "x", code: 230, state: .loggedIn),
    Walk(
      dialogue: [("USER joe", "331 Password?"), ("PASS x y", "230 In.")], password: "x y", code: 230,
      state: .loggedIn),
    Walk(
      dialogue: [("USER joe", "331 Password?"), ("PASS x", "332 Account?"), ("ACCT a", "230 In.")],
      password: "x", account: "a", code: 230, state: .loggedIn),
    Walk(
      dialogue: [("USER joe", "332 Account?"), ("ACCT a", "230 In.")], password: "x", account: "a", code: 230,
      state: .loggedIn),
    Walk(
      dialogue: [("USER joe", "331 Password?"), ("PASS x", "202 Superfluous.")], password: "x", code: 202,
      state: .loggedIn),
    Walk(
      dialogue: [("USER joe", "331 Password?"), ("PASS ", "230 In.")], password: "", code: 230,
      state: .loggedIn),
    Walk(dialogue: [("USER joe", "530 No.")], password: "x", code: 530, isRefused: true, state: .refused),
    Walk(
      dialogue: [("USER joe", "331 Password?"), ("PASS x", "530 No.")], password: "x", code: 530,
      isRefused: true, state: .refused),
    Walk(dialogue: [("USER joe", "331 Password?")], code: 331, isRefused: true, state: .awaitingPassword),
    Walk(
      dialogue: [("USER joe", "331 Password?"), ("PASS x", "332 Account?")], password: "x", code: 332,
      isRefused: true, state: .awaitingAccount),
    Walk(dialogue: [("USER joe", "421 Full.")], password: "x", code: 421, isRefused: true, state: .closing),
  ]

  @Test(arguments: walks)
  func walksAsTheRepliesAsk(walk: Walk) async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      for (command, reply) in walk.dialogue { try peer.answer(command, reply) }
      guard try peer.hearEnd().isEmpty else { throw Peer.Surprise(description: "more was sent") }
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      do throws(FTPClientError) {
        let reply = try await client.login("joe", password: walk.password, account: walk.account)
        #expect(!walk.isRefused)
        #expect(reply.code == walk.code)
      } catch {
        guard case .unexpectedReply(let reply, _, _) = error, walk.isRefused else { throw error }
        #expect(reply.code == walk.code)
        #expect(!error.endsConversation)
      }
      #expect(client.state == walk.state)
      #expect(client.verdicts.isEmpty)
      client.close()
    }
  }

  @Test func aLineBreakInAPasswordIsRefused() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.answer("USER joe", "331 Password?")
      guard try peer.hearEnd().isEmpty else { throw Peer.Surprise(description: "more was sent") }
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let error = await failure {
        try await client.login("joe", password: "x\r\nDELE all")
      }
      guard case .lineBreakInCommand? = error else { throw Unexpected(error) }
      client.close()
    }
  }
}
