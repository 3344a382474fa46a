import FTPClient
import FTPMockServer
import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@Suite("A data connection goes where the policy says", .alsoUnderToyLayer, .endsWhenItHangs)
struct AddressPolicyTests {
  /// Announces a host with 227 while listening on another; the client then lists, if it connects at all.
  private func announce(
    _ host: [UInt8], listeningOn address: SocketAddress = .loopbackIPv4(port: 0), _ policy: AddressPolicy,
    _ body: @escaping (RawFTPClient) async throws -> Void
  ) async throws {
    try await withPeer { peer in
      try peer.admit()
      let listener = try TCPListener(on: address)
      try peer.answer("PASV", "227 Here: \(Peer.text(listener.localAddress, host: host))")
      let next = try peer.hearLine()
      guard next == "LIST" else { return try peer.say("200 \(next ?? "the end")\r\n") }
      try peer.say("150 Opening.\r\n")
      try listener.acceptData(as: .server).write(Array("a listing".utf8))
      try peer.say("226 Done.\r\n")
    } _: { address in
      try await body(try await RawFTPClient.admitted(to: address, { $0.addressPolicy = policy }))
    }
  }

  @Test(arguments: [
    ([127, 0, 0, 1], AddressPolicy.refuse, [] as [RequirementID]), ([127, 0, 0, 1], .replace, []),
    ([127, 0, 0, 1], .use, []), ([192, 0, 2, 1], .replace, ["1123:4.1.2.6:pasv-own-address"]),
    ([10, 1, 2, 3], .replace, ["1123:4.1.2.6:pasv-own-address"]),
    ([0, 0, 0, 0], .replace, ["1123:4.1.2.6:pasv-own-address"]),
    ([0, 0, 0, 0], .refuse, ["1123:4.1.2.6:pasv-own-address"]),
    ([0, 0, 0, 0], .use, ["1123:4.1.2.6:pasv-own-address"]),
  ])
  func theControlPeerIsConnected(host: [UInt8], policy: AddressPolicy, found: [RequirementID]) async throws {
    try await announce(host, policy) { client in
      let listing = try await client.passive(.pasv, "LIST")
      #expect(listing.peerAddress.hasSameHost(as: client.peerAddress))
      #expect(try await listing.readToEnd() == Array("a listing".utf8))
      try await listing.finish().expect(226)
      #expect(client.verdicts.map(\.requirement) == found)
    }
  }

  @Test func aForeignHostIsConnectedOnRequest() async throws {
    let foreign = try foreignLoopback()
    try await announce(foreign.octets, listeningOn: foreign, .use) { client in
      let listing = try await client.passive(.pasv, "LIST")
      #expect(listing.peerAddress.octets == foreign.octets)
      #expect(try await listing.readToEnd() == Array("a listing".utf8))
      try await listing.finish().expect(226)
      #expect(client.verdicts.map(\.requirement) == ["1123:4.1.2.6:pasv-own-address"])
    }
  }

  @Test(arguments: [
    ([192, 0, 2, 1], AddressPolicy.refuse), ([224, 0, 0, 1], .use), ([224, 0, 0, 1], .replace),
    ([255, 255, 255, 255], .use),
  ])
  func aHostThatIsRefusedIsNotConnected(host: [UInt8], policy: AddressPolicy) async throws {
    try await announce(host, policy) { client in
      let error = await failure { try await client.passive(.pasv, "LIST") }
      guard case .unusableAddress(let reply, _)? = error else { throw Unexpected(error) }
      #expect(reply.code == 227)
      #expect(error?.endsConversation == false)
      #expect(error?.description.contains("\(host.map { String($0) }.joined(separator: "."))") == true)
      #expect(client.verdicts.map(\.requirement) == ["1123:4.1.2.6:pasv-own-address"])
      #expect(try await client.send("NOOP").line == "200 NOOP")
    }
  }

  @Test(arguments: [
    ("PASV", "227 Entering Passive Mode"), ("PASV", "227 (1,2,3,4,5)"), ("PASV", "227 (1,2,3,4,999,1)"),
    ("EPSV", "229 Extended (|||99999|)"), ("EPSV", "229 nothing"), ("EPSV", "229 (|||0|)"),
    ("PASV", "227 (127,0,0,1,0,0)"),
  ])
  func anAddressThatCannotBeReadIsReportedAndNothingIsConnected(command: String, reply: String) async throws {
    try await withPeer { peer in
      try peer.admit()
      try peer.answer(command, reply)
      try peer.answer("NOOP", "200 OK")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let error = await failure {
        try await client.passive(command == "PASV" ? .pasv : .epsv, "LIST")
      }
      guard case .unusableAddress? = error else { throw Unexpected(error) }
      #expect(try await client.send("NOOP").code == 200)
    }
  }

  @Test func anAddressOfTheOtherFormIsReadByItsCode() async throws {
    try await withPeer { peer in
      try peer.admit()
      let listener = try TCPListener(on: .loopbackIPv4(port: 0))
      try peer.answer("EPSV", "227 \(Peer.text(listener.localAddress))")
      try peer.answer("LIST", "150 Opening.")
      listener.close()
      try peer.say("226 Done.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let listing = try await client.passive(.epsv, "LIST")
      #expect(listing.peerAddress.hasSameHost(as: address))
      #expect(try await listing.end().code == 226)
      #expect(!client.verdicts.isEmpty)
    }
  }

  @Test(arguments: [AddressPolicy.replace, .refuse, .use])
  func aStrangerOnTheListenerIsRefusedUnlessAnyoneMayCome(policy: AddressPolicy) async throws {
    let foreign = try foreignLoopback()
    try await withPeer { peer in
      try peer.admit()
      let target = try peer.answerPORT()
      let stranger = try TCPConnection.connectData(to: target, from: foreign, as: .server)
      let own = try TCPConnection.connectData(to: target, as: .server)
      try peer.answer("LIST", "150 Opening.")
      // The connection that the client does not use may be gone before it has said anything.
      try? stranger.write(Array("strange".utf8))
      try? own.write(Array("own".utf8))
      own.close()
      stranger.close()
      try peer.say("226 Done.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address, { $0.addressPolicy = policy })
      let listing = try await client.active(.port, "LIST")
      let bytes = try await listing.readToEnd()
      #expect(String(decoding: bytes, as: UTF8.self) == (policy == .use ? "strange" : "own"))
      #expect(try await listing.end().code == 226)
      #expect(client.verdicts.map(\.requirement).contains("2577:4:active-peer-checked"))
    }
  }

  /// A loopback address other than 127.0.0.1; the test is skipped if there is none.
  private func foreignLoopback() throws -> SocketAddress {
    guard let foreign = SocketAddress(octets: [127, 0, 0, 2] as [UInt8], port: 0),
      (try? TCPListener(on: foreign)) != nil
    else { try Test.cancel("this machine has no 127.0.0.2") }
    return foreign
  }
}
