import FTPProtocol
import Testing

@Suite("A passive reply is read by its code and its last line")
struct AnnouncedAddressTests {
  @Test(arguments: [
    ("227 Entering Passive Mode (127,0,0,1,4,5).\r\n", AddressForm.hostPort, "127.0.0.1:1029"),
    ("229 Extended (|||1029|)\r\n", .extended, ":1029"),
    ("228 Long (4,4,127,0,0,1,2,4,5)\r\n", .long, "127.0.0.1:1029"),
    ("227 =127,0,0,1,4,5\r\n", .hostPort, "127.0.0.1:1029 ~1123:4.1.2.6:scan-digits"),
    ("227 (127,0,0,1,4,5)\r\n", .extended, "127.0.0.1:1029 2428:3:epsv-229"),
    ("229 (|||1029|)\r\n", .hostPort, ":1029 959:4.1.2:pasv-listens"),
    ("229 (|||1029|)\r\n", .long, ":1029 1639:3:lpsv-228"),
    ("227-text\r\n227 (127,0,0,1,4,5)\r\n", .hostPort, "127.0.0.1:1029 ~2389:2.2:any-reply-multiline"),
    (
      "227-(1,1,1,1,1,1)\r\n227 (127,0,0,1,4,5)\r\n", .hostPort,
      "127.0.0.1:1029 ~2389:2.2:any-reply-multiline"
    ),
    ("227-(127,0,0,1,4,5)\r\n227 End\r\n", .hostPort, "127.0.0.1:1029 ~2389:2.2:any-reply-multiline"),
    ("227-a\r\n (127,0,0,1,4,5)\r\n227 End\r\n", .hostPort, "127.0.0.1:1029 ~2389:2.2:any-reply-multiline"),
    ("stray 1,2,3,4,5,6\r\n227 no\r\n", .hostPort, "error: no address"),
    ("227-(127,0,0,1,4,5)\r\n227 (1,2)\r\n", .hostPort, "error: 2 of 6 numbers"),
    ("227 (|||1029|)\r\n", .hostPort, "error: an address in the form of EPRT and 229"),
    ("229 (127,0,0,1,4,5)\r\n", .extended, "error: an address in the form of PORT and 227"),
    ("200 (127,0,0,1,4,5)\r\n", .hostPort, "error: no address"),
    ("502 No.\r\n", .extended, "error: no address"),
  ]) func replies(text: String, asked: AddressForm, expected: String) throws {
    let reply = try #require(Reply(parsing: text))
    let lenient = try? AnnouncedAddress(reply, askedFor: asked).reading
    let strict = try? AnnouncedAddress(reply, askedFor: asked, .strict).reading
    do { #expect(line(try AnnouncedAddress(reply, askedFor: asked).reading) == expected) } catch {
      #expect("error: \(error.reason)" == expected)
    }
    #expect(agrees(lenient: lenient, strict: strict))
  }
}
