import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing
import ToyLayer

@testable import FTPTransfers

@Suite(
  "Files are transferred under a temporary name, and resume where they were cut", .alsoUnderToyLayer,
  .endsWhenItHangs)
struct FileTests {
  let folder: TemporaryFolder
  let size = 300_000

  init() throws { folder = try TemporaryFolder("ftpraw-transfers-") }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }
  private var names: [String] {
    get throws {
      try DirectoryRoot.open(folder.path).names(in: []).map { String(decoding: $0, as: UTF8.self) }.sorted()
    }
  }

  @Test func aFileComesWholeWithItsTime() async throws {
    try await withSession(.testing(tree: tree(count: size))) { ftp, _ async throws in
      let told = Guarded<[FTPProgress]>([])
      var options = FTPFileOptions()
      options.progress = { progress in told.withLock { $0.append(progress) } }
      #expect(try await ftp.download("file", to: path("copy"), options: options) == UInt64(size))
      #expect(contents(of: path("copy")) == pattern(size))
      #expect(try names == ["copy"])
      let time = try await ftp(.modificationTime("file"))
      #expect(try LocalFile.open(path("copy")).status().modified.seconds == time.secondsSince1970)
      let steps = told.withLock { $0 }
      #expect(steps.last == FTPProgress(bytes: UInt64(size), size: UInt64(size)))
      #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.bytes < $1.bytes })
    }
  }

  @Test func aFileGoesWholeWithItsTime() async throws {
    try write(pattern(size), to: path("source"))
    try await withSession(.testing(tree: VirtualTree())) { ftp, server async throws in
      #expect(try await ftp.upload(file: path("source"), to: "copy") == UInt64(size))
      #expect(server.tree.bytes(of: "copy") == pattern(size))
      #expect(server.tree.names(in: "/") == ["copy"])
      let time = try await ftp(.modificationTime("copy"))
      #expect(try LocalFile.open(path("source")).status().modified.seconds == time.secondsSince1970)
    }
  }

  @Test func aRefusedFileLeavesNothing() async throws {
    try await withSession(.testing()) { ftp, _ async throws in
      #expect(await failure { try await ftp.download("nothing", to: path("copy")) }?.code == 550)
      #expect(try names == [])
      #expect(await failure { try await ftp.download("notes.txt", to: path("no/copy")) }?.kind == "local")
      #expect(await failure { try await ftp.upload(file: path("none"), to: "x") }?.kind == "local")
    }
  }

  @Test func aCutFileIsResumed() async throws {
    try await withMockServer(.testing(tree: tree(count: size), faults: ["data-fail=200000"])) { server in
      let ftp = try await FTPSession.open(.at(server))
      #expect(await failure { try await ftp.download("file", to: path("copy")) }?.kind == "incomplete")
      await ftp.close()
      #expect(try names == ["copy.ftpraw-part"])
      #expect(contents(of: path("copy.ftpraw-part")) == pattern(200_000))
    }
    try await withSession(.testing(tree: tree(count: size))) { ftp, server async throws in
      var options = FTPFileOptions()
      options.resumes = true
      #expect(try await ftp.download("file", to: path("copy"), options: options) == UInt64(size))
      #expect(contents(of: path("copy")) == pattern(size))
      #expect(try names == ["copy"])
      let restart = server.receivedCommands.first { $0.verb == .rest }
      #expect(restart?.description == "REST " + "\(200_000 - FTPSession.overlap)")
      // It did not begin again afterwards.
      #expect(server.receivedCommands.count { $0.verb == .retr } == 1)
    }
  }

  /// Local files that are not the beginning of the remote file, or cannot be continued: each download starts from the
  /// beginning.
  enum Part: String, CaseIterable {
    case otherBytes, longer, beginning, nothing

    var bytes: [UInt8] {
      switch self {
      case .otherBytes: [UInt8](repeating: 7, count: 1000)
      case .longer: pattern(400_000)
      case .beginning: pattern(100_000)
      case .nothing: []
      }
    }
  }

  @Test(arguments: [
    (Part.otherBytes, []), (.longer, []), (.nothing, []), (.beginning, ["restart-ignored"]),
    (.beginning, ["restart-off-by-one"]), (.beginning, ["restart-refused"]),
  ])
  func whatCannotBeGoneOnWithBeginsAnew(part: Part, faults: [String]) async throws {
    try write(part.bytes, to: path("copy.ftpraw-part"))
    try await withSession(.testing(tree: tree(count: size), faults: faults)) { ftp, _ async throws in
      var options = FTPFileOptions()
      options.resumes = true
      #expect(try await ftp.download("file", to: path("copy"), options: options) == UInt64(size))
      #expect(contents(of: path("copy")) == pattern(size))
      #expect(try names == ["copy"])
    }
  }

  @Test func aPartOlderThanTheFileIsOfAnother() async throws {
    try write(pattern(100_000), to: path("copy.ftpraw-part"))
    try DirectoryRoot.open(folder.path).setModificationTime(
      .init(seconds: 1), of: [Array("copy.ftpraw-part".utf8)])
    try await withSession(.testing(tree: tree(count: size))) { ftp, server async throws in
      var options = FTPFileOptions()
      options.resumes = true
      try await ftp.download("file", to: path("copy"), options: options)
      #expect(contents(of: path("copy")) == pattern(size))
      #expect(!server.receivedCommands.contains { $0.verb == .rest })
    }
  }

  @Test(arguments: [(100_000, Part.beginning), (0, .otherBytes), (0, .longer)])
  func aCutUploadIsResumedWhereItsEndIsTheSame(offset: Int, part: Part) async throws {
    try write(pattern(size), to: path("source"))
    // The lock of a test that used the same port may still name the part of its own.
    let name = String(Resources.temporaryPath().split(separator: "/").last ?? "")
    var there = VirtualTree()
    there.addFile("\(name).ftpraw-part", FileContents(part.bytes))
    try await withSession(.testing(tree: there)) { ftp, server async throws in
      var options = FTPFileOptions()
      options.resumes = true
      #expect(try await ftp.upload(file: path("source"), to: FTPPath(name), options: options) == UInt64(size))
      #expect(server.tree.bytes(of: name) == pattern(size))
      #expect(server.tree.names(in: "/") == [name])
      let restarts = server.receivedCommands.filter { $0.verb == .rest && $0.description == "REST \(offset)" }
      #expect(restarts.isEmpty == (offset == 0))
    }
  }

  @Test func overwritingIsAsked() async throws {
    try write([1], to: path("copy"))
    try await withSession(.testing()) { ftp, server async throws in
      var options = FTPFileOptions()
      for answer in [false, true] {
        let asked = Guarded<FTPEntry?>(nil)
        options.overwriting = .asking { entry in
          asked.withLock { $0 = entry }
          return answer
        }
        do {
          try await ftp.download("pub/hello.txt", to: path("copy"), options: options)
          #expect(answer)
        } catch FTPError.exists(let entry) {
          #expect(!answer)
          #expect(entry.size == 1)
        }
        #expect(asked.withLock { $0?.text } == "copy")
      }
      #expect(contents(of: path("copy")) == Array("hello\n".utf8))
      options.overwriting = .never
      #expect(
        await failure { try await ftp.download("notes.txt", to: path("copy"), options: options) }?.kind
          == "exists")
      let error = await failure {
        try await ftp.upload(file: path("copy"), to: "pub/hello.txt", options: options)
      }
      guard case .exists(let entry) = error else { throw try #require(error) }
      #expect(entry.size == 6 && entry.text == "hello.txt")
      // The size is the same and the file is not newer, because its time was kept.
      options.overwriting = .newer
      #expect(
        await failure { try await ftp.download("pub/hello.txt", to: path("copy"), options: options) }?.kind
          == "exists")
      #expect(
        await failure { try await ftp.upload(file: path("copy"), to: "pub/hello.txt", options: options) }?
          .kind == "exists")
      try write(Array("other\n".utf8), to: path("copy"))
      try await ftp.upload(file: path("copy"), to: "pub/hello.txt", options: options)
      #expect(server.tree.bytes(of: "pub/hello.txt") == Array("other\n".utf8))
      try await ftp.download("notes.txt", to: path("copy"), options: options)
      #expect(contents(of: path("copy")) == server.tree.bytes(of: "notes.txt"))
    }
  }

  @Test func whatIsNoFileIsWrittenAsItIs() async throws {
    try await withSession(.testing()) { ftp, _ async throws in
      #expect(try await ftp.download("pub/hello.txt", to: "/dev/null") == 6)
      #expect(try LocalFile.open("/dev/null").status().kind == .characterDevice)
    }
  }

  @Test func anotherDownloadOfTheSameTargetDoesNotMixIn() throws {
    let one = try PartFile(path("copy"))
    let other = try PartFile(path("copy"))
    try one.begin()
    try one.write([1, 1].span)
    try other.begin()
    try other.write([2].span)
    #expect(throws: LocalFileError.self) { try one.commit(modified: nil) }
    try other.commit(modified: nil)
    #expect(contents(of: path("copy")) == [2])
  }
}
