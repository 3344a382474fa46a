import FTPProtocol
import Testing

@Suite("The delimited fields of EPRT, 229 and EPSV")
struct ExtendedAddressTests {
  static let form = "2428:3:epsv-reply-form"

  static let replies = [
    CodecRow("Entering Extended Passive Mode (|||6446|)", ":6446"),
    CodecRow("229 Entering Extended Passive Mode (|||6446|)", ":6446"),
    CodecRow("(|||65535|)", ":65535"),
    CodecRow("(!!!6446!)", ":6446"),
    CodecRow("(###1#)", ":1"),
    CodecRow("(555644 5)", "error: too few delimiters"),
    CodecRow("(5556445)", ":644"),
    CodecRow("()))6446))", ":6446"),
    CodecRow("((((6446()", ":6446"),
    CodecRow("(aaa6446a)", ":6446"),
    CodecRow("(|||50006|).", ":50006 ~\(form)"),
    CodecRow("(|||50006|) - go ahead", ":50006 ~\(form)"),
    CodecRow("Mode (v2) is on (|||50006|)", ":50006 \(form)"),
    CodecRow("(|||50006|", ":50006 \(form)"),
    CodecRow("(|||50006|.)", ":50006 \(form)"),
    CodecRow("(||50006|)", ":50006 \(form)"),
    CodecRow("(|50006|)", ":50006 \(form)"),
    CodecRow("(|||50006)", ":50006 \(form)"),
    CodecRow("(||50006)", ":50006 \(form)"),
    CodecRow("(|!|50006|)", ":50006 \(form)"),
    CodecRow("(|||50006!)", ":50006 \(form)"),
    CodecRow("(||!50006!)", ":50006 \(form)"),
    CodecRow("|||50006|", ":50006 \(form)"),
    CodecRow("Entering |||50006|", ":50006 \(form)"),
    CodecRow("Entering |||50006", ":50006 \(form) \(form)"),
    CodecRow("(|||050006|)", ":50006 \(form)"),
    CodecRow("(|||00021|)", ":21 ~\(form)"),
    CodecRow("(|1|1.2.3.4|5|)", "1.2.3.4:5 2428:3:epsv-empty-fields"),
    CodecRow("(|2|::1|5|)", "[::1]:5 2428:3:epsv-empty-fields"),
    CodecRow("(||1.2.3.4|5|)", "1.2.3.4:5 2428:3:epsv-empty-fields"),
    CodecRow("(|1||5|)", ":5 2428:3:epsv-empty-fields"),
    CodecRow("(|2|1.2.3.4|5|)", "error: family IPv6 with the host 1.2.3.4"),
    CodecRow("(|1|x|5|)", "error: 'x', which is not an IPv4 address"),
    CodecRow("(||fe80::1%0|5|)", "error: 'fe80::1%0', which is not an IPv6 address"),
    CodecRow("(|7||5|)", "error: the unknown address family 7"),
    CodecRow("(|||0|)", "error: port 0"),
    CodecRow("(|||65536|)", "error: port 65536, which is above 65535"),
    CodecRow(
      "(|||99999999999999999999|)", "error: port 999999999999... (8 more bytes), which is above 65535"),
    CodecRow("(|||-1|)", "error: number 3 is '-1', which is not a number"),
    CodecRow("(|||+1|)", "error: number 3 is '+1', which is not a number"),
    CodecRow("(||||)", "error: number 3 is '', which is not a number"),
    CodecRow("(|||port|)", "error: number 3 is 'port', which is not a number"),
    CodecRow("(   6446 )", "error: the delimiter 32, which is outside 33 to 126"),
    CodecRow("(6446)", "error: too few delimiters"),
    CodecRow("6446", "error: too few delimiters"),
    CodecRow("Entering Extended Passive Mode", "error: no address"),
    CodecRow("", "error: no address"),
    CodecRow("(", "error: no address"),
    CodecRow("Entering Passive Mode (127,0,0,1,4,5)", "error: an address in the form of PORT and 227"),
    CodecRow("127,0,0,1,4,5", "error: an address in the form of PORT and 227"),
    CodecRow("(4,4,127,0,0,1,2,4,5)", "error: an address in the form of LPRT and 228"),
  ]

