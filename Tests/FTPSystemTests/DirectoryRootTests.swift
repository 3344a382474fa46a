import FTPSystem
import Foundation
import TestSupport
import Testing

@Suite("All operations work by name below a directory")
struct DirectoryRootTests {
  @Test("Files are created, written, extended and read, and existing ones are detected")
  func files() throws {
    try GuardedFolder.with { folder, root in
      let path = names("sub/new.bin")
      let made = try root.create(path)
      try made.write("one".bytes)
      try made.close()
      let more = try root.open(path, for: .appending)
      try more.write("two".bytes)
      try more.close()
      let changed = try root.open(path, for: .writing)
      try changed.seek(to: 1)
      try changed.write("NE".bytes)
      try changed.close()
      let file = try root.open(path)
      #expect(try file.contents() == "oNEtwo")
      #expect(try file.status().isSameFile(as: try root.status(of: path)))
      #expect(file.path == folder.inside + "/sub/new.bin")

      let error = #expect(throws: LocalFileError.self) { _ = try root.create(path) }
      #expect(error?.description == "cannot create \(folder.inside)/sub/new.bin: File exists")
    }
  }

  @Test("An open file can be used after its name is gone")
  func removedWhileOpen() throws {
    try GuardedFolder.with { _, root in
      let file = try root.open(names("notes.txt"))
      try root.removeFile(names("notes.txt"))
      #expect(try file.contents() == "notes")
      #expect(throws: LocalFileError.self) { _ = try root.open(names("notes.txt")) }
    }
  }

  @Test("Directories are created, listed and removed")
  func directories() throws {
    try GuardedFolder.with { _, root in
      try root.makeDirectory(names("sub/x"))
      #expect(try root.status(of: names("sub/x")).kind == .directory)
      let kinds = try Dictionary(
        uniqueKeysWithValues: root.list(names("sub")).map {
          (String(decoding: $0.name, as: UTF8.self), $0.status.kind)
        })
      #expect(kinds == ["x": .directory, "deep": .directory, "inner.txt": .file, "up": .link])
      try root.removeDirectory(names("sub/x"))
      #expect(try root.list(names("sub")).count == 3)
      // The listing of a descriptor begins from the start each time.
      #expect(try root.list([]).count == root.list([]).count)
    }
  }

  @Test("Entries are renamed, even over existing files")
  func renaming() throws {
    try GuardedFolder.with { _, root in
      try root.rename(names("sub/inner.txt"), to: names("notes.txt"))
      #expect(try root.open(names("notes.txt")).contents() == "inner")
      try root.rename(names("sub/deep"), to: names("deep"))
      #expect(try root.status(of: names("deep")).kind == .directory)
    }
  }

  @Test("Permissions and times are set, but never set-user-ID")
  func attributes() throws {
    try GuardedFolder.with { _, root in
      let path = names("notes.txt")
      try root.setPermissions(0o6751, of: path)
      try root.setModificationTime(.init(seconds: 951_868_799, nanoseconds: 5), of: path)
      let status = try root.status(of: path)
      #expect(status.permissions == 0o751)
      #expect(status.modified == .init(seconds: 951_868_799, nanoseconds: 5))
      #expect(status.size == 5)
      #expect(status.linkCount == 1)
      #expect(try root.freeSpace() > 0)
    }
  }

  @Test("The root itself can only be examined and listed")
  func rootItself() throws {
    try GuardedFolder.with { _, root in
      let status = try root.status(of: [])
      #expect(status.kind == .directory)
      #expect(throws: LocalFileError.self) { _ = try root.open([]) }
      #expect(throws: LocalFileError.self) { _ = try root.create([]) }
      #expect(throws: LocalFileError.self) { try root.makeDirectory([]) }
      #expect(throws: LocalFileError.self) { try root.removeDirectory([]) }
      #expect(throws: LocalFileError.self) { try root.removeFile([]) }
      #expect(throws: LocalFileError.self) { try root.rename([], to: names("x")) }
      #expect(throws: LocalFileError.self) { try root.rename(names("sub"), to: []) }
      #expect(throws: LocalFileError.self) { try root.setPermissions(0o700, of: []) }
    }
  }

  @Test("The root keeps its directory when its path leads to another one")
  func renamedRoot() throws {
    try GuardedFolder.with { folder, root in
      try FileManager.default.moveItem(atPath: folder.inside, toPath: folder.base + "/moved")
      try FileManager.default.createSymbolicLink(
        atPath: folder.inside, withDestinationPath: folder.outside)
      #expect(try root.open(names("notes.txt")).contents() == "notes")
      try root.create(names("new")).close()
      #expect(FileManager.default.fileExists(atPath: folder.base + "/moved/new"))
    }
  }

  @Test(
    "A failure to open names its reason",
    arguments: [
      ("nosuch", SystemError.noSuchFile), ("sub", .isDirectory), ("notes.txt/x", .notDirectory),
      ("to-notes", .tooManyLinks), ("to-sub/inner.txt", .notDirectory), ("circle", .tooManyLinks),
    ])
  func reasons(path: String, cause: SystemError) throws {
    try GuardedFolder.with { folder, root in
      let error = #expect(throws: LocalFileError.self) { _ = try root.open(names(path)) }
      #if os(Linux)
        #expect(error?.cause == cause)
      #endif
      #expect(error?.description.hasPrefix("cannot open \(folder.inside)/\(path): ") == true)
    }
  }

  @Test(
    "A failure to open a root names its reason",
    arguments: [
      ("/nosuch", "No such file or directory"), ("/dev/null", "Not a directory"), ("/\0", "Invalid argument"),
    ])
  func noRoot(path: String, text: String) {
    let error = #expect(throws: LocalFileError.self) { _ = try DirectoryRoot.open(path) }
    #expect(error?.cause.text == text)
  }

  #if os(Linux)
    @Test(
      "Names are bytes",
      arguments: [
        [0xFF, 0xFE, 0x80], Array("gr\u{FC}\u{DF}e".unicodeScalars.map { UInt8($0.value) }),
        [0x83, 0x5C, 0x81, 0x5F], Array("e\u{301}".utf8), Array("\u{E9}".utf8), Array("~".utf8),
        [0xC0, 0xAF],
        Array("...".utf8), [0x20], [0x0A], Array("-rf".utf8), [UInt8](repeating: 0xE9, count: 255),
      ] as [[UInt8]])
    func byteNames(name: [UInt8]) throws {
      try GuardedFolder.with { _, root in
        try root.makeDirectory([name])
        let file = try root.create([name, name])
        try file.write("x".bytes)
        try file.close()
        #expect(try root.list([name]).map(\.name) == [name])
        #expect(try root.open([name, name]).contents() == "x")
        #expect(try root.list([]).map(\.name).contains(name))
      }
    }
  #endif
}
