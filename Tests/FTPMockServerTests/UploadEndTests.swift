import FTPProtocol
import FTPSystem
import Foundation
import TestSupport
import Testing

@testable import FTPMockServer

@Suite("However an upload ends, a file is the old one or the new one, and nothing else is left")
struct UploadEndTests {
  private static let old = Array("the old contents".utf8)
  private static let new = Array("new".utf8)
  private static let path = VirtualPath("file")

  /// Runs `body` with each kind of storage: files in memory, a folder, and a folder that is written in place.
  private func withEach(_ body: (_ storage: any Storage, _ isInPlace: Bool) throws -> Void) throws {
    try body(MemoryStorage(VirtualTree(), capacity: 1 << 20) { VirtualTree.defaultTime }, false)
    for isInPlace in [false, true] {
      try Resources.withTemporaryPath { path in
        _ = try DirectoryRoot.openOrMake(path)
        var folder = try ServedFolder(path)
        folder.writesInPlace = isInPlace
        try body(FolderStorage(folder), isInPlace)
        // Nothing is hidden there either.
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).allSatisfy { $0 == "file" })
      }
    }
  }

  private func put(_ bytes: [UInt8], in storage: any Storage, _ start: WriteStart, _ end: UploadEnd) throws {
    var writer = try storage.write(Self.path, start)
    if !bytes.isEmpty { try writer.append(bytes[...]) }
    try writer.finish(end)
  }

  private func contents(_ storage: any Storage) -> [UInt8]? { try? storage.read(Self.path).allBytes }

  @Test(arguments: [UploadEnd.complete, .cut, .stopped, .undone], [false, true])
  func aWholeFile(end: UploadEnd, isThere: Bool) throws {
    for start in [WriteStart.beginning, .offset(0), .new] where start != .new || !isThere {
      for bytes in [Self.new, []] {
        try withEach { storage, isInPlace in
          if isThere { try put(Self.old, in: storage, .beginning, .complete) }
          try put(bytes, in: storage, start, end)
          let before = isThere ? Self.old : nil
          let expected: [UInt8]? =
            switch end {
            case .complete: bytes
            case .cut where isInPlace && isThere, .stopped where isInPlace && isThere:
              bytes.isEmpty ? Self.old : bytes
            case .cut: isThere ? Self.old : bytes
            case .stopped: isInPlace ? bytes : before
            case .undone: isInPlace && isThere && !bytes.isEmpty ? bytes : before
            }
          #expect(contents(storage) == expected, "\(type(of: storage)), in place: \(isInPlace), \(start)")
        }
      }
    }
  }

  @Test(arguments: [UploadEnd.complete, .cut, .stopped])
  func whatIsAddedStays(end: UploadEnd) throws {
    try withEach { storage, _ in
      try put(Self.old, in: storage, .beginning, .complete)
      try put(Self.new, in: storage, .end, end)
      #expect(contents(storage) == Self.old + Self.new)
      try put(Self.new, in: storage, .offset(4), end)
      #expect(contents(storage) == Self.old.prefix(4) + Self.new)
    }
  }

  @Test func nobodySeesAPart() throws {
    try withEach { storage, isInPlace in
      guard !isInPlace else { return }
      for old in [nil, Self.old] {
        if let old { try put(old, in: storage, .beginning, .complete) }
        var writer = try storage.write(Self.path, .beginning)
        try writer.append(Self.new[...])
        #expect(contents(storage) == old)
        #expect(try storage.names(in: .root) == (old == nil ? [] : [Array("file".utf8)]))
        // A name that STOU gives is in use from the beginning.
        #expect(throws: StorageError.exists) { _ = try storage.write(Self.path, .new) }
        try writer.finish(.complete)
        #expect(contents(storage) == Self.new)
      }
    }
  }

  @Test func theLastOfTwoWins() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<Thoroughness.rounds(200) {
      let pieces = (0..<2).map { UInt8($0) }
      let order = (0..<20).map { _ in Int.random(in: 0...1, using: &random) }
      try withEach { storage, isInPlace in
        guard !isInPlace else { return }
        var writers = try pieces.map { _ in try storage.write(Self.path, .beginning) }
        var counts = [0, 0]
        for one in order {
          try writers[one].append([pieces[one]][...])
          counts[one] += 1
        }
        for one in [0, 1] {
          try writers[one].finish(.complete)
          #expect(contents(storage) == [UInt8](repeating: pieces[one], count: counts[one]))
        }
      }
    }
  }

  @Test func aNameThatIsTakenMeanwhileStays() throws {
    try withEach { storage, isInPlace in
      guard !isInPlace else { return }
      for (end, isRefused) in [(UploadEnd.complete, true), (.cut, false)] {
        var writer = try storage.write(Self.path, .new)
        try writer.append(Self.new[...])
        try put(Self.old, in: storage, .beginning, .complete)
        if isRefused {
          #expect(throws: StorageError.exists) { try writer.finish(end) }
        } else {
          try writer.finish(end)
        }
        #expect(contents(storage) == Self.old)
        try storage.removeFile(Self.path)
      }
    }
  }

  @Test func permissionsAreKept() throws {
    try Resources.withTemporaryPath { path in
      let root = try DirectoryRoot.openOrMake(path)
      let storage = FolderStorage(try ServedFolder(path))
      try put(Self.old, in: storage, .beginning, .complete)
      try storage.setPermissions(0o640, of: Self.path)
      var writer = try storage.write(Self.path, .beginning)
      for entry in try root.list([]) { #expect(entry.status.permissions & 0o037 == 0) }
      // What is changed meanwhile counts.
      try storage.setPermissions(0o604, of: Self.path)
      try writer.finish(.complete)
      #expect(try storage.entry(at: Self.path).permissions == 0o604)
    }
  }

  @Test func noClientReachesWhatIsAsideAndWhatIsLeftIsRemoved() throws {
    try Resources.withTemporaryPath { path in
      let root = try DirectoryRoot.openOrMake(path)
      let storage = FolderStorage(try ServedFolder(path))
      try storage.makeDirectory(VirtualPath("sub"))
      let left = ".ftpraw-upload-0123456789abcdef"
      func leave() throws { try root.create([Array("sub".utf8), Array(left.utf8)]).close() }
      try leave()
      let hidden = VirtualPath("sub/\(left)")
      #expect(throws: StorageError.notFound) { _ = try storage.entry(at: hidden) }
      #expect(throws: StorageError.notFound) { _ = try storage.read(hidden) }
      #expect(throws: StorageError.notFound) { _ = try storage.write(hidden, .beginning) }
      #expect(throws: StorageError.notFound) { try storage.removeFile(hidden) }
      #expect(throws: StorageError.notFound) { try storage.rename(hidden, to: Self.path) }
      #expect(throws: StorageError.notFound) { try storage.makeDirectory(hidden) }
      var writer = try storage.write(VirtualPath("sub/file"), .beginning)
      #expect(try storage.names(in: VirtualPath("sub")).isEmpty)
      // The file of a killed server is gone, that of an upload in progress is not.
      #expect(try root.names(in: [Array("sub".utf8)]).count == 1)
      #expect(throws: StorageError.notEmpty) { try storage.removeDirectory(VirtualPath("sub")) }
      try writer.finish(.stopped)
      try leave()
      try storage.removeDirectory(VirtualPath("sub"))
    }
  }
}