  static let arguments = [
    CodecRow("|1|132.235.1.2|6275|", "132.235.1.2:6275"),
    CodecRow("|2|1080::8:800:200C:417A|5282|", "[1080::8:800:200c:417a]:5282"),
    CodecRow("!2!::1!5282!", "[::1]:5282"),
    CodecRow("@1@0.0.0.0@5282@", "0.0.0.0:5282"),
    CodecRow("919127.0.0.1922229", "127.0.0.1:2222"),
    CodecRow("x2x::ffff:1.2.3.4x1x", "[::ffff:1.2.3.4]:1"),
    CodecRow("|1|1.2.3.4|00020|", "1.2.3.4:20 ~2428:2:eprt-port"),
    CodecRow("|1|1.2.3.4|000020|", "1.2.3.4:20 2428:2:eprt-port"),
    CodecRow(" |1|1.2.3.4|20|", "1.2.3.4:20 2428:2:eprt-fields"),
    CodecRow("|1|1.2.3.4|20", "1.2.3.4:20 2428:2:eprt-fields"),
    CodecRow("|1|1.2.3.4|20| ", "1.2.3.4:20 2428:2:eprt-fields"),
    CodecRow("|1|1.2.3.4|20|x|", "1.2.3.4:20 2428:2:eprt-fields"),
    CodecRow("", "error: no address"),
    CodecRow(" ", "error: no address"),
    CodecRow("|", "error: too few delimiters"),
    CodecRow("|1|1.2.3.4", "error: too few delimiters"),
    CodecRow("|1|1.2.3.4|", "error: number 3 is '', which is not a number"),
    CodecRow("|||20|", "error: number 1 is '', which is not a number"),
    CodecRow("|x|1.2.3.4|20|", "error: number 1 is 'x', which is not a number"),
    CodecRow("|-1|1.2.3.4|20|", "error: number 1 is '-1', which is not a number"),
    CodecRow("|3|1.2.3.4|20|", "error: the unknown address family 3"),
    CodecRow("|0|1.2.3.4|20|", "error: the unknown address family 0"),
    CodecRow("|65537|1.2.3.4|20|", "error: the unknown address family 65537"),
    CodecRow("|1|::1|20|", "error: family IPv4 with the host ::1"),
    CodecRow("|2|1.2.3.4|20|", "error: family IPv6 with the host 1.2.3.4"),
    CodecRow("|1||20|", "error: '', which is not an IPv4 address"),
    CodecRow("|1|1.2.3.256|20|", "error: '1.2.3.256', which is not an IPv4 address"),
    CodecRow("|1|localhost|20|", "error: 'localhost', which is not an IPv4 address"),
    CodecRow("|2|[::1]|20|", "error: '[::1]', which is not an IPv6 address"),
    CodecRow("|2|fe80::1%eth0|20|", "error: 'fe80::1%eth0', which is not an IPv6 address"),
    CodecRow("|1|1.2.3.4|0|", "error: port 0"),
    CodecRow("|1|1.2.3.4|65536|", "error: port 65536, which is above 65535"),
    CodecRow("|1|1.2.3.4|-1|", "error: number 3 is '-1', which is not a number"),
    CodecRow("|1|1.2.3.4|2a|", "error: number 3 is '2a', which is not a number"),
    CodecRow("|1!1.2.3.4|20|", "error: number 1 is '1!1.2.3.4', which is not a number"),
    CodecRow("\u{7F}1\u{7F}1.2.3.4\u{7F}20\u{7F}", "error: the delimiter 127, which is outside 33 to 126"),
    CodecRow("127,0,0,1,4,5", "error: an address in the form of PORT and 227"),
    CodecRow("4,4,127,0,0,1,2,4,5", "error: an address in the form of LPRT and 228"),
  ]

