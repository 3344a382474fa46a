import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing
import ToyLayer

@testable import FTPTransfers

@Suite("Downloads are complete or throw", .serialized, .alsoUnderToyLayer, .endsWhenItHangs)
struct DownloadTests {
  struct Enough: Error {}

  static let sizes = [0, 1, 65_537, 3 << 20]

  @Test(arguments: sizes, [FTPDataMode.epsv, .pasv, .eprt, .port])
  func eachWayOfReading(size: Int, mode: FTPDataMode) async throws {
    try await withSession(.testing(tree: tree(count: size)), { $0.dataModes = [mode] }) {
      ftp, _ async throws in
      let content = pattern(size)
      #expect(try await ftp.download("file") == content)
      let pieces = try await ftp.download("file") { pieces in
        #expect(pieces.size == UInt64(size))
        var bytes: [UInt8] = []
        for try await piece in pieces { bytes += piece }
        return bytes
      }
      #expect(pieces == content)
      let copy = Guarded<[UInt8]>([])
      try await ftp.download("file") { pieces in
        try await pieces.forEach { piece in
          copy.withLock { copy in piece.withUnsafeBufferPointer { copy.append(contentsOf: $0) } }
        }
      }
      #expect(copy.withLock { $0 } == content)
      #expect(ftp.verdicts.isEmpty)
    }
  }

  /// The contents of a file, and the same as text on this machine: the server sends each LF as CR LF.
  static let texts = [
    ("", ""), ("a\n", "a\n"), ("a\nb", "a\nb"), ("a\rb\r", "a\rb\r"), ("\r\r\n\n", "\r\r\n\n"),
  ]

  @Test(arguments: texts)
  func textHasTheLineEndsOfThisMachine(content: String, expected: String) async throws {
    var tree = VirtualTree()
    tree.addFile("text", FileContents(Array(content.utf8)))
    var configuration = try MockServer.Configuration.testing(tree: tree)
    configuration.faults = [try Fault("data-dripped")]
    try await withSession(configuration) { ftp, server async throws in
      let read = try await ftp.download("text", as: .text) { pieces in
        var bytes: [UInt8] = []
        for try await piece in pieces { bytes += piece }
        return bytes
      }
      let written = try await ftp.download("text", as: .text) { try await $0.bytes() }
      #expect(read == Array(expected.utf8) && written == Array(expected.utf8))
      #expect(!server.receivedCommands.contains { $0.verb == .size })
      #expect(try await ftp.download("text") == Array(content.utf8))
    }
  }

  @Test func namesAreToldLineByLine() async throws {
    try await withSession(.testing(tree: tree("pub/one.txt", count: 1))) { ftp, _ async throws in
      let names = try await ftp.download("pub/", as: .names) { try await $0.bytes() }
      #expect(String(decoding: names, as: UTF8.self).split(separator: "\n").contains("pub/one.txt"))
    }
  }

