import FTPSystem
import Foundation
import TestSupport
import Testing

@Suite("No name leads out of a directory", .endsWhenItHangs)
struct ConfinementTests {
  /// A path that is tried.
  struct Attempt: CustomTestStringConvertible {
    let path: [[UInt8]]

    var testDescription: String {
      let text = path.map { String(decoding: $0.prefix(20), as: UTF8.self) }.prefix(8).joined(separator: "/")
      return path.count > 8 || path.contains { $0.count > 20 } ? text + "…" : text
    }
  }

  static let attempts = paths.map { Attempt(path: $0) }

  /// Paths, split at their slashes.
  private static let paths: [[[UInt8]]] =
    [
      "..", ".", "", "../..", "../outside/secret", "../outside/folder", "/nosuch/secret", "/",
      "a/../../outside/secret",
      "sub/../../outside/secret", "sub/../..", "./notes.txt", "sub/./inner.txt", "sub//inner.txt", "sub/",
      "~",
      "~root", "~/secret", "%2e%2e/outside/secret", "to-secret", "to-folder", "to-folder/secret",
      "to-parent", "to-parent/outside/secret", "relative", "chain", "chain/secret", "sub/up/secret",
      "sub/up/new",
      "dangling", "dangling/x", "circle", "circle/x", "to-sub/../../outside/secret", "to-folder/new",
      "notes.txt/../../outside/secret", "nosuch/../../outside/secret", "\u{FF0E}\u{FF0E}/outside/secret",
      "..\u{0}/outside/secret", "to-secret\u{0}", "notes.txt\u{0}x",
    ].map(names)
    + [
      // Names that contain slashes, which splitting could not produce, and an overlong encoding of "..".
      [Array("../outside/secret".utf8)], [Array("/nosuch".utf8)], [Array("sub/up/secret".utf8)],
      [[0xC0, 0xAE, 0xC0, 0xAE], Array("outside".utf8), Array("secret".utf8)],
      [[UInt8](repeating: 0x61, count: 5000)], [[UInt8](repeating: 0x61, count: 256)],
      [[UInt8]](repeating: Array("sub".utf8), count: 300), [[UInt8]](repeating: Array("..".utf8), count: 300),
    ]

  @Test("Operations with such a name neither read nor change anything outside", arguments: attempts)
  func isConfined(_ attempt: Attempt) throws {
    let path = attempt.path
    try GuardedFolder.with { folder, root in
      if let text = try? root.open(path).contents() { #expect(text == "notes" || text == "inner") }
      for access in [DirectoryRoot.Access.writing, .appending] {
        if let file = try? root.open(path, for: access) { try file.write("x".bytes) }
      }
      _ = try? root.create(path)
      if let status = try? root.status(of: path), status.kind == .file { #expect(status.size < 10) }
      for entry in (try? root.list(path)) ?? [] { #expect(entry.name != Array("secret".utf8)) }
      try? root.setPermissions(0o777, of: path)
      try? root.setModificationTime(.init(seconds: 0), of: path)
      try? root.makeDirectory(path)
      try? root.rename(path, to: names("taken"))
      try? root.rename(names("sub/inner.txt"), to: path)
      try? root.rename(names("sub"), to: path)
      try? root.removeFile(path)
      try? root.removeDirectory(path)
    }
  }

  @Test("A link to a system file is not followed")
  func systemFile() throws {
    try GuardedFolder.with { folder, root in
      // Only reading: a test that fails must not harm the machine on which it runs.
      try folder.link("to-passwd", to: "/etc/passwd")
      #expect(throws: LocalFileError.self) { _ = try root.open(names("to-passwd")) }
      #expect(throws: LocalFileError.self) { _ = try root.open(names("/etc/passwd")) }
    }
  }

  @Test("Renaming and removing affect the link itself")
  func links() throws {
    try GuardedFolder.with { _, root in
      try root.rename(names("to-secret"), to: names("other"))
      #expect(try root.status(of: names("other")).kind == .link)
      try root.removeFile(names("other"))
      try root.removeFile(names("to-folder"))
      #expect(throws: LocalFileError.self) { try root.removeDirectory(names("chain")) }
      // Renaming replaces the link itself, not its target.
      try root.rename(names("notes.txt"), to: names("relative"))
      #expect(try root.open(names("relative")).contents() == "notes")
    }
  }

  @Test(
    "Opening a named pipe does not block",
    arguments: [.reading, .writing, .appending] as [DirectoryRoot.Access])
  func pipe(access: DirectoryRoot.Access) throws {
    try GuardedFolder.with { folder, root in
      #expect(mkfifo(folder.inside + "/pipe", 0o600) == 0)
      #expect(throws: LocalFileError.self) { _ = try root.open(names("pipe"), for: access) }
      #expect(throws: LocalFileError.self) { _ = try root.create(names("pipe")) }
      #expect(throws: LocalFileError.self) { _ = try root.list(names("pipe")) }
      #expect(try root.status(of: names("pipe")).kind == .pipe)
      try root.removeFile(names("pipe"))
    }
  }

  @Test("A pipe with a writer is not a file either")
  func connectedPipe() throws {
    try GuardedFolder.with { folder, root in
      #expect(mkfifo(folder.inside + "/pipe", 0o600) == 0)
      let other = Foundation.open(folder.inside + "/pipe", O_RDWR | O_NONBLOCK)
      defer { Foundation.close(other) }
      for access in [DirectoryRoot.Access.reading, .writing, .appending] {
        let error = #expect(throws: LocalFileError.self) { _ = try root.open(names("pipe"), for: access) }
        #expect(error?.cause == .permissionDenied)
      }
    }
  }

  @Test("A device is not a file", arguments: ["null", "zero", "tty"])
  func device(name: String) throws {
    let root = try DirectoryRoot.open("/dev")
    #expect(throws: LocalFileError.self) { _ = try root.open(names(name)) }
    #expect(throws: LocalFileError.self) { _ = try root.open(names(name), for: .writing) }
  }

  @Test("A path of 300 directories works like any other")
  func deep() throws {
    try GuardedFolder.with { _, root in
      var path: [[UInt8]] = []
      for _ in 0..<300 {
        path.append(Array("directory".utf8))
        try root.makeDirectory(path)
      }
      try root.create(path + names("file")).close()
      #expect(try root.list(path).map(\.name) == names("file"))
    }
  }
}
