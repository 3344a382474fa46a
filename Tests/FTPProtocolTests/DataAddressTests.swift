import FTPProtocol
import TestSupport
import Testing

@Suite("A data address is an optional host and a port")
struct DataAddressTests {
  @Test(arguments: ["192.0.2.1:20", "[::1]:65535", ":2121", "0.0.0.0:0", "[2001:db8::1]:1"])
  func textForm(text: String) {
    #expect(DataAddress(text)?.description == text)
  }

  @Test(arguments: [
    "", "1.2.3.4", "1.2.3.4:", "1.2.3.4:65536", "1.2.3.4:-1", "::1:20", "[]:1", "[1.2.3.4]:1", "x:1",
    "1.2.3.4:000001",
  ])
  func refused(text: String) {
    #expect(DataAddress(text) == nil)
  }

  @Test func kindsAreThoseOfTheHost() {
    #expect(DataAddress("127.0.0.1:1")?.isLoopback == true)
    #expect(DataAddress("10.0.0.1:1")?.isPrivate == true)
    #expect(DataAddress("0.0.0.0:1")?.isUnspecified == true)
    #expect(DataAddress("[ff02::1]:1")?.isMulticast == true)
    let bare = DataAddress(host: nil, port: 1)
    #expect(!bare.isLoopback && !bare.isPrivate && !bare.isUnspecified && !bare.isMulticast)
  }

  @Test(arguments: AddressForm.allCases) func formsAreToldByCodeAndByVerb(form: AddressForm) {
    #expect(AddressForm(announcedBy: form.replyCode) == form)
    #expect(AddressForm(verb: form.activeVerb) == form)
    #expect(AddressForm(verb: form.passiveVerb) == form)
    #expect(AddressForm(announcedBy: 226) == nil)
    #expect(AddressForm(verb: "RETR") == nil)
  }

  @Test(arguments: AddressForm.allCases) func whatIsWrittenIsReadBack(form: AddressForm) throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let four = IPAddress.ipv4(IPv4Address(rawValue: .random(in: 0x0100_0000 ... .max, using: &random)))
      let six = IPAddress.ipv6(
        IPv6Address(
          high: .random(in: 0 ... .max, using: &random), low: .random(in: 0 ... .max, using: &random)))
      let host = form != .hostPort && Bool.random(using: &random) ? six : four
      let address = DataAddress(host: host, port: .random(in: 1 ... .max, using: &random))
      let argument = try form.argument(for: address)
      #expect(try form.read(argument: argument.utf8) == Reading(address))
      let reply = try form.read(reply: form.replyText(for: address).utf8, .strict)
      let announced = form == .extended ? DataAddress(host: nil, port: address.port) : address
      #expect(reply.value == announced)
      #expect(reply.notes.isEmpty)
    }
  }

  @Test(.computing, arguments: AddressForm.allCases) func randomTextNeverTraps(form: AddressForm) {
    var random = SeededGenerator(seed: 4)
    let alphabet = Array("0123456789,,,,((()))||||:. -+=\t".utf8)
    let seeds = [
      "Passive (127,0,0,1,4,5).", "|1|127.0.0.1|77|", "x (|||6446|)", "4,4,127,0,0,1,2,4,5", "|2|::1|9|",
    ]
    for round in 0..<Thoroughness.rounds(20_000) {
      let seed = Array((seeds.randomElement(using: &random) ?? "").utf8)
      let bytes =
        round.isMultiple(of: 2)
        ? random.bytes(upTo: 40, from: alphabet) : random.mutated(seed, with: alphabet)
      let argument = try? form.read(argument: bytes, .lenient)
      #expect(agrees(lenient: argument, strict: try? form.read(argument: bytes, .strict)))
      let reply = try? form.read(reply: bytes, .lenient)
      #expect(agrees(lenient: reply, strict: try? form.read(reply: bytes, .strict)))
      #expect(argument?.value.port != 0 && reply?.value.port != 0)
      let padded = [0x20, 0x31] + bytes
      #expect((try? form.read(reply: padded[2...], .lenient)) == reply)
    }
  }
}
