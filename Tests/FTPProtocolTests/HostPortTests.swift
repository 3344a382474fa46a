import FTPProtocol
import Testing

@Suite("The six numbers of PORT and 227")
struct HostPortTests {
  static let replies = [
    CodecRow("Entering Passive Mode (127,0,0,1,4,5).", "127.0.0.1:1029"),
    CodecRow("227 Entering Passive Mode (127,0,0,1,4,5).", "127.0.0.1:1029"),
    CodecRow("(127,0,0,1,4,5)", "127.0.0.1:1029"),
    CodecRow("Entering Passive Mode (255,255,255,254,255,255)", "255.255.255.254:65535"),
    CodecRow("Entering Passive Mode (10,0,0,1,0,21)", "10.0.0.1:21"),
    CodecRow("1,2,3,4,5,6", "1.2.3.4:1286 ~1123:4.1.2.6:scan-digits"),
    CodecRow("Entering Passive Mode 1,2,3,4,5,6", "1.2.3.4:1286 ~1123:4.1.2.6:scan-digits"),
    CodecRow("Entering Passive Mode. 1,2,3,4,5,6.", "1.2.3.4:1286 ~1123:4.1.2.6:scan-digits"),
    CodecRow("=1,2,3,4,5,6", "1.2.3.4:1286 ~1123:4.1.2.6:scan-digits"),
    CodecRow("Passive:1,2,3,4,5,6", "1.2.3.4:1286 ~1123:4.1.2.6:scan-digits"),
    CodecRow("[1,2,3,4,5,6]", "1.2.3.4:1286 ~1123:4.1.2.6:scan-digits"),
    CodecRow("Passive (1,2,3,4,5,6", "1.2.3.4:1286 ~1123:4.1.2.6:scan-digits"),
    CodecRow("Passive ( 1,2,3,4,5,6 )", "1.2.3.4:1286 ~1123:4.1.2.6:scan-digits"),
    CodecRow("Passive mode on host-1,2,3,4,5,6", "1.2.3.4:1286 ~1123:4.1.2.6:scan-digits"),
    CodecRow("Entering Passive Mode v2 (127,0,0,1,4,5)", "127.0.0.1:1029 ~1123:4.1.2.6:scan-digits"),
    CodecRow("At 12:30:45, 7 users (127,0,0,1,4,5)", "127.0.0.1:1029 ~1123:4.1.2.6:scan-digits"),
    CodecRow("modes 1, 2 (127,0,0,1,4,5)", "127.0.0.1:1029 ~1123:4.1.2.6:scan-digits"),
    CodecRow("modes 1,2,3,4,5 (127,0,0,1,4,5)", "127.0.0.1:1029 ~1123:4.1.2.6:scan-digits"),
    CodecRow("(127,0,0,1,4,5) and 6,7,8,9,10,11", "127.0.0.1:1029"),
    CodecRow("(127, 0, 0, 1, 4, 5)", "127.0.0.1:1029 959:5.3:host-port-form"),
    CodecRow("(127 ,0,0,1,4\t,5)", "127.0.0.1:1029 959:5.3:host-port-form"),
    CodecRow("(127,0,0,1,4,5,)", "127.0.0.1:1029 ~1123:4.1.2.6:scan-digits 959:5.3:host-port-form"),
    CodecRow("(127,000,000,001,004,005)", "127.0.0.1:1029 ~959:5.3:host-port-form"),
    CodecRow("(127,0,0,0001,4,5)", "127.0.0.1:1029 959:5.3:host-port-form"),
    CodecRow("(0,0,0,0,4,5)", "0.0.0.0:1029 1123:4.1.2.6:pasv-own-address"),
    CodecRow("(0,0,0,7,4,5)", "0.0.0.7:1029 1123:4.1.2.6:pasv-own-address"),
    CodecRow("", "error: no address"),
    CodecRow("Entering Passive Mode", "error: no address"),
    CodecRow("227 Entering Passive Mode", "error: no address"),
    CodecRow("Entering Passive Mode (h1,h2,h3,h4,p1,p2)", "error: no address"),
    CodecRow("(127,0,0,1,0,0)", "error: port 0"),
    CodecRow("(256,0,0,1,4,5)", "error: number 1 is 256, which is above 255"),
    CodecRow("(127,0,0,1,4,256)", "error: number 6 is 256, which is above 255"),
    CodecRow("(127,0,0,1,8192,5)", "error: number 5 is 8192, which is above 255"),
    CodecRow(
      "(127,0,0,1,4,99999999999999999999999)",
      "error: number 6 is 999999999999... (11 more bytes), which is above 255"),
    CodecRow(
      "(127,0,0,1,18446744073709551620,5)",
      "error: number 5 is 184467440737... (8 more bytes), which is above 255"),
    CodecRow("(2,233,252)", "error: 3 of 6 numbers"),
    CodecRow("(127,0,0,1,4)", "error: 5 of 6 numbers"),
    CodecRow("(127,0,0,1,4,5,6)", "error: 7 numbers instead of 6"),
    CodecRow("1,2,3,4,5,6,7,8", "error: 8 numbers instead of 6"),
    CodecRow("(-127,0,0,1,4,5)", "error: number 1 is '-127', which is not a number"),
    CodecRow("(127,0,0,+1,4,5)", "error: number 4 is '+1', which is not a number"),
    CodecRow("(127,0,0,1,4,-5)", "error: number 6 is '-5', which is not a number"),
    CodecRow("(127,0,,1,4,5)", "error: number 3 is '', which is not a number"),
    CodecRow("(127,0,x,1,4,5)", "error: number 3 is 'x', which is not a number"),
    CodecRow("(127.0.0.1,4,5)", "error: 3 of 6 numbers"),
    CodecRow("(::1,4,5)", "error: an IPv6 address among the numbers"),
    CodecRow("(2001:db8::1,4,5)", "error: an IPv6 address among the numbers"),
    CodecRow("(fe80::7,1,2,3,4,5)", "error: an IPv6 address among the numbers"),
    CodecRow("(|||6446|)", "error: an address in the form of EPRT and 229"),
    CodecRow("Entering Extended Passive Mode (|||6446|)", "error: an address in the form of EPRT and 229"),
    CodecRow("(4,4,127,0,0,1,2,4,5)", "error: an address in the form of LPRT and 228"),
  ]

