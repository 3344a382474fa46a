import FTPProtocol
import Testing

@Suite("An announced host that is not the control peer is used, replaced or refused, and reported")
struct AddressPolicyTests {
  struct Case: Sendable, CustomStringConvertible {
    let announced, peer: String
    /// Where `.use`, `.replace` and `.refuse` connect; nil for nowhere.
    let targets: [String?]
    let isReported: Bool
    var description: String { "\(announced) from \(peer)" }

    init(
      _ announced: String, from peer: String, _ use: String?, _ replace: String?, _ refuse: String?,
      _ reported: Bool
    ) {
      self.announced = announced
      self.peer = peer
      targets = [use, replace, refuse]
      isReported = reported
    }
  }

  static let cases = [
    Case(":2121", from: "192.0.2.1", "192.0.2.1:2121", "192.0.2.1:2121", "192.0.2.1:2121", false),
    Case(":2121", from: "::1", "[::1]:2121", "[::1]:2121", "[::1]:2121", false),
    Case("192.0.2.1:9", from: "192.0.2.1", "192.0.2.1:9", "192.0.2.1:9", "192.0.2.1:9", false),
    Case("192.0.2.1:9", from: "::ffff:192.0.2.1", "192.0.2.1:9", "192.0.2.1:9", "192.0.2.1:9", false),
    Case("0.0.0.0:9", from: "192.0.2.1", "192.0.2.1:9", "192.0.2.1:9", "192.0.2.1:9", true),
    Case("[::]:9", from: "2001:db8::1", "[2001:db8::1]:9", "[2001:db8::1]:9", "[2001:db8::1]:9", true),
    Case("10.0.0.1:9", from: "192.0.2.1", "10.0.0.1:9", "192.0.2.1:9", nil, true),
    Case("127.0.0.1:9", from: "192.0.2.1", "127.0.0.1:9", "192.0.2.1:9", nil, true),
    Case("127.0.0.2:9", from: "127.0.0.1", "127.0.0.2:9", "127.0.0.1:9", nil, true),
    Case("198.51.100.1:9", from: "192.0.2.1", "198.51.100.1:9", "192.0.2.1:9", nil, true),
    Case("192.0.2.7:9", from: "2001:db8::1", "192.0.2.7:9", "[2001:db8::1]:9", nil, true),
    Case("224.0.0.1:9", from: "192.0.2.1", nil, nil, nil, true),
    Case("[ff02::1]:9", from: "2001:db8::1", nil, nil, nil, true),
    Case("255.255.255.255:9", from: "192.0.2.1", nil, nil, nil, true),
  ]

  @Test(arguments: cases) func decisions(row: Case) throws {
    let announced = try #require(DataAddress(row.announced))
    let peer = try #require(IPAddress(row.peer))
    for (policy, target) in zip([AddressPolicy.use, .replace, .refuse], row.targets) {
      let decision = policy.resolve(announced, controlPeer: peer)
      #expect(decision.address?.description == target)
      #expect((decision.verdict != nil) == row.isReported)
      if let verdict = decision.verdict {
        #expect(verdict.party == .server)
        #expect(verdict.requirement == "1123:4.1.2.6:pasv-own-address")
      }
      let extended = policy.resolve(announced, controlPeer: peer, form: .extended).verdict
      #expect(extended.map(\.requirement) == (row.isReported ? "2428:3:epsv-control-address" : nil))
    }
  }

  @Test func privateHostsOfPublicPeersAreNamedAsSuch() throws {
    let announced = try #require(DataAddress("10.0.0.1:9"))
    let far = AddressPolicy.replace.resolve(announced, controlPeer: .ipv4(IPv4Address(192, 0, 2, 1)))
    let near = AddressPolicy.replace.resolve(announced, controlPeer: .ipv4(IPv4Address(10, 0, 0, 2)))
    #expect(far.verdict?.received.contains("private") == true)
    #expect(near.verdict?.received.contains("private") == false)
  }
}