  @Test(arguments: [1, 500, 99_999, 100_000])
  func fromAnOffset(offset: Int) async throws {
    try await withSession(.testing(tree: tree(count: 100_000))) { ftp, _ async throws in
      #expect(
        try await ftp.download("file", at: UInt64(offset)) == pattern(100_000 - offset, from: offset))
      #expect(try await ftp.download("file") == pattern(100_000))
    }
  }

  @Test func anOffsetBehindTheEndIsNotAskedFor() async throws {
    try await withSession(.testing(tree: tree(count: 10))) { ftp, server async throws in
      #expect(await failure { try await ftp.download("file", at: 11) }?.kind == "changed")
      #expect(!server.receivedCommands.contains { $0.verb == .retr })
    }
  }

  @Test func whatIsNotThereIsRefused() async throws {
    try await withSession(.testing()) { ftp, _ async throws in
      #expect(await failure { try await ftp.download("nothing") }?.code == 550)
      try await ftp(.noop)
    }
  }

  @Test(arguments: ["a\r\nDELE file", "a\nb", "a\rb", "a\0b"])
  func aLineBreakIsNotSent(name: String) async throws {
    try await withSession(.testing()) { ftp, server async throws in
      let path = FTPPath(name)
      #expect(await failure { try await ftp.download(path) }?.kind == "conversation")
      #expect(await failure { try await ftp.upload(path, bytes: [1]) }?.kind == "conversation")
      #expect(await failure { try await ftp.list(path) }?.kind == "conversation")
      try await ftp(.noop)
      #expect(!server.receivedCommands.contains { $0.verb == .dele })
    }
  }

  @Test func leavingEarlyLeavesTheSessionUsable() async throws {
    try await withSession(.testing()) { ftp, _ async throws in
      let first = try await ftp.download("pub/64MiB.bin") { pieces in
        for try await piece in pieces { return piece.first }
        return nil
      }
      #expect(first == pattern(1).first)
      #expect(try await ftp.download("pub/hello.txt") == Array("hello\n".utf8))
    }
  }

  @Test func aBodyThatThrowsIsHeard() async throws {
    try await withSession(.testing()) { ftp, _ async throws in
      await #expect(throws: Enough.self) {
        try await ftp.download("pub/64MiB.bin") { pieces in
          try await pieces.forEach { _ in throw Enough() }
        }
      }
      #expect(try await ftp.download("pub/hello.txt") == Array("hello\n".utf8))
    }
  }

  @Test func moreThanTheLimitIsNotKept() async throws {
    try await withSession(.testing()) { ftp, _ async throws in
      #expect(await failure { try await ftp.download("pub/hello.txt", limit: 5) }?.kind == "tooLarge")
      #expect(try await ftp.download("pub/hello.txt", limit: 6).count == 6)
    }
  }

  @Test func epsvGivesWayToPASVAndThatIsRemembered() async throws {
    try await withSession(.testing(without: [.epsv])) { ftp, server async throws in
      for _ in 1...3 { #expect(try await ftp.download("pub/hello.txt").count == 6) }
      let verbs = server.receivedCommands.map(\.verb)
      #expect(verbs.count { $0 == .epsv } == 1)
      #expect(verbs.count { $0 == .pasv } == 3)
      #expect(verbs.count { $0 == .type } == 1)
    }
  }

  /// A server that sends without an end fills neither disk nor memory beyond the size that it announced.
  @Test(arguments: [0, 3, 100_000])
  func nothingIsKeptBeyondTheAnnouncedSize(size: Int) async throws {
    var configuration = try MockServer.Configuration.testing(tree: tree(count: 3 << 20))
    configuration.script = try Script(parsing: "SIZE * -> 213 \"\(size)\"\n")
    let folder = try TemporaryFolder("ftpraw-longer-")
    let path = "\(folder.path)/file"
    try await withSession(configuration) { ftp, _ async throws in
      #expect(await failure { try await ftp.download("file") }?.kind == "longer")
      var pieces: [UInt8] = []
      let error = await failure {
        try await ftp.download("file") { for try await piece in $0 { pieces += piece } }
      }
      #expect(error?.kind == "longer" && pieces == pattern(size))
      #expect(await failure { try await ftp.download("file", to: path) }?.kind == "longer")
      #expect(contents(of: path) == nil)
      #expect(contents(of: path + FTPSession.temporarySuffix)?.count ?? 0 == size)
      var options = FTPQueueOptions(ftp.site)
      options.retries = 0
      let inSegments = await failure {
        try await withFTPQueue(options) { try await $0.download("file", to: path, segments: 3) }
      }
      #expect(inSegments?.kind == "longer")
      #expect(contents(of: path) == nil)
    }
  }

  @Test func turnsAreTakenInOrder() async throws {
    try await withSession(.testing(tree: tree(count: 200_000))) { ftp, _ async throws in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for round in 0..<8 {
          group.addTask {
            if round.isMultiple(of: 2) { return try await ftp.download("file") == pattern(200_000) }
            return try await ftp(.size("file")) == 200_000
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }
  }
}
