import FTPProtocol
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("Commands with one reply", .alsoUnderToyLayer)
struct SimpleCommandTests {
  @Test(arguments: [
    ("TYPE A", 200), ("TYPE a n", 200), ("TYPE A T", 200), ("TYPE A C", 504), ("TYPE I", 200),
    ("TYPE  i", 200),
    ("TYPE L 8", 200), ("TYPE L 36", 504), ("TYPE L", 501), ("TYPE L x", 501), ("TYPE E", 504),
    ("TYPE X", 501),
    ("TYPE", 501), ("TYPE A N N", 501), ("TYPE I N", 501), ("STRU F", 200), ("STRU f", 200), ("STRU R", 200),
    ("STRU P", 504), ("STRU X", 501), ("STRU", 501), ("MODE S", 200), ("MODE B", 200), ("MODE C", 200),
    ("MODE Z", 504), ("MODE X", 501), ("ALLO 100", 202), ("ALLO 100 R 10", 202), ("ALLO x", 501),
    ("ALLO -1", 501),
    ("ALLO 99999999999999999999999", 504), ("SYST", 215), ("SYST x", 501), ("NOOP x", 200), ("PWD", 257),
    ("PWD x", 501), ("XPWD", 257), ("CWD pub", 250), ("CWD /pub/deep/../..", 250), ("CWD ../../..", 250),
    ("CWD nosuch", 550), ("CWD README.txt", 550), ("CWD README.txt/..", 250), ("CDUP", 250), ("XCUP", 250),
    ("CDUP x", 501), ("MKD new", 257), ("XMKD new", 257), ("MKD pub", 550), ("MKD README.txt", 550),
    ("MKD no/such", 550), ("RMD pub", 550), ("RMD incoming", 250), ("RMD README.txt", 550), ("RMD /", 550),
    ("DELE README.txt", 250), ("DELE pub", 550), ("DELE nosuch", 550), ("RNFR README.txt", 350),
    ("RNFR nosuch", 550), ("RNTO x", 503), ("SIZE notes.txt", 213), ("SIZE pub", 550), ("SIZE nosuch", 550),
    ("SIZE", 501), ("MDTM notes.txt", 213), ("MDTM nosuch", 550), ("MDTM", 501), ("HELP", 214),
    ("HELP size", 214),
    ("HELP nosuch", 501), ("HELP SITE", 214), ("SITE HELP", 214), ("SITE EXEC ls", 501), ("SITE", 501),
    ("FEAT", 211), ("FEAT x", 501), ("OPTS UTF8 ON", 200), ("OPTS UTF8", 200), ("OPTS UTF8 OFF", 501),
    ("OPTS NOOP x", 501), ("OPTS XYZZY", 501), ("OPTS", 501), ("LANG en", 200), ("AUTH TLS", 502),
    // Extra spaces count only in pathnames, and where RFC 2428 says so for its own commands.
    ("MODE   s ", 200), ("STRU  r", 200), ("REST  5 ", 350), ("REST 5 5", 501), ("ALLO  5", 202),
    ("TYPE  L  8 ", 200),
    ("SITE  HELP", 214), ("SITE  IDLE", 200), ("OPTS  UTF8 ON", 200), ("HELP  size", 214), ("LANG  en", 200),
    ("AUTH  TLS", 502),
    ("PORT  127,0,0,1,4,1", 200), ("LPRT  4,4,127,0,0,1,2,4,1", 200), ("EPRT  |1|127.0.0.1|1025|", 501),
    ("EPSV  1", 501), ("MKD  pub", 257), ("SIZE  notes.txt", 550),
  ])
  func answer(line: String, code: Int) throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let reply = try client.send(line)
      #expect(reply.code.rawValue == UInt16(code), "\(line): \(reply)")
      #expect(reply.deviations.isEmpty, "\(reply)")
    }
  }

  @Test func theWorkingDirectoryMoves() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("PWD").text == "\"/\" is the working directory.")
      try client.send("CWD pub/deep")
      #expect(try client.send("PWD").text.hasPrefix("\"/pub/deep\""))
      try client.send("CDUP")
      #expect(try client.send("PWD").text.hasPrefix("\"/pub\""))
      #expect(try client.send("CWD nosuch").code == 550)
      #expect(try client.send("PWD").text.hasPrefix("\"/pub\""))
    }
  }

  @Test func quotesInNamesAreDoubled() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("MKD a \"b\" c ").text.hasPrefix("\"/a \"\"b\"\" c \""))
      #expect(server.tree.names(in: "/")?.contains("a \"b\" c ") == true)
    }
  }

  @Test func namesKeepEveryOctet() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      // IAC is doubled in both directions.
      try client.write([0x4D, 0x4B, 0x44, 0x20, 0x61, 0xFF, 0xFF, 0xFE, 0x0D, 0x0A])
      let reply = try client.reply()
      #expect(reply.code == 257)
      #expect(reply.bytes.starts(with: Array("257 \"/a".utf8) + [0xFF, 0xFF, 0xFE, 0x22]))
    }
  }

  @Test func renamingNeedsBothHalves() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      try client.send("RNFR notes.txt")
      #expect(try client.send("RNTO pub/renamed.txt").code == 250)
      #expect(server.tree.names(in: "pub")?.contains("renamed.txt") == true)
      try client.send("RNFR README.txt")
      try client.send("NOOP")
      #expect(try client.send("RNTO other").code == 503)
      try client.send("RNFR pub")
      #expect(try client.send("RNTO pub/inside/itself").code == 553)
      try client.send("RNFR README.txt")
      #expect(try client.send("RNTO pub").code == 553)
      try client.send("RNFR README.txt")
      #expect(try client.send("RNTO empty.txt").code == 250)
      #expect(server.tree.bytes(of: "empty.txt")?.isEmpty == false)
    }
  }

  @Test func sizeCountsWhatTravels() throws {
    try withMockServer { server in
      server.updateTree { $0.addFile("lines", "a\nb\n") }
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("SIZE lines").text == "6")
      try client.send("TYPE I")
      #expect(try client.send("SIZE lines").text == "4")
      #expect(try client.send("SIZE pub/64MiB.bin").text == "67108864")
    }
  }

  @Test func timesAreUTC() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("MDTM notes.txt").text == "20240517093000")
      #expect(try client.send("MDTM empty.txt").text == "20000229235959")
    }
  }

  @Test func featuresComeFromTheRegistry() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let lines = try client.send("FEAT").text.split(separator: "\n").dropFirst().dropLast().map(String.init)
      #expect(lines.allSatisfy { $0.hasPrefix(" ") && !$0.hasPrefix("  ") })
      #expect(lines.contains(" UTF8") && lines.contains(" SIZE") && lines.contains(" TVFS"))
    }
  }

  @Test func aServerWithoutExtensionsSaysSo() throws {
    let verbs = HandlerRegistry.obedient.handlers.filter { $0.feature != nil }.map(\.verb)
    try withMockServer(.init(disabledVerbs: Set(verbs))) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("FEAT") == Reply(211, "There are no extensions."))
    }
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func segmentsCarryNoMeaning(size: Int) throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let bytes = Array("NOOP\r\nPWD\nTYPE I\r\n\r\nSYST\r\nQUIT\r\n".utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        try client.write(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(try client.rest().map(\.code) == [200, 257, 200, 500, 215, 221])
    }
  }

  @Test(arguments: [8192, 8193, 100_000])
  func aLineTooLongKeepsTheSessionInStep(size: Int) throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send(String(repeating: "x", count: size)).code == 500)
      #expect(try client.send("NOOP").code == 200)
    }
  }

  @Test func telnetNegotiationIsRefusedAndNothingElse() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      try client.write([0xFF, 0xFD, 1, 0xFF, 0xFB, 3, 0xFF, 0xF1] + Array("NOOP\r\n".utf8))
      let reply = try client.reply()
      #expect(reply.code == 200)
      #expect(reply.bytes.starts(with: [0xFF, 0xFC, 1, 0xFF, 0xFE, 3]))
    }
  }
}
