import FTPProtocol
import Testing

/// What commands and their replies agree on for the next data connection.
@Suite struct DataAgreementTests {
  @Test(arguments: [
    ("PASV", "227 Entering Passive Mode (127,0,0,1,8,77).", "passive 127.0.0.1:2125", ReplyOutcome.success),
    ("EPSV", "229 Entering Extended Passive Mode (|||2125|)", "passive :2125", .success),
    ("LPSV", "228 Entering Long Passive Mode (4,4,127,0,0,1,2,8,77)", "passive 127.0.0.1:2125", .success),
    // The code alone shows what was announced.
    ("EPSV", "227 Entering Passive Mode (127,0,0,1,8,77).", "passive 127.0.0.1:2125", .success),
    ("SITE PASV", "227 Entering Passive Mode (127,0,0,1,8,77).", "passive 127.0.0.1:2125", .success),
    ("EPSV ALL", "200 Done.", "none", .success), ("EPSV", "500 What?", "none", .failure),
    ("PASV", "227 No address.", "passive nothing", .success),
    ("PORT 127,0,0,1,8,77", "200 Done.", "active 127.0.0.1:2125", .success),
    ("EPRT |2|::1|2125|", "200 Done.", "active [::1]:2125", .success),
    ("LPRT 4,4,127,0,0,1,2,8,77", "200 Done.", "active 127.0.0.1:2125", .success),
    ("PORT 127,0,0,1,8,77", "500 No.", "none", .failure), ("PORT 1,2", "200 Done.", "none", .success),
    ("NOOP", "200 Done.", "before", .success), ("NOOP", "500 No.", "before", .failure),
  ])
  func agree(_ line: String, _ text: String, _ expected: String, _ box: ReplyOutcome) throws {
    let before = DataAgreement.active(DataAddress(host: nil, port: 1))
    var agreement = before
    let command = try #require(Command(parsing: line))
    let reply = try #require(Reply(parsing: text + "\r\n"))
    #expect(agreement.take(reply, to: command) == box)
    let found =
      switch agreement {
      case .none: "none"
      case before: "before"
      case .active(let address): "active \(address)"
      case .passive(let reply):
        "passive \((try? AnnouncedAddress(reply).address)?.description ?? "nothing")"
      }
    #expect(found == expected)
  }

  @Test(arguments: AddressForm.allCases)
  func asks(_ form: AddressForm) throws {
    let address = DataAddress(host: .ipv4(IPv4Address(127, 0, 0, 1)), port: 2125)
    let passive = DataAgreement.command(asking: form)
    let active = try DataAgreement.command(telling: address, in: form)
    #expect(passive.verb == form.passiveVerb && passive.argument == nil)
    #expect(DataAgreement.code(agreeingTo: passive.verb) == form.replyCode)
    #expect(DataAgreement.code(agreeingTo: active.verb) == 200)
    var agreement = DataAgreement.none
    agreement.take(try #require(Reply(parsing: "200 Done.\r\n")), to: active)
    #expect(agreement == .active(address))
  }

  @Test func asksForNothingElse() {
    #expect(DataAgreement.code(agreeingTo: .noop) == nil)
    let address = DataAddress(host: .ipv6(IPv6Address(high: 0, low: 1)), port: 2125)
    #expect(throws: DataAddressError.self) { try DataAgreement.command(telling: address, in: .port) }
  }
}
