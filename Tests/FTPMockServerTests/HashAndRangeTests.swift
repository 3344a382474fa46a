import FTPProtocol
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("HASH and RANG work on parts of files", .alsoUnderToyLayer)
struct HashAndRangeTests {
  private static let digits = Array("0123456789".utf8)

  private static var configuration: MockServer.Configuration {
    var tree = VirtualTree()
    tree.addFile("digits", FileContents(digits))
    tree.addFile("empty", "")
    tree.addFile("large", .pattern(count: 1_000_003))
    tree.addDirectory("dir")
    return .init(tree: tree)
  }

  private static func client(_ server: MockServer) throws -> TestClient {
    var client = try TestClient.loggedIn(server)
    try client.send("TYPE I")
    return client
  }

  @Test func hashes() throws {
    try withMockServer(Self.configuration) { server in
      var client = try Self.client(server)
      let digest = "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882"
      #expect(try client.send("HASH digits").text == "SHA-256 0-9 \(digest) digits")
      #expect(try client.send("HASH /dir/../digits").text == "SHA-256 0-9 \(digest) /dir/../digits")
      for (name, digest) in [
        ("MD5", "781e5e245d69b566979b86e28d23f2c7"), ("sha-1", "87acec17cd9dcd20a716cc2cf67417b71c8a7016"),
        ("crc32", "a684c7c6"),
      ] {
        #expect(try client.send("OPTS HASH \(name)").text == name.uppercased())
        #expect(try client.send("OPTS HASH").text == name.uppercased())
        #expect(try client.send("HASH digits").text == "\(name.uppercased()) 0-9 \(digest) digits")
        #expect(try client.send("FEAT").text.contains("\(name.uppercased())*"))
      }
      let unknown = try client.send("OPTS HASH CRC-37")
      #expect(unknown.code == 501 && unknown.text.contains("CRC32 stays"))
      #expect(try client.send("HASH empty").text == "CRC32 0-0 00000000 empty")
      #expect(try client.send("HASH dir").code == 553)
      #expect(try client.send("HASH nosuch").code == 550)
      #expect(try client.send("HASH").code == 501)
      let all = DigestAlgorithm.sha512.hexDigest(of: FileContents.patternBytes(at: 0, count: 1_000_003))
      try client.send("OPTS HASH SHA-512")
      #expect(try client.send("HASH large").text == "SHA-512 0-1000002 \(all) large")
      #expect(server.verdicts == [])
    }
  }

  @Test func aNewSessionBeginsWithTheUsual() throws {
    try withMockServer(Self.configuration) { server in
      var client = try Self.client(server)
      let features = try client.send("FEAT").text
      for command in [
        "OPTS HASH MD5", "OPTS MLST size;", "SITE IDLE 7", "REIN", "USER ftpraw", "PASS secret",
      ] {
        #expect(try client.send(command).code.firstDigit <= 3)
      }
      #expect(try client.send("FEAT").text == features)
      #expect(try client.send("SITE IDLE").text.contains(" 300 idle"))
      #expect(server.verdicts == [])
    }
  }

