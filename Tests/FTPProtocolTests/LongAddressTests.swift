import FTPProtocol
import Testing

@Suite("The counted numbers of LPRT and 228")
struct LongAddressTests {
  static let six = "6,16,32,1,13,184,0,0,0,0,0,0,0,0,0,0,0,1,2,4,5"

  static let rows = [
    CodecRow("4,4,127,0,0,1,2,4,5", "127.0.0.1:1029"),
    CodecRow(six, "[2001:db8::1]:1029"),
    CodecRow("4,4,127,000,0,1,2,4,5", "127.0.0.1:1029 ~1639:2:lprt-form"),
    CodecRow("4,4,127,0,0,1,2,4,0005", "127.0.0.1:1029 1639:2:lprt-form"),
    CodecRow("4, 4, 127,0,0,1,2,4,5", "127.0.0.1:1029 1639:2:lprt-form"),
    CodecRow(" 4,4,127,0,0,1,2,4,5", "127.0.0.1:1029 ~959:5.3:separator-spaces"),
    CodecRow("4,4,127,0,0,1,2,4,5 x", "127.0.0.1:1029 1639:2:lprt-form"),
    CodecRow("", "error: no address"),
    CodecRow("4", "error: 1 of 9 numbers"),
    CodecRow("4,4", "error: 2 of 9 numbers"),
    CodecRow("4,4,127,0,0,1", "error: 6 of 9 numbers"),
    CodecRow("4,4,127,0,0,1,2", "error: 7 of 9 numbers"),
    CodecRow("4,4,127,0,0,1,2,4", "error: 8 of 9 numbers"),
    CodecRow("4,4,127,0,0,1,2,4,5,6", "error: 10 numbers instead of 9"),
    CodecRow("4,16,127,0,0,1,2,4,5", "error: host length 16 instead of 4"),
    CodecRow("4,0,2,4,5", "error: host length 0 instead of 4"),
    CodecRow("6,4,127,0,0,1,2,4,5", "error: host length 4 instead of 16"),
    CodecRow("4,4,127,0,0,1,4,0,0,4,5", "error: port length 4 instead of 2"),
    CodecRow("4,4,127,0,0,1,0", "error: port length 0 instead of 2"),
    CodecRow("6,16,1,2,3,4,5,6,7,8", "error: 10 of 21 numbers"),
    CodecRow(six + ",6", "error: 22 numbers instead of 21"),
    CodecRow("5,4,127,0,0,1,2,4,5", "error: the unknown address family 5"),
    CodecRow("0,4,127,0,0,1,2,4,5", "error: the unknown address family 0"),
    CodecRow("256,4,127,0,0,1,2,4,5", "error: number 1 is 256, which is above 255"),
    CodecRow("4,4,127,0,0,999,2,4,5", "error: number 6 is 999, which is above 255"),
    CodecRow("4,4,-127,0,0,1,2,4,5", "error: number 3 is '-127', which is not a number"),
    CodecRow("4,4,x,0,0,1,2,4,5", "error: number 3 is 'x', which is not a number"),
    CodecRow("4,4,127,0,0,1,2,4,", "error: number 9 is '', which is not a number"),
    CodecRow("4x,4,127,0,0,1,2,4,5", "error: number 1 is '4x', which is not a number"),
    CodecRow("IP,4,127,0,0,1,2,4,5", "error: number 1 is 'IP', which is not a number"),
    CodecRow("4,4,127,0,0,1,2,0,0", "error: port 0"),
    CodecRow("127,0,0,1,4,5", "error: an address in the form of PORT and 227"),
    CodecRow("|1|127.0.0.1|1029|", "error: an address in the form of EPRT and 229"),
  ]

  static let replies = [
    CodecRow("Entering Long Passive Mode (4,4,127,0,0,1,2,4,5)", "127.0.0.1:1029"),
    CodecRow("228 Entering Long Passive Mode (4, 4, 127, 0, 0, 1, 2, 4, 5)", "127.0.0.1:1029"),
    CodecRow("v2 (\(six))", "[2001:db8::1]:1029"),
    CodecRow(six, "[2001:db8::1]:1029 1639:3:lpsv-228"),
    CodecRow("(4,4,0,0,0,0,2,4,5)", "0.0.0.0:1029 1123:4.1.2.6:pasv-own-address"),
    CodecRow("(4,4,127,0,0,1,2,-4,5)", "error: number 8 is '-4', which is not a number"),
    CodecRow("(9,4,127,0,0,1,2,4,5)", "error: the unknown address family 9"),
    CodecRow("(127,0,0,1,4,5)", "error: an address in the form of PORT and 227"),
    CodecRow("(|||6446|)", "error: an address in the form of EPRT and 229"),
    CodecRow("Entering Long Passive Mode", "error: no address"),
    CodecRow("", "error: no address"),
  ]

  @Test(arguments: rows) func argument(row: CodecRow) {
    let bytes = row.written.utf8
    let lenient = try? LongAddress.read(argument: bytes, .lenient)
    do { #expect(line(try LongAddress.read(argument: bytes, .lenient)) == row.read) } catch {
      #expect("error: \(error.reason)" == row.read)
    }
    #expect(agrees(lenient: lenient, strict: try? LongAddress.read(argument: bytes)))
  }

  @Test(arguments: replies) func reply(row: CodecRow) {
    let bytes = row.written.utf8
    let lenient = try? LongAddress.read(reply: bytes)
    do { #expect(line(try LongAddress.read(reply: bytes)) == row.read) } catch {
      #expect("error: \(error.reason)" == row.read)
    }
    #expect(agrees(lenient: lenient, strict: try? LongAddress.read(reply: bytes, .strict)))
  }
}
