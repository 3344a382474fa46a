import FTPProtocol
import FTPSystem
import Foundation
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("No command leads out of a served folder", .alsoUnderToyLayer, .endsWhenItHangs)
struct FolderConfinementTests {
  private static let texts: [String] = [
    "..", "../..", "../outside/secret", "/../outside/secret", "/nosuch/secret", "//nosuch", "/",
    "a/../../outside/secret", "sub/../../outside/secret", "sub/../..", "~", "~root", "~/secret",
    "%2e%2e/outside/secret", "to-secret", "to-folder", "to-folder/secret", "to-folder/new", "to-parent",
    "to-parent/outside/secret", "relative", "dangling", "circle", "circle/x", "to-sub/inner.txt",
    "to-folder/../outside/secret", "..\\outside\\secret", "-rf", "\u{FF0E}\u{FF0E}/outside/secret",
    "..\u{0}/outside/secret", "to-secret\u{0}", "notes.txt\u{0}x", String(repeating: "a", count: 5000),
    String(repeating: "a", count: 256), Array(repeating: "sub", count: 300).joined(separator: "/"),
    Array(repeating: "..", count: 300).joined(separator: "/") + "/outside/secret",
  ]

  /// A path that is tried.
  struct Attempt: CustomTestStringConvertible {
    let path: [UInt8]
    var testDescription: String { String(decoding: path.prefix(40), as: UTF8.self) }
  }

  private static let attempts =
    texts.map { Attempt(path: Array($0.utf8)) }
    + [
      Attempt(path: [0xC0, 0xAE, 0xC0, 0xAE, 0x2F] + Array("outside/secret".utf8)),
      Attempt(path: [0xFE, 0x80]),
    ]

  @Test("With any verb and any name", arguments: attempts)
  func everyVerb(_ attempt: Attempt) throws {
    let path = attempt.path
    try SharedFolder.with { folder in
      try withMockServer(.init(folder: ServedFolder(folder.inside))) { server in
        var client = try TestClient.loggedIn(server)
        for verb in ["RETR", "LIST", "NLST", "MLSD", "STOR", "APPE", "STOU"] {
          try transfer(verb, path, &client)
        }
        if try client.send("CWD", path).code == 250 {
          #expect(try !client.text("NLST").split(separator: "\r\n").contains("secret"))
          #expect(try client.send("CWD /").code == 250)
        }
        for verb in ["MLST", "STAT", "SIZE", "MDTM", "RNFR", "RNTO", "MKD"] {
          let reply = try client.send(verb, path)
          #expect(!reply.description.contains("size=\(SharedFolder.secret.utf8.count);"))
          #expect(verb != "SIZE" || reply.text != "\(SharedFolder.secret.utf8.count)")
        }
        for verb in [
          "HASH", "AVBL", "MFMT 20240101000000", "MFF UNIX.mode=666;Modify=20240101000000;", "SITE CHMOD 666",
          "SITE UTIME 20240101000000",
        ] { try client.send(verb, path) }
        for mark in ["REST 1", "RANG 0 1"] {
          try client.send("TYPE I")
          for verb in ["RETR", "STOR"] {
            try client.send(mark)
            try transfer(verb, path, &client)
          }
        }
        #expect(try client.send("RNFR /sub/inner.txt").code == 350)
        try client.send("RNTO", path)
        try client.send("RNFR", path)
        try client.send("RNTO taken")
        for verb in ["DELE", "RMD"] { try client.send(verb, path) }
        #expect(try client.send("NOOP").code == 200)
        // A name that is not UTF-8 is repeated as it is.
        let found = server.verdicts.filter {
          $0.party != .client && $0.requirement != "2640:3.1:utf8-replies"
        }
        #expect(found == [])
      }
    }
  }

  /// Sends a transfer command, which must fail or not reveal what is outside.
  private func transfer(_ verb: String, _ path: [UInt8], _ client: inout TestClient) throws {
    let data = try client.passive()
    guard try client.send(verb, path).code == 150 else { return }
    if verb.hasPrefix("ST") || verb == "APPE" {
      try data.write(Array("x".utf8), deadline: client.patience)
      data.closeData()
    } else {
      let text = String(decoding: try TestClient.readToEnd(data), as: UTF8.self)
      #expect(!text.contains("outside\r\n") && !text.contains(SharedFolder.secret))
    }
    #expect(try client.reply().code == 226)
  }

