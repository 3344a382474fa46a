import FTPClient
import Testing

@testable import ftpraw

@Suite("A server URL is split into its parts, or rejected with the reason")
struct ServerURLTests {
  struct Good: Sendable, CustomTestStringConvertible {
    let text: String
    var user: String?
    var password: String?
    let host: String
    var port: UInt16 = 21
    var description: String?

    var testDescription: String { text }
  }

  static let good: [Good] = [
    Good(text: "ftp://localhost", host: "localhost", description: "ftp://localhost:21"),
    Good(text: "ftp://localhost/", host: "localhost"),
    Good(text: "ftp://localhost:2121", host: "localhost", port: 2121),
    Good(text: "ftp://localhost:2121/", host: "localhost", port: 2121),
    Good(text: "FTP://localhost", host: "localhost"),
    Good(text: "localhost", host: "localhost"),
    Good(text: "localhost:2121", host: "localhost", port: 2121),
    Good(text: "ftp.example.org", host: "ftp.example.org"),
    Good(text: "under_score.example.org.", host: "under_score.example.org."),
    Good(text: "127.0.0.1:1", host: "127.0.0.1", port: 1),
    Good(text: "ftp://h:65535", host: "h", port: 65535),
    Good(text: "ftp://h:0021", host: "h", port: 21),
    Good(text: "ftp://xn--bcher-kva.example", host: "xn--bcher-kva.example"),
    Good(
      text: "ftp://anonymous@127.0.0.1:2121", user: "anonymous", host: "127.0.0.1", port: 2121,
      description: "ftp://anonymous@127.0.0.1:2121"),
    Good(
      text: "ftp://anna:secret@host", user: "anna", password: "secret", host: "host",
      description: "ftp://anna:***@host:21"),
    Good(text: "anna:secret@host:2121", user: "anna", password: "secret", host: "host", port: 2121),
    Good(text: "ftp://anna:@host", user: "anna", password: "", host: "host"),
    Good(text: "ftp://a:b:c@host", user: "a", password: "b:c", host: "host"),
    Good(
      text: "ftp://anonymous:me@example.org@host", user: "anonymous", password: "me@example.org",
      host: "host"),
    Good(text: "ftp://me@example.org@host", user: "me@example.org", host: "host"),
    Good(
      text: "ftp://a%40b:c%3Ad%2fe@host", user: "a@b", password: "c:d/e", host: "host",
      description: "ftp://a%40b:***@host:21"),
    Good(text: "ftp://J%C3%BCrgen@host", user: "J\u{FC}rgen", host: "host"),
    Good(text: "ftp://two words:pass word@host", user: "two words", password: "pass word", host: "host"),
    Good(text: "ftp://a%25b@host", user: "a%b", host: "host"),
    Good(text: "ftp://a%09b@host", user: "a\tb", host: "host"),
    Good(text: "ftp://[::1]", host: "::1", description: "ftp://[::1]:21"),
    Good(text: "ftp://[::1]:2121/", host: "::1", port: 2121, description: "ftp://[::1]:2121"),
    Good(text: "[::1]:2121", host: "::1", port: 2121),
    Good(text: "ftp://u@[2001:db8::a]:2121", user: "u", host: "2001:db8::a", port: 2121),
    Good(text: "ftp://[::]", host: "::"),
    Good(text: "ftp://[1:2:3:4:5:6:7:8]", host: "1:2:3:4:5:6:7:8"),
    Good(text: "ftp://[1:2:3:4:5:6:7::]", host: "1:2:3:4:5:6:7::"),
    Good(text: "ftp://[::ffff:127.0.0.1]", host: "::ffff:127.0.0.1"),
    Good(text: "ftp://[fe80::1%25eth0]", host: "fe80::1%eth0"),
    Good(text: "ftp://[fe80::1%eth0]:21", host: "fe80::1%eth0"),
    Good(text: "ftp://[fe80::1%2]", host: "fe80::1%2"),
  ]

