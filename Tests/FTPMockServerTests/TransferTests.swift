import FTPProtocol
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("Transfers", .alsoUnderToyLayer)
struct TransferTests {
  private static let text = Array("one\ntwo\r\n\rthree\n".utf8)

  @Test(arguments: TestClient.SetUp.allCases)
  func everyWayToConnectCarriesBothDirections(setUp: TestClient.SetUp) throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      #expect(try client.upload("STOR new", Self.text, setUp: setUp).code == 226)
      #expect(try client.download("RETR new", setUp).bytes == Self.text)
      #expect(server.tree.bytes(of: "new") == Self.text)
    }
  }

  @Test(arguments: [TestClient.SetUp.epsv, .lpsv, .eprt, .lprt])
  func bothDirectionsOverIPv6(setUp: TestClient.SetUp) throws {
    try withMockServer(.init(addresses: [.loopbackIPv6(port: 0)])) { server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      #expect(try client.upload("STOR new", Self.text, setUp: setUp).code == 226)
      #expect(try client.download("RETR new", setUp).bytes == Self.text)
    }
  }

  @Test func aLargeFileArrivesByteForByte() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      server.updateTree { $0.addFile("odd.bin", .pattern(count: 5_000_001)) }
      #expect(try client.download("RETR odd.bin").bytes == FileContents.patternBytes(at: 0, count: 5_000_001))
    }
  }

  @Test func lineEndsAreConvertedInASCII() throws {
    try withMockServer { server in
      server.updateTree { $0.addFile("text", FileContents(Self.text)) }
      var client = try TestClient.loggedIn(server)
      #expect(try client.text("RETR text") == "one\r\ntwo\r\r\n\rthree\r\n")
      #expect(try client.upload("STOR back", Array("one\r\ntwo\r\r\n\rthree\r\n".utf8)).code == 226)
      #expect(server.tree.bytes(of: "back") == Self.text)
    }
  }

  @Test func downloadsResumeAtAnOffset() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      #expect(try client.send("REST 5").code == 350)
      #expect(try client.download("RETR notes.txt").bytes == Array("one\nnaïve line two\nthe end\n".utf8))
      // The marker applies to one transfer.
      #expect(try client.download("RETR pub/hello.txt").bytes == Array("hello\n".utf8))
      #expect(try client.send("REST 6").code == 350)
      #expect(try client.download("RETR pub/hello.txt").bytes.isEmpty)
      try client.send("REST 7")
      #expect(try client.download("RETR pub/hello.txt").final.code == 554)
      try client.send("REST 67108860")
      #expect(
        try client.download("RETR pub/64MiB.bin").bytes == FileContents.patternBytes(at: 67_108_860, count: 4)
      )
    }
  }

  @Test(arguments: [(0, "a\r\nb\r\n"), (1, "\r\nb\r\n"), (2, "\nb\r\n"), (3, "b\r\n"), (6, "")])
  func offsetsCountWhatTravels(offset: Int, rest: String) throws {
    try withMockServer { server in
      server.updateTree { $0.addFile("lines", "a\nb\n") }
      var client = try TestClient.loggedIn(server)
      try client.send("REST \(offset)")
      #expect(try client.text("RETR lines") == rest)
    }
  }

  @Test func uploadsResumeAppendAndReplace() throws {
    try withMockServer { server in
      server.updateTree { $0.addFile("f", "0123456789") }
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      #expect(try client.upload("APPE f", Array("ab".utf8)).code == 226)
      #expect(server.tree.bytes(of: "f") == Array("0123456789ab".utf8))
      try client.send("REST 4")
      #expect(try client.upload("STOR f", Array("xy".utf8)).code == 226)
      #expect(server.tree.bytes(of: "f") == Array("0123xy".utf8))
      try client.send("REST 2")
      #expect(try client.upload("APPE f", Array("z".utf8)).code == 226)
      #expect(server.tree.bytes(of: "f") == Array("01z".utf8))
      try client.send("REST 4")
      #expect(try client.upload("STOR f").code == 554)
      #expect(try client.upload("STOR f", []).code == 226)
      #expect(server.tree.bytes(of: "f") == [])
      #expect(try client.upload("APPE fresh", Array("new".utf8)).code == 226)
      #expect(server.tree.bytes(of: "fresh") == Array("new".utf8))
    }
  }

  @Test func uniqueNamesAreNew() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      var data = try client.passive()
      #expect(try client.send("STOU").text == "FILE: unique.0")
      data.closeData()
      #expect(try client.reply().code == 226)
      data = try client.passive()
      #expect(try client.send("STOU").text == "FILE: unique.1")
      data.closeData()
      #expect(try client.reply().code == 226)
      data = try client.passive()
      #expect(try client.send("STOU notes.txt").text == "FILE: notes.txt.1")
      data.closeData()
      #expect(try client.reply().code == 226)
    }
  }

  @Test(arguments: [
    ("RETR nosuch", 550), ("RETR pub", 550), ("RETR", 501), ("STOR pub", 553), ("STOR no/such", 553),
    ("STOR README.txt/x", 553), ("APPE pub", 553), ("STOR", 501), ("LIST nosuch", 550), ("NLST nosuch", 550),
    ("MLSD nosuch", 550), ("MLSD README.txt", 501), ("STOU no/such", 553), ("STOR a\0b", 553),
  ])
  func refusalsComeWithoutPreliminaryReply(line: String, code: Int) throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      _ = try client.passive()
      #expect(try client.send(line).code.rawValue == UInt16(code))
      #expect(try client.send("NOOP").code == 200)
    }
  }

  @Test func anonymousWritesInIncomingOnly() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server, user: "anonymous", password: "x")
      #expect(try client.upload("STOR README.txt", [1]).code == 553)
      #expect(try client.upload("STOR incoming/x", [1]).code == 226)
      #expect(try client.send("DELE README.txt").code == 550)
    }
  }

  @Test func aFullTreeEndsAnUpload() throws {
    try withMockServer(.init(tree: VirtualTree(), limits: .init(storage: 100_000))) { server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      #expect(try client.upload("STOR fits", [UInt8](repeating: 1, count: 60_000)).code == 226)
      let listener = try client.active(.port)
      #expect(try client.send("STOR not").code == 150)
      let data = try listener.acceptData(as: .client, deadline: client.patience)
      // The server may close before it has taken everything.
      try? data.write([UInt8](repeating: 1, count: 60_000), deadline: client.patience)
      data.closeData()
      #expect(try client.reply().code == 552)
      #expect(try client.send("ALLO 50000").code == 504)
      #expect(try client.send("ALLO 1000").code == 202)
    }
  }

  @Test func emptyEntriesFillATreeAsWell() throws {
    try withMockServer(.init(tree: VirtualTree(), limits: .init(storage: 2000))) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("MKD a").code == 257)
      #expect(try client.upload("STOR b", []).code == 226)
      #expect(try client.send("MKD c").code == 550)
      #expect(try client.send("STOR c").code == 452)
    }
  }

  @Test func withoutSetUpTheDefaultPortIsTried() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("LIST").code == 150)
      #expect(try client.reply().code == 425)
      #expect(try client.upload("STOR x", [1]).code == 226)
      #expect(try client.send("STOR y").code == 150)
      #expect(try client.reply().code == 425)
      #expect(!server.tree.contains("y"))
    }
  }

  @Test func activeAddressesStayInForce() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let listener = try client.active(.port)
      for _ in 0..<2 {
        #expect(try client.send("NLST pub").code == 150)
        let data = try listener.acceptData(as: .client, deadline: client.patience)
        #expect(try TestClient.readToEnd(data).count > 0)
        #expect(try client.reply().code == 226)
      }
    }
  }
}
