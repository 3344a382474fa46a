import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing

@testable import FTPTransfers

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("A tree is mirrored in both directions", .queueing, .endsWhenItHangs)
struct FTPMirrorTests {
  let rig: TransferRig

  init() throws { rig = try TransferRig() }

  private static var tree: VirtualTree {
    var tree = VirtualTree()
    tree.addFile("top/a.txt", FileContents([1, 2, 3]))
    tree.addFile("top/sub/b.bin", FileContents(TransferRig.noise(70_000)))
    tree.addFile("top/sub/deep/c", FileContents([]))
    tree.addDirectory("top/empty")
    return tree
  }

  private func mirror(
    _ server: MockServer, retries: Int = 3, _ change: (inout FTPMirrorOptions) -> Void = { _ in }
  ) async throws -> FTPMirrorReport {
    var options = FTPMirrorOptions()
    change(&options)
    let settings = rig.options(server, connections: options.jobs) { $0.retries = retries }
    return try await withFTPQueue(settings) { [options] queue in
      try await queue.mirror(from: "top", toFolder: rig.folder.path, options: options)
    }
  }

  private static func words(_ report: FTPMirrorReport) -> [String] {
    report.steps.map { "\($0.kind) \($0.path)" + ($0.failure == nil ? "" : " failed") }
  }

  @Test(arguments: [[], [Verb.mlsd, .mlst]] as [Set<Verb>])
  func comesWholeAndOnlyOnce(without: Set<Verb>) async throws {
    var configuration = try TransferRig.configuration(Self.tree)
    configuration.disabledVerbs = without
    try await withMockServer(configuration) { server async throws in
      let dry = try await mirror(server) { $0.isDryRun = true }
      #expect(dry.count(.transfer) == 3 && dry.count(.makeDirectory) == 3)
      #expect(try rig.names.isEmpty)
      let report = try await mirror(server)
      #expect(Self.words(report) == Self.words(dry) && report.failures.isEmpty)
      #expect(try rig.names == ["a.txt", "empty", "sub"])
      #expect(try rig.contents("sub/b.bin") == TransferRig.noise(70_000))
      #expect(try rig.contents("sub/deep/c") == [])
      let again = try await mirror(server)
      #expect(again.count(.same) == 3 && again.steps.count == 3)
      server.updateTree { tree in
        tree.addFile("top/a.txt", FileContents([9, 9, 9]), modified: FileTime(year: 2025, month: 1, day: 1))
      }
      #expect(Self.words(try await mirror(server)).first == "transfer a.txt")
      #expect(try rig.contents("a.txt") == [9, 9, 9])
    }
  }