  static let arguments = [
    CodecRow("127,0,0,1,4,5", "127.0.0.1:1029"),
    CodecRow("0,0,0,0,4,5", "0.0.0.0:1029"),
    CodecRow("10,0,0,1,4,0", "10.0.0.1:1024"),
    CodecRow("255,255,255,255,255,255", "255.255.255.255:65535"),
    CodecRow(" 127,0,0,1,4,5", "127.0.0.1:1029 ~959:5.3:separator-spaces"),
    CodecRow("127,000,0,01,4,5", "127.0.0.1:1029 ~959:5.3:host-port-form"),
    CodecRow("127,0,0,1,4,5 ", "127.0.0.1:1029 959:5.3:host-port-form"),
    CodecRow("127,0,0,1,4,5,", "127.0.0.1:1029 959:5.3:host-port-form"),
    CodecRow("127,0,0,1,4,5 x", "127.0.0.1:1029 959:5.3:host-port-form"),
    CodecRow("127, 0,0,1,4,5", "127.0.0.1:1029 959:5.3:host-port-form"),
    CodecRow("(127,0,0,1,4,5)", "127.0.0.1:1029 959:5.3:host-port-form"),
    CodecRow("127,0,0,1,4,0005", "127.0.0.1:1029 959:5.3:host-port-form"),
    CodecRow("127,0,0,1,0,0", "error: port 0"),
    CodecRow("", "error: no address"),
    CodecRow("  ", "error: no address"),
    CodecRow("1,2,3", "error: 3 of 6 numbers"),
    CodecRow("1,2,3,4,5,6,7", "error: 7 numbers instead of 6"),
    CodecRow("300,1,1,1,1,1", "error: number 1 is 300, which is above 255"),
    CodecRow("1,1,1,1,1,256", "error: number 6 is 256, which is above 255"),
    CodecRow("1,1,1,1,1,4294967297", "error: number 6 is 4294967297, which is above 255"),
    CodecRow("a,b,c,d,e,f", "error: number 1 is 'a', which is not a number"),
    CodecRow("-1,2,3,4,5,6", "error: number 1 is '-1', which is not a number"),
    CodecRow("1,2,3,4,5,+6", "error: number 6 is '+6', which is not a number"),
    CodecRow("1,2,,4,5,6", "error: number 3 is '', which is not a number"),
    CodecRow("1,2,3x,4,5,6", "error: number 3 is '3x', which is not a number"),
    CodecRow("1.2.3.4,5,6", "error: number 1 is '1.2.3.4', which is not a number"),
    CodecRow("x1,2,3,4,5,6", "error: number 1 is 'x1', which is not a number"),
    CodecRow("::1,5,6", "error: an IPv6 address among the numbers"),
    CodecRow("|1|127.0.0.1|1029|", "error: an address in the form of EPRT and 229"),
    CodecRow("4,4,127,0,0,1,2,4,5", "error: 9 numbers instead of 6"),
  ]