  @Test(arguments: replies) func reply(row: CodecRow) {
    let bytes = row.written.utf8
    let lenient = try? ExtendedAddress.read(reply: bytes)
    do { #expect(line(try ExtendedAddress.read(reply: bytes)) == row.read) } catch {
      #expect("error: \(error.reason)" == row.read)
    }
    #expect(agrees(lenient: lenient, strict: try? ExtendedAddress.read(reply: bytes, .strict)))
  }

  @Test(arguments: arguments) func argument(row: CodecRow) {
    let bytes = row.written.utf8
    let lenient = try? ExtendedAddress.read(argument: bytes, .lenient)
    do { #expect(line(try ExtendedAddress.read(argument: bytes, .lenient)) == row.read) } catch {
      #expect("error: \(error.reason)" == row.read)
    }
    #expect(agrees(lenient: lenient, strict: try? ExtendedAddress.read(argument: bytes)))
  }

  @Test(arguments: UInt8(33)...126) func everyDelimiter(delimiter: UInt8) throws {
    let address = DataAddress(host: .ipv4(IPv4Address(10, 0, 0, 1)), port: 22)
    for port in [UInt16(11), 22] where !"\(port)".utf8.contains(delimiter) {
      let bare = DataAddress(host: nil, port: port)
      let text = try ExtendedAddress.replyText(for: bare, delimiter: delimiter)
      #expect(try ExtendedAddress.read(reply: text.utf8, .strict) == Reading(bare))
    }
    guard let argument = try? ExtendedAddress.argument(for: address, delimiter: delimiter) else {
      #expect("0.12".utf8.contains(delimiter))
      return
    }
    #expect(try ExtendedAddress.read(argument: argument.utf8) == Reading(address))
  }

  @Test(arguments: [UInt8(0), 32, 127, 255]) func noOtherDelimiter(delimiter: UInt8) {
    let address = DataAddress(host: .ipv4(.loopback), port: 22)
    #expect(throws: DataAddressError(.badDelimiter(delimiter), in: .extended, .argument)) {
      try ExtendedAddress.argument(for: address, delimiter: delimiter)
    }
  }

  @Test func unknownFamiliesAreRefusedWith522() {
    #expect(DataAddressError(.unknownFamily(3), in: .extended, .argument).refusal == 522)
    #expect(DataAddressError(.unknownFamily(9), in: .long, .argument).refusal == 521)
    #expect(DataAddressError(.portZero, in: .extended, .argument).refusal == 501)
    #expect(AddressFamily.list([.ipv4, .ipv6]) == "(1,2)")
    #expect(AddressFamily.listed(in: "Network protocol not supported, use (1,2)".utf8) == [.ipv4, .ipv6])
    #expect(AddressFamily.listed(in: "use ( 1 , 2, x )".utf8) == [.ipv4, .ipv6])
    #expect(AddressFamily.listed(in: "use 1".utf8) == [])
    #expect(AddressFamily.listed(in: "use )(".utf8) == [])
  }

  @Test func epsvArguments() throws {
    #expect(try ExtendedPassiveRequest(argument: nil) == .sameFamily)
    #expect(try ExtendedPassiveRequest(argument: Array("1".utf8)) == .family(.ipv4))
    #expect(try ExtendedPassiveRequest(argument: Array("2".utf8)) == .family(.ipv6))
    #expect(try ExtendedPassiveRequest(argument: Array("3".utf8)).argument == "3")
    #expect(try ExtendedPassiveRequest(argument: Array("aLl".utf8)) == .all)
    for text in ["", " ", "1 ", "+1", "-1", "65536", "ALLE", "IPv6", "|1|"] {
      #expect(throws: ValueDeviation.self) { try ExtendedPassiveRequest(argument: Array(text.utf8)) }
    }
  }
}