  @Test func hashesOfARange() throws {
    try withMockServer(Self.configuration) { server in
      var client = try Self.client(server)
      try client.send("OPTS HASH MD5")
      #expect(try client.send("RANG 2 4").code == 350)
      #expect(
        try client.send("HASH digits").text
          == "MD5 2-4 \(DigestAlgorithm.md5.hexDigest(of: "234".utf8)) digits")
      // The range applies to one command.
      #expect(try client.send("HASH digits").text.hasPrefix("MD5 0-9 "))
      try client.send("RANG 8 99")
      #expect(
        try client.send("HASH digits").text
          == "MD5 8-9 \(DigestAlgorithm.md5.hexDigest(of: "89".utf8)) digits")
      try client.send("RANG 10 99")
      #expect(try client.send("HASH digits").code == 501)
      try client.send("RANG 2 4")
      #expect(try client.send("RANG 1 0").code == 350)
      #expect(try client.send("HASH digits").text.hasPrefix("MD5 0-9 "))
      #expect(server.verdicts == [])
    }
  }

  @Test(
    arguments: [
      ("RANG 2 4", 350, "234"), ("RANG 0 0", 350, "0"), ("RANG 9 9", 350, "9"), ("RANG 5 99", 350, "56789"),
      ("RANG 10 11", 350, ""), ("RANG 100 110", 350, ""), ("RANG 0 18446744073709551615", 350, "0123456789"),
      ("RANG 1 0", 350, "0123456789"), ("RANG 4 2", 501, "0123456789"), ("RANG 2", 501, "0123456789"),
      ("RANG 2  4", 501, "0123456789"), ("RANG a b", 501, "0123456789"), ("RANG -1 4", 501, "0123456789"),
      ("RANG 0 18446744073709551616", 501, "0123456789"),
    ] as [(String, ReplyCode, String)])
  func downloads(command: String, code: ReplyCode, data: String) throws {
    try withMockServer(Self.configuration) { server in
      var client = try Self.client(server)
      try client.send("RANG 3 3")
      #expect(try client.send(command).code == code)
      #expect(try client.text("RETR digits") == data)
      #expect(try client.text("RETR digits") == "0123456789")
      #expect(server.verdicts == [])
    }
  }

  @Test(
    arguments: [
      ("STOR", 2, 4, "abc", "01abc56789"), ("APPE", 2, 4, "abc", "01abc56789"),
      ("STOR", 8, 12, "abcde", "01234567abcde"),
      ("STOR", 10, 11, "ab", "0123456789ab"), ("STOR", 0, 0, "a", "a123456789"),
      // Data that are longer or shorter than the range change nothing outside it.
      ("STOR", 2, 4, "abcdefghij", "01abc56789"), ("STOR", 2, 4, "a", "01a3456789"),
      ("STOR", 2, 4, "", "0123456789"),
    ] as [(String, Int, Int, String, String)])
  func uploads(verb: String, first: Int, last: Int, data: String, result: String) throws {
    try withMockServer(Self.configuration) { server in
      var client = try Self.client(server)
      try client.send("RANG \(first) \(last)")
      #expect(try client.upload("\(verb) digits", Array(data.utf8)).code == 226)
      #expect(server.tree.bytes(of: "digits") == Array(result.utf8))
      #expect(server.verdicts == [])
    }
  }

  @Test func uploadsThatCannotBegin() throws {
    try withMockServer(Self.configuration) { server in
      var client = try Self.client(server)
      for (range, command, code) in [
        ("11 12", "STOR digits", 554), ("1 2", "STOR nosuch", 554), ("0 2", "STOU", 503),
        ("1 2", "RETR nosuch", 550),
      ] as [(String, String, ReplyCode)] {
        #expect(try client.send("RANG \(range)").code == 350)
        #expect(try client.send(command).code == code, "\(command)")
      }
      #expect(server.tree.bytes(of: "digits") == Self.digits)
      #expect(!server.tree.contains("nosuch"))
    }
  }

  @Test func rangesAreOfImages() throws {
    try withMockServer(Self.configuration) { server in
      var client = try Self.client(server)
      for (command, back) in [("TYPE A", "TYPE I"), ("MODE B", "MODE S"), ("STRU R", "STRU F")] {
        try client.send(command)
        #expect(try client.send("RANG 1 2").code == 551)
        #expect(try client.send("RANG 1 0").code == 350)
        try client.send(back)
        try client.send("RANG 1 2")
        try client.send(command)
        #expect(try client.send("RETR digits").code == 555)
        try client.send(back)
      }
      #expect(server.verdicts.filter { $0.party != .client } == [])
    }
  }

  @Test func freeSpaceAndNames() throws {
    try withMockServer(Self.configuration) { server in
      var client = try TestClient.loggedIn(server)
      let free = try client.send("AVBL dir")
      #expect(free.code == 213 && UInt64(free.text) != nil)
      #expect(try client.send("AVBL").text == free.text)
      #expect(try client.send("AVBL digits").code == 550)
      #expect(try client.send("AVBL nosuch").code == 550)
      #expect(try client.send("CSID Name=x;Version=1;").text.hasPrefix("Name="))
      #expect(try client.send("CLNT x").code == 200)
      var stranger = try TestClient(server.address)
      #expect(try stranger.reply().code == 220)
      #expect(try stranger.send("CSID Name=x;").code == 530)
      #expect(server.verdicts == [])
    }
  }
}
