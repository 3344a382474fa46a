import FTPProtocol
import Foundation
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite(
  "A link that replaces something during a transfer is not followed", .alsoUnderToyLayer, .endsWhenItHangs)
struct FolderSwapTests {
  /// More than fits into the buffers between the server and a client that does not read.
  private static let large = FileContents.patternBytes(at: 0, count: 8 << 20)
  private static let news = Array("news".utf8)

  /// Replaces a name inside by a link; the original is then called `moved`.
  private func swap(_ folder: SharedFolder, _ name: String, _ target: String) throws {
    let place = "\(folder.inside)/\(name)"
    if FileManager.default.fileExists(atPath: place) {
      try FileManager.default.moveItem(atPath: place, toPath: folder.inside + "/moved")
    }
    try folder.link(name, to: folder.outside + target)
  }

  /// Whether a name inside is still the link.
  private func isLink(_ folder: SharedFolder, _ name: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.inside)/\(name)")) != nil
  }

  @Test("A download", arguments: ["file", "sub/file"])
  func read(name: String) throws {
    try SharedFolder.served { folder, server in
      try folder.write(Self.large, to: name)
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      let data = try client.passive()
      #expect(try client.send("RETR \(name)").code == 150)
      if name == "file" {
        try swap(folder, "file", "/secret")
      } else {
        try swap(folder, "sub", "/folder")
      }
      #expect(try TestClient.readToEnd(data) == Self.large)
      #expect(try client.reply().code == 226)
      #expect(try client.send("RETR \(name)").code == 550)
    }
  }

  @Test(
    "An upload",
    arguments: [
      ("APPE", "notes.txt", "notes\nnews"), ("REST 2", "notes.txt", "nonews"),
      ("RANG 0 3", "notes.txt", "newss\n"), ("STOR", "sub/inner.txt", "news"),
      ("STOR", "sub/new.txt", "news"), ("APPE", "sub/inner.txt", "inner\nnews"),
    ])
  func written(command: String, name: String, result: String) throws {
    try SharedFolder.served { folder, server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      let data = try client.passive()
      let isRestart = !["STOR", "APPE"].contains(command)
      if isRestart { #expect(try client.send(command).code == 350) }
      #expect(try client.send("\(isRestart ? "STOR" : command) \(name)").code == 150)
      let parts = name.split(separator: "/").map(String.init)
      if parts.count == 2 {
        try swap(folder, "sub", "/folder")
      } else {
        try swap(folder, name, "/secret")
      }
      try data.write(Self.news, deadline: client.patience)
      data.closeData()
      #expect(try client.reply().code == 226)
      #expect(folder.text(parts.count == 2 ? "moved/\(parts[1])" : "moved") == result)
      #expect(isLink(folder, parts[0]))
      #expect(try client.send("STOR \(name)").code == 553)
    }
  }

  @Test("The name of an upload that is complete", arguments: ["notes.txt", "new.txt"])
  func replaced(name: String) throws {
    try SharedFolder.served { folder, server in
      var client = try TestClient.loggedIn(server)
      let data = try client.passive()
      #expect(try client.send("STOR \(name)").code == 150)
      try swap(folder, name, "/secret")
      try data.write(Self.news, deadline: client.patience)
      data.closeData()
      #expect(try client.reply().code == 226)
      #expect(!isLink(folder, name))
      #expect(folder.text(name) == "news")
      #expect(folder.text("moved") == (name == "new.txt" ? nil : "notes\n"))
    }
  }

  @Test("An abandoned upload", arguments: ["new.txt", "sub/new.txt"])
  func givenUp(name: String) throws {
    try SharedFolder.served { folder, server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("EPSV").code == 229)
      #expect(try client.send("STOR \(name)").code == 150)
      let place = name.hasPrefix("sub/") ? "sub" : name
      try swap(folder, place, place == "sub" ? "/folder" : "/secret")
      #expect(try client.send("ABOR").code == 426)
      #expect(try client.reply().code == 226)
      #expect(isLink(folder, place))
    }
  }

  @Test("The working directory")
  func workingDirectory() throws {
    try SharedFolder.served { folder, server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("CWD sub").code == 250)
      try swap(folder, "sub", "/folder")
      #expect(try client.send("PWD").text.hasPrefix("\"/sub\""))
      #expect(try client.send("EPSV").code == 229)
      for command in [
        "LIST", "NLST", "MLSD", "RETR secret", "LIST secret", "HASH secret", "SIZE secret", "MLST secret",
        "CWD .",
      ] {
        #expect(try client.send(command).code == 550, "\(command)")
      }
      for command in ["STOR secret", "STOU", "APPE new"] { #expect(try client.send(command).code == 553) }
      for command in ["DELE secret", "MKD new", "RMD .", "RNFR secret", "MFMT 20240101000000 secret"] {
        #expect(try client.send(command).code == 550, "\(command)")
      }
      #expect(try client.send("CDUP").code == 250)
      #expect(try client.text("NLST moved") == "moved/deep\r\nmoved/inner.txt\r\n")
    }
  }
}