  @Test("A link to a system file is not followed")
  func systemFile() throws {
    try SharedFolder.served { folder, server in
      // Only reading: a test that fails must not harm the machine on which it runs.
      try folder.link("to-passwd", to: "/etc/passwd")
      var client = try TestClient.loggedIn(server)
      try client.send("EPSV")
      for name in ["to-passwd", "/etc/passwd", "../../../../../../etc/passwd"] {
        #expect(try client.send("RETR \(name)").code == 550)
      }
    }
  }

  @Test(
    "Names are bytes, in both directions",
    arguments: [
      [0xFF, 0xFE, 0x80], [0x67, 0x72, 0xFC, 0xDF, 0x65], [0x83, 0x5C, 0x81, 0x5F], [0xC0, 0xAF], [0xE9],
      Array("e\u{301}".utf8), Array("~".utf8), Array("...".utf8), Array("*".utf8), [0x7F, 0x01],
    ] as [[UInt8]])
  func byteNames(name: [UInt8]) throws {
    try SharedFolder.with { folder in
      let server = try MockServer.start(.init(folder: ServedFolder(folder.inside)))
      defer { server.stop() }
      // A byte of 255 is doubled on the control connection, as Telnet demands.
      let sent = name.flatMap { $0 == 0xFF ? [$0, $0] : [$0] }
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("MKD", sent).code == 257)
      #expect(try client.send("CWD", sent).code == 250)
      let data = try client.passive()
      #expect(try client.send("STOR", sent).code == 150)
      data.closeData()
      #expect(try client.reply().code == 226)
      #expect(try client.download("NLST").bytes == name + [0x0D, 0x0A])
      let root = try DirectoryRoot.open(folder.inside)
      #if os(Linux)
        #expect(try root.list([name]).map(\.name) == [name])
      #endif
      #expect(try client.send("DELE", sent).code == 250)
    }
  }

  @Test("A named pipe blocks nothing")
  func pipe() throws {
    try SharedFolder.served { folder, server in
      #expect(mkfifo(folder.inside + "/pipe", 0o600) == 0)
      var client = try TestClient.loggedIn(server)
      try client.send("EPSV")
      #expect(try client.send("RETR pipe").code == 550)
      #expect(try client.send("STOR pipe").code == 553)
      #expect(try client.send("APPE pipe").code == 553)
      #expect(try client.send("SIZE pipe").code == 550)
      #expect(try client.send("DELE pipe").code == 250)
    }
  }

  @Test("A directory that is replaced by a link while commands run")
  func swappedLink() throws {
    try SharedFolder.served { folder, server in
      try FileManager.default.createDirectory(
        atPath: folder.inside + "/door", withIntermediateDirectories: true)
      try folder.write("inside", to: "door/secret")
      try folder.link("trap", to: folder.outside + "/folder")
      var client = try TestClient.loggedIn(server)
      var counts: [Bool: Int] = [:]
      try NameSwapper.run(folder.inside, "door", with: "trap") {
        for round in 0..<600 {
          let command = ["RETR door/secret", "STOR door/secret", "STOR door/new", "APPE door/new"][round % 4]
          let data = try client.passive()
          let isOpen = try client.send(command).code == 150
          counts[isOpen, default: 0] += 1
          if !isOpen { continue }
          if round % 4 == 0 {
            // Another round may have replaced the contents meanwhile, but never by what is outside.
            #expect(try TestClient.readToEnd(data) == Array("inside".utf8))
          } else {
            try data.write(Array("inside".utf8), deadline: client.patience)
            data.closeData()
          }
          #expect(try client.reply().code == 226)
        }
      }
      #expect(counts.count == 2)
    }
  }
}

extension TestClient {
  /// Sends a verb and an argument of any bytes.
  @discardableResult
  mutating func send(_ verb: String, _ argument: [UInt8]) throws -> Reply {
    try write(Array(verb.utf8) + [0x20] + argument + [0x0D, 0x0A])
    return try reply()
  }
}