  @Test(arguments: good)
  func reads(_ row: Good) throws {
    let url = try ServerURL(row.text)
    #expect(url.user == row.user.map { Array($0.utf8) })
    #expect(url.password == row.password.map { Array($0.utf8) })
    #expect(url.host == row.host)
    #expect(url.port == row.port)
    if let description = row.description { #expect(url.description == description) }
  }

  @Test(
    arguments: [
      ("ftp://h", nil, 21, "ftp://h:21"), ("h:990", nil, 990, "ftp://h:990"),
      ("ftps://u:p@h", .implicit, 990, "ftps://u:***@h:990"),
      ("FTPS://h:2121/", .implicit, 2121, "ftps://h:2121"),
      ("ftpes://[::1]", .explicit, 21, "ftpes://[::1]:21"),
    ] as [(String, ClientTLS.Mode?, UInt16, String)])
  func schemesSayWhenTLSIsSpoken(text: String, mode: ClientTLS.Mode?, port: UInt16, shown: String) throws {
    let url = try ServerURL(text, overTLS: true)
    #expect(url.security == mode && url.port == port && url.description == shown)
  }

  @Test func keepsBytesThatAreNotUTF8() throws {
    #expect(try ServerURL("ftp://%e9%ff@host").user == [0xE9, 0xFF])
  }

  @Test(arguments: [
    ("", "the host is empty"), ("ftp://", "the host is empty"), ("ftp:///", "the host is empty"),
    ("ftp://u@", "the host is empty"), ("ftp://:2121", "the host is empty"), (":2121", "the host is empty"),
    ("http://x", "only ftp:// URLs are supported"),
    ("ftps://x", "FTP over TLS is not supported here; use ftp://"),
    ("FTPES://u:p@x", "FTP over TLS is not supported here; use ftp://"),
    ("://x", "only ftp:// URLs are supported"), ("sftp://u:p@x", "only ftp:// URLs are supported"),
    ("ftp://@host", "the user name is empty"), ("ftp://:secret@host", "the user name is empty"),
    ("ftp://host:", "the port after ':' is missing"), ("host:/", "the port after ':' is missing"),
    ("host:0", "'0' is not a port from 1 to 65535"), ("host:65536", "'65536' is not a port from 1 to 65535"),
    ("host:-1", "the part after ':' is not a port from 1 to 65535"),
    ("host:+1", "the part after ':' is not a port from 1 to 65535"),
    ("host:21x", "the part after ':' is not a port from 1 to 65535"),
    ("host: 21", "the part after ':' is not a port from 1 to 65535"),
    ("host:99999999999999999999", "'99999999999999999999' is not a port from 1 to 65535"),
    ("ftp://host/pub", "a path is not used here; send CWD or name it in the command"),
    ("ftp://host//", "a path is not used here; send CWD or name it in the command"),
    ("ftp://host/;type=i", "a path is not used here; send CWD or name it in the command"),
    ("ftp://host?x", "a path is not used here; send CWD or name it in the command"),
    ("ftp://host#x", "a path is not used here; send CWD or name it in the command"),
    ("ftp://u:se/cret@host", "write '/' as %2F, '?' as %3F and '#' as %23 in a user name or a password"),
    ("ftp://u:se?cret@host", "write '/' as %2F, '?' as %3F and '#' as %23 in a user name or a password"),
    ("ftp://u%0d%0aDELE x@host", "a CR, LF or NUL in the user name is refused"),
    ("ftp://u:a%0Ab@host", "a CR, LF or NUL in the password is refused"),
    ("ftp://u:a%00@host", "a CR, LF or NUL in the password is refused"),
    ("ftp://u:a\nb@host", "a CR, LF or NUL in the password is refused"),
    ("ftp://u%@host", "two hexadecimal digits must follow a '%' in the user name"),
    ("ftp://u%4@host", "two hexadecimal digits must follow a '%' in the user name"),
    ("ftp://u:%zz@host", "two hexadecimal digits must follow a '%' in the password"),
    ("::1", "an IPv6 address must be in brackets: [::1]:2121"),
    ("ftp://fe80::1", "an IPv6 address must be in brackets: [::1]:2121"),
    ("ftp://[::1", "the ']' after the IPv6 address is missing"),
    ("ftp://[::1]21", "only a port may follow the ']' of an IPv6 address"),
    ("ftp://[::1]:", "the port after ':' is missing"),
    ("ftp://[]", "'' is not an IPv6 address"), ("ftp://[1:2]", "'1:2' is not an IPv6 address"),
    ("ftp://[127.0.0.1]", "'127.0.0.1' is not an IPv6 address"),
    ("ftp://[:::]", "':::' is not an IPv6 address"), ("ftp://[1::2::3]", "'1::2::3' is not an IPv6 address"),
    ("ftp://[1:2:3:4:5:6:7:8:9]", "'1:2:3:4:5:6:7:8:9' is not an IPv6 address"),
    ("ftp://[1:2:3:4:5:6:7:8::]", "'1:2:3:4:5:6:7:8::' is not an IPv6 address"),
    ("ftp://[::12345]", "'::12345' is not an IPv6 address"), ("ftp://[::g]", "'::g' is not an IPv6 address"),
    ("ftp://[::1.2.3.256]", "'::1.2.3.256' is not an IPv6 address"),
    ("ftp://[::1:]", "'::1:' is not an IPv6 address"), ("ftp://[:1::]", "':1::' is not an IPv6 address"),
    ("ftp://[fe80::1%]", "the zone after the '%' of the IPv6 address cannot be used"),
    ("ftp://[fe80::1%a b]", "the zone after the '%' of the IPv6 address cannot be used"),
    ("two words", "a host name cannot contain ' '"), ("ho%73t", "a host name cannot contain '%'"),
    ("a\r\nb", "a host name cannot contain '\r\n'"), ("-s,", "a host name cannot contain ','"),
    ("b\u{FC}cher.example", "a host name is ASCII; write an international one in its xn-- form"),
    (String(repeating: "a", count: 254), "the host is longer than 253 characters"),
  ])
  func refuses(text: String, reason: String) {
    #expect(throws: ArgumentValueError(reason)) { try ServerURL(text) }
  }

  @Test func neverShowsThePassword() throws {
    let url = try ServerURL("ftp://anna:hush@host")
    var dumped = ""
    dump(url, to: &dumped)
    for text in [url.description, url.debugDescription, "\(url)", String(reflecting: url), dumped] {
      #expect(!text.contains("hush"))
      #expect(!text.contains("104"), "the bytes of the password are shown")
    }
  }

  @Test func neverTrapsOnTheBytesOfALongText() {
    let alphabet = Array("ftp:/@[]%.x1\u{0}\u{FC}")
    var state: UInt64 = 1
    for _ in 0..<5_000 {
      let text = String(
        (0..<12).map { _ in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return alphabet[Int(state >> 33) % alphabet.count]
        })
      if let url = try? ServerURL(text) { #expect(url.port > 0 && !url.host.isEmpty) }
    }
  }
}
