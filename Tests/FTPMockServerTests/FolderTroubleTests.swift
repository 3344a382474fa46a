import FTPProtocol
import FTPSystem
import Foundation
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite(
  "Disk errors are reported to the client, and the server continues", .alsoUnderToyLayer, .endsWhenItHangs
)
struct FolderTroubleTests {
  /// More than fits into the buffers between the server and a client that does not read.
  private static let large = FileContents.patternBytes(at: 0, count: 32 << 20)

  @Test(
    "A file that is removed during RETR is still sent", arguments: ["DELE large", "RNFR large\r\nRNTO other"])
  func removedWhileSent(command: String) throws {
    try SharedFolder.served { folder, server in
      try folder.write(Self.large, to: "large")
      var client = try TestClient.loggedIn(server)
      var other = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      let data = try client.passive()
      #expect(try client.send("RETR large").code == 150)
      try other.write(command + "\r\n")
      while try other.reply().code != 250 {}
      #expect(try TestClient.readToEnd(data) == Self.large)
      #expect(try client.reply().code == 226)
      #expect(folder.bytes("large") == nil)
    }
  }

  /// The system sends files that need no conversion; the server itself sends all others.
  @Test("A file that is truncated during RETR ends with 451", arguments: ["TYPE I", "TYPE A", "MODE B"])
  func cutWhileSent(parameter: String) throws {
    try SharedFolder.served { folder, server in
      try folder.write(Self.large, to: "large")
      var client = try TestClient.loggedIn(server)
      #expect(try client.send(parameter).code == 200)
      let data = try client.passive()
      #expect(try client.send("RETR large").code == 150)
      try folder.write("short", to: "large")
      #expect(try TestClient.readUntilCut(data).count < Self.large.count)
      #expect(try client.reply().code == 451)
      try client.send("MODE S")
      #expect(try client.download("RETR large").bytes == Array("short".utf8))
    }
  }

  #if os(Linux)
    @Test("A full disk", .enabled(if: getuid() == 0, "only root can mount a small file system"))
    func fullDisk() throws {
      try SharedFolder.served { folder, server in
        try FileManager.default.createDirectory(
          atPath: folder.inside + "/small", withIntermediateDirectories: false)
        guard mount("none", folder.inside + "/small", "tmpfs", 0, "size=64k,nr_inodes=6") == 0 else {
          try Test.cancel("no file system can be mounted here")
        }
        defer { umount2(folder.inside + "/small", Int32(MNT_DETACH)) }
        var client = try TestClient.loggedIn(server)
        try client.send("TYPE I")
        #expect(try client.upload("STOR small/fits", [UInt8](repeating: 1, count: 30_000)).code == 226)
        #expect(try client.upload("STOR small/not", [UInt8](repeating: 2, count: 60_000)).code == 552)
        // A new file for which there is no room is removed, so that others fit.
        #expect(folder.bytes("small/not") == nil)
        #expect(try client.upload("APPE small/fits", [1]).code == 226)
        #expect(try client.upload("APPE small/fits", [UInt8](repeating: 1, count: 60_000)).code == 552)
        #expect(try client.send("DELE small/fits").code == 250)
        // A program that another test is starting at this moment keeps the deleted file open until its `exec`.
        while try client.upload("STOR small/again", [UInt8](repeating: 3, count: 20_000)).code == 552 {}
        #expect(folder.bytes("small/again")?.count == 20_000)
        // Names take room as well.
        var codes: [ReplyCode] = []
        for number in 0..<8 { codes.append(try client.upload("STOR small/\(number)", []).code) }
        #expect(codes.last == 452)
        #expect(try client.send("MKD small/x").code == 550)
        #expect(try client.send("NOOP").code == 200)
      }
    }

