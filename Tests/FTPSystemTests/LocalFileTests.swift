import FTPSystem
import TestSupport
import Testing

@Suite("A local file is read and written, and errors name their cause")
struct LocalFileTests {
  @Test("Created, written, read, extended, truncated")
  func roundTrip() throws {
    try Resources.withTemporaryPath { path in
      let file = try LocalFile.create(path)
      try file.write("notes".bytes)
      try file.write("xx.txt".bytes[2...])
      #expect(try file.size() == 9)
      try file.seek(to: 5)
      var buffer = [UInt8](repeating: 0, count: 64)
      #expect(try file.read(into: &buffer) == 4)
      #expect(Array(buffer[..<4]) == ".txt".bytes)
      #expect(try file.read(into: &buffer) == 0)
      #expect(try file.read(into: &buffer, at: 3) == 6)
      try file.truncate(to: 2)
      try file.seek(to: 2)
      try file.close()
      #expect(Resources.contents(of: path) == "no".bytes)
    }
  }

  @Test(
    "Opening a file that exists",
    arguments: [(.truncating, "new"), (.appending, "old contents" + "new"), (.keeping, "new contents")]
      as [(LocalFile.Creation, String)])
  func existing(creation: LocalFile.Creation, contents: String) throws {
    try Resources.withTemporaryPath { path in
      try LocalFile.create(path, .exclusive).write("old contents".bytes)
      try LocalFile.create(path, creation).write("new".bytes)
      #expect(Resources.contents(of: path) == contents.bytes)
      let error = #expect(throws: LocalFileError.self) { _ = try LocalFile.create(path, .exclusive) }
      #expect(error?.description == "cannot create \(path): File exists")
      #expect(error?.cause == .fileExists)
    }
  }

  @Test(
    "Files that cannot be opened",
    arguments: [("/nosuch/file", "No such file or directory"), ("", "No such file or directory")])
  func missing(path: String, text: String) {
    let error = #expect(throws: LocalFileError.self) { _ = try LocalFile.open(path) }
    #expect(error?.description == "cannot open \(path): \(text)")
    #expect(error?.cause == .noSuchFile)
  }

  @Test("A path does not end at a NUL")
  func nul() {
    let error = #expect(throws: LocalFileError.self) { _ = try LocalFile.open("/\0x") }
    #expect(error?.description == "cannot open /\\x00x: Invalid argument")
  }

  #if os(Linux)
    @Test("A full disk")
    func full() throws {
      let file = try LocalFile.create("/dev/full", .keeping)
      let error = #expect(throws: LocalFileError.self) { try file.write([1]) }
      #expect(error?.description == "cannot write /dev/full: No space left on device")
      #expect(error?.cause == .noSpaceLeft)
    }
  #endif

  @Test("An impossible position")
  func position() throws {
    let file = try LocalFile.open("/dev/null")
    let error = #expect(throws: LocalFileError.self) { try file.seek(to: .max) }
    #expect(error?.operation == .seek)
  }
}