  @Test(arguments: replies) func reply(row: CodecRow) {
    #expect(read(reply: row.written.utf8, .lenient) == row.read)
    #expect(
      agrees(
        lenient: try? HostPort.read(reply: row.written.utf8, .lenient),
        strict: try? HostPort.read(reply: row.written.utf8, .strict)))
  }

  @Test(arguments: arguments) func argument(row: CodecRow) {
    let lenient = try? HostPort.read(argument: row.written.utf8, .lenient)
    #expect(read(argument: row.written.utf8, .lenient) == row.read)
    #expect(agrees(lenient: lenient, strict: try? HostPort.read(argument: row.written.utf8)))
  }

  @Test func wordsAroundAReplyDoNotMatter() throws {
    let address = DataAddress(host: .ipv4(.loopback), port: 2121)
    let text = Array(try HostPort.replyText(for: address).utf8)
    let head = text.prefix { $0 != 0x31 }.count
    for cut in 0...head {
      for tail in ["", "\r\n", " 9", "\u{0}", "\r\n226 1,2,3"] {
        #expect(try HostPort.read(reply: text[cut...] + Array(tail.utf8)).value == address)
      }
    }
  }

  @Test func everyCutOfAnAddressIsAnErrorOrAShorterNumber() {
    let text = Array("127,0,0,1,4,56".utf8)
    for cut in 0..<text.count - 1 {
      #expect(throws: DataAddressError.self) { try HostPort.read(argument: text[..<cut]) }
    }
    #expect((try? HostPort.read(argument: text.dropLast()))?.value.port == 1029)
  }

  @Test(arguments: [DataAddress(host: nil, port: 1), DataAddress(host: .ipv6(.loopback), port: 1)])
  func onlyIPv4CanBeWritten(address: DataAddress) {
    #expect(throws: DataAddressError(.notExpressible(address), in: .hostPort, .argument)) {
      try HostPort.argument(for: address)
    }
  }

  @Test func mappedHostsAreWrittenAsIPv4() throws {
    let address = try #require(DataAddress("[::ffff:192.0.2.7]:258"))
    #expect(try HostPort.argument(for: address) == "192,0,2,7,1,2")
  }

  @Test func errorsNameWhoErredAndWhatToAnswer() {
    #expect(throws: DataAddressError(.portZero, in: .hostPort, .argument)) {
      try HostPort.read(argument: "1,2,3,4,0,0".utf8)
    }
    let error = DataAddressError(.portZero, in: .hostPort, .argument)
    #expect(error.party == .client)
    #expect(error.refusal == 501)
    #expect(error.verdict.requirement == "959:4.1.2:port-malformed")
    #expect(DataAddressError(.noAddress, in: .hostPort, .reply).requirement == "959:4.1.2:pasv-listens")
  }

  private func read(reply: some Collection<UInt8>, _ leniency: Leniency) -> String {
    do { return line(try HostPort.read(reply: reply, leniency)) } catch { return "error: \(error.reason)" }
  }

  private func read(argument: some Collection<UInt8>, _ leniency: Leniency) -> String {
    do { return line(try HostPort.read(argument: argument, leniency)) } catch {
      return "error: \(error.reason)"
    }
  }
}