    @Test("No descriptor is left")
    func noDescriptor() async {
      await #expect(processExitsWith: .success) {
        try SharedFolder.served { folder, server in
          try withMockServer { memoryServer in
            var client = try TestClient.loggedIn(server)
            var other = try TestClient.loggedIn(memoryServer)
            let data = try client.passive()
            let otherData = try other.passive()
            let taken = takeDescriptors()
            #expect(taken.count > 0)
            for command in ["RETR notes.txt", "STOR new", "APPE notes.txt", "LIST", "NLST", "MLSD"] {
              #expect(try client.send(command).code == 450, "\(command)")
            }
            for command in ["MLST sub/inner.txt", "SIZE notes.txt", "DELE sub/inner.txt", "MKD sub/x"] {
              #expect(try client.send(command).code == 450, "\(command)")
            }
            #expect(try client.send("CWD sub/deep").code == 550)
            // The connection waits in the queue, and the server has no descriptor left to accept it.
            #expect(try other.send("RETR notes.txt").code == 150)
            #expect(try other.reply().code == 425)
            otherData.close()
            for descriptor in taken { close(descriptor) }
            #expect(try client.send("RETR notes.txt").code == 150)
            #expect(try TestClient.readToEnd(data) == Array("notes\r\n".utf8))
            #expect(try client.reply().code == 226)
            #expect(try client.text("NLST sub") == "sub/deep\r\nsub/inner.txt\r\n")
          }
        }
      }
    }

    @Test("The system refuses")
    func denied() async throws {
      await #expect(processExitsWith: .success) {
        try SharedFolder.with { folder in
          let root = try DirectoryRoot.open(folder.inside)
          for (name, permissions) in [
            ("locked.txt", 0o000), ("closed", 0o000), ("searched", 0o711), ("full", 0o555),
          ]
            as [(String, UInt16)]
          {
            let path = [Array(name.utf8)]
            if name == "locked.txt" {
              try folder.write("x", to: name)
            } else {
              try root.makeDirectory(path)
              try folder.write("x\n", to: name + "/file")
            }
            try root.setPermissions(permissions, of: path)
          }
          if getuid() == 0 {
            // Root may do everything, so this process continues as nobody until it is time to clean up.
            for name in ["full/file", "searched/file"] { chmod(folder.inside + "/" + name, 0o644) }
            #expect(setegid(65_534) == 0 && seteuid(65_534) == 0)
          }
          defer {
            if getuid() == 0 { #expect(seteuid(0) == 0 && setegid(0) == 0) }
            for name in ["closed", "full"] { chmod(folder.inside + "/" + name, 0o755) }
          }
          try withMockServer(.init(folder: ServedFolder(folder.inside))) { server in
            var client = try TestClient.loggedIn(server)
            try client.send("EPSV")
            for command in [
              "RETR locked.txt", "RETR closed/file", "LIST closed", "LIST searched", "MLSD closed",
            ] {
              let reply = try client.send(command)
              #expect(reply.code == 550 && reply.text == "Permission denied.", "\(command)")
            }
            for command in ["STOR locked.txt", "STOR full/new", "APPE locked.txt", "STOR closed/new"] {
              let reply = try client.send(command)
              #expect(reply.code == 553 && reply.text == "Permission denied.", "\(command)")
            }
            for command in [
              "DELE full/file", "MKD full/x", "RMD full/x/y", "MLST closed/file", "SIZE closed/file",
            ] {
              #expect(try client.send(command).code == 550, "\(command)")
            }
            #expect(try client.send("RNFR full/file").code == 350)
            #expect(try client.send("RNTO full/other").code == 553)
            // To reach a file by a known name, search permission for its directory is enough.
            #expect(try client.text("RETR searched/file") == "x\r\n")
            #expect(server.verdicts.filter { $0.party != .client } == [])
          }
        }
      }
    }
  #endif
}

#if os(Linux)
  /// Opens descriptors until the system refuses, under a low limit.
  func takeDescriptors() -> [Int32] {
    var limit = rlimit(rlim_cur: 128, rlim_max: 128)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    var taken: [Int32] = []
    while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
    return taken
  }
#endif