  @Test func deletesWhereAskedAndNeverOnAnEmptyListing() async throws {
    try await withMockServer(TransferRig.configuration(Self.tree)) { server async throws in
      _ = try await mirror(server)
      try rig.write([1], to: "extra")
      try rig.write([1], to: "empty/kept")
      try rig.write([1], to: "sub/deep/extra")
      #expect(try await mirror(server).count(.delete) == 0)
      let report = try await mirror(server) { $0.deletes = true }
      #expect(
        Self.words(report).filter { $0.hasPrefix("delete") } == ["delete sub/deep/extra", "delete extra"])
      #expect(Self.words(report).contains("skip empty/kept"))
      #expect(try rig.contents("empty/kept") == [1] && rig.contents("extra") == nil)
    }
  }

  /// Whatever is wrong with listings, local files stay.
  @Test(
    arguments: FaultCatalogue.all.filter { $0.family == "listing" }.map(\.name) + ["code-answer=MLSD:550"],
    [[], [.mlsd, .mlst], [.mlst, .size]] as [Set<Verb>])
  func deletesNothingByMistake(fault: String, without: Set<Verb>) async throws {
    let configuration = try TransferRig.configuration(Self.tree)
    try await withMockServer(configuration) { server async throws in _ = try await mirror(server) }
    var faulty = try TransferRig.configuration(Self.tree, faults: [fault])
    faulty.disabledVerbs = without
    try await withMockServer(faulty) { server async throws in
      do {
        _ = try await mirror(server, retries: 0) { $0.deletes = true }
      } catch is FTPError {}
    }
    #expect(try rig.contents("a.txt") == [1, 2, 3], "\(fault)")
    #expect(try rig.contents("sub/b.bin") == TransferRig.noise(70_000), "\(fault)")
    #expect(try rig.contents("sub/deep/c") == [], "\(fault)")
  }

  /// A mirror from a server that answers MLSD with these lines, next to a file that is only here.
  private func deleting(
    _ lines: [String], _ body: (FTPMirrorReport) -> Void
  ) async throws {
    try rig.write([1], to: "keep")
    var configuration = try TransferRig.configuration(Self.tree)
    let data = lines.map { $0 + "\\r\\n" }.joined()
    configuration.script = try Script(parsing: "MLSD top -> 150, data \"\(data)\", close data, 226\n")
    try await withMockServer(configuration) { server async throws in
      body(try await mirror(server) { $0.deletes = true })
    }
  }

  /// Of these listings each line may be right, but the server says otherwise when it is asked.
  @Test(arguments: [
    ["type=dir; empty"],
    ["type=cdir; /elsewhere", "type=file;size=3; a.txt", "type=dir; empty", "type=dir; sub"],
    ["type=file;size=3; a.txttype=dir; empty"], ["type=file;size=3; a.txt", "type=dir; sub/deep"],
  ])
  func nothingIsDeletedIfTheServerContradictsItsListing(lines: [String]) async throws {
    try rig.write([1, 2, 3], to: "a.txt")
    try await deleting(lines) { report in
      #expect(report.count(.delete) == 0 && report.steps.contains { $0.leavesGap }, "\(Self.words(report))")
    }
    #expect(try rig.contents("keep") == [1] && rig.contents("a.txt") == [1, 2, 3])
  }

  @Test func aListingOfTheDirectoryUnderAnyOfItsNamesIsTaken() async throws {
    for name in [".", "top", "/top", "/top/"] {
      try await deleting(["type=cdir; \(name)", "type=file;size=3; a.txt"]) {
        report in
        #expect(report.count(.delete) == 1, "\(name): \(Self.words(report))")
      }
    }
  }

  /// The size in the listing counts if SIZE is refused.
  @Test(arguments: [[], [.mlsd, .mlst]] as [Set<Verb>])
  func aFileShorterThanItsListingSaysIsNotTaken(without: Set<Verb>) async throws {
    var configuration = try TransferRig.configuration(Self.tree, faults: ["size-refused"])
    configuration.disabledVerbs = without
    configuration.script = try Script(parsing: "RETR *b.bin -> 150, data \"short\", close data, 226\n")
    try await withMockServer(configuration) { server async throws in
      let report = try await mirror(server, retries: 0)
      #expect(report.failures.map(\.path) == ["sub/b.bin"])
      #expect(try rig.contents("sub/b.bin") == nil && rig.contents("a.txt") == [1, 2, 3])
    }
  }

  @Test func aMissingFolderIsMadeUnlessItIsADryRun() async throws {
    try await withMockServer(TransferRig.configuration(Self.tree)) { server async throws in
      for isDryRun in [true, false] {
        var options = FTPMirrorOptions()
        options.isDryRun = isDryRun
        let report = try await withFTPQueue(rig.options(server)) { [options] queue in
          try await queue.mirror(from: "top", toFolder: rig.path("new"), options: options)
        }
        #expect(report.count(.transfer) == 3 && report.failures.isEmpty)
        #expect(try rig.names == (isDryRun ? [] : ["new"]))
      }
      #expect(try rig.contents("new/a.txt") == [1, 2, 3])
    }
  }

  /// The mirror does not write through a link in the folder.
  @Test func staysInItsFolder() async throws {
    let outside = try TemporaryFolder("ftpraw-outside-")
    #expect(symlink(outside.path, rig.path("sub")) == 0)
    try await withMockServer(TransferRig.configuration(Self.tree)) { server async throws in
      let report = try await mirror(server)
      #expect(report.steps.contains { $0.kind == .skip && $0.path == "sub" && $0.reason.contains("link") })
      #expect(try DirectoryRoot.open(outside.path).names(in: []).isEmpty)
      #expect(try rig.contents("a.txt") == [1, 2, 3])
    }
  }

  @Test func goesWholeAndOnlyOnce() async throws {
    try DirectoryRoot.open(rig.folder.path).makeDirectory([Array("sub".utf8)])
    try rig.write(TransferRig.noise(90_000), to: "sub/large")
    try rig.write([], to: "none")
    let latin = try DirectoryRoot.open(rig.folder.path).create([[0x63, 0xE9]])
    try latin.write([5, 6])
    try latin.close()
    try await withMockServer(TransferRig.configuration(VirtualTree())) { server async throws in
      func upload(_ change: (inout FTPMirrorOptions) -> Void = { _ in }) async throws -> FTPMirrorReport {
        var options = FTPMirrorOptions()
        change(&options)
        return try await withFTPQueue(rig.options(server, connections: options.jobs)) { [options] queue in
          try await queue.mirror(fromFolder: rig.folder.path, to: "new/top", options: options)
        }
      }
      #expect(try await upload { $0.isDryRun = true }.count(.transfer) == 3)
      #expect(server.tree.names(in: "/") == [])
      let report = try await upload()
      #expect(report.count(.transfer) == 3 && report.failures.isEmpty)
      #expect(server.tree.bytes(of: "new/top/sub/large") == TransferRig.noise(90_000))
      #expect(server.tree.names(in: "new/top")?.count == 3)
      #expect(try await upload().count(.same) == 3)
      server.updateTree { $0.addFile("new/top/extra", FileContents([1])) }
      #expect(try await upload { $0.deletes = true }.count(.delete) == 1)
      #expect(!server.tree.contains("new/top/extra"))
    }
  }

  /// Each file waits on the server until two are being transferred.
  @Test func transfersSeveralFilesAtATime() async throws {
    let begun = Monitor(0)
    var tree = VirtualTree()
    for name in ["top/a", "top/b/c", "top/b/d", "top/e"] {
      tree.addFile(
        name,
        .generated(count: 1000) { offset, count in
          if offset == 0 { begun.withLockAndWakeOne { $0 += 1 } }
          begun.wait { $0 >= 2 ? () : nil }
          return FileContents.patternBytes(at: offset, count: count)
        })
    }
    try rig.write([1], to: "Extra")
    try await withMockServer(TransferRig.configuration(tree)) { server async throws in
      let report = try await mirror(server) { ($0.jobs, $0.deletes) = (3, true) }
      #expect(
        report.steps.map(\.kind) == [.makeDirectory, .transfer, .transfer, .transfer, .transfer, .delete])
      #expect((2...3).contains(server.receivedCommands(.pass).count))
    }
    for name in ["a", "b/c", "b/d", "e"] {
      #expect(try rig.contents(name) == FileContents.patternBytes(at: 0, count: 1000))
    }
  }

  /// If the server allows one connection only, that one does all.
  @Test(arguments: [1, 4])
  func getsByWithFewerConnections(segments: Int) async throws {
    var configuration = try TransferRig.configuration(Self.tree)
    configuration.limits.sessions = 1
    try await withMockServer(configuration) { server async throws in
      var options = FTPMirrorOptions()
      (options.jobs, options.segments) = (4, segments)
      let report = try await withFTPQueue(rig.options(server, connections: 4 * segments)) { [options] queue in
        try await queue.mirror(from: "top", toFolder: rig.folder.path, options: options)
      }
      #expect(report.count(.transfer) == 3 && report.failures.isEmpty, "\(Self.words(report))")
    }
  }

  @Test func tellsWhatCouldNotBeDoneAndDoesTheRest() async throws {
    let configuration = try TransferRig.configuration(Self.tree, faults: [])
    var refusing = configuration
    refusing.script = try Script(parsing: "RETR *a.txt -> 550\n")
    try await withMockServer(refusing) { server async throws in
      let report = try await mirror(server)
      #expect(report.failures.map(\.path) == ["a.txt"])
      #expect(report.count(.transfer) == 2)
      #expect(try rig.names == ["empty", "sub"])
    }
  }
}
