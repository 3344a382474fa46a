import FTPSystem
import Foundation
import TestSupport
import Testing

/// A folder to work in, and one next to it that must be neither read nor changed.
///
/// Inside are `notes.txt`, `sub/inner.txt`, and links that lead out, in, nowhere and in circles.
struct GuardedFolder {
  static let secret = "what is outside"

  let base: String
  var inside: String { base + "/inside" }
  var outside: String { base + "/outside" }

  /// Makes the folders for `body` and removes them afterwards; the outside folder must not have changed.
  static func with(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (GuardedFolder, DirectoryRoot) throws -> Void
  ) throws {
    try Resources.withTemporaryPath { path in
      let folder = GuardedFolder(base: path)
      try folder.fill()
      let before = try folder.outsideState()
      try body(folder, try DirectoryRoot.open(folder.inside))
      #expect(try folder.outsideState() == before, sourceLocation: sourceLocation)
    }
  }

  private func fill() throws {
    for directory in [inside + "/sub/deep", outside + "/folder"] {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }
    try write("notes", to: inside + "/notes.txt")
    try write("inner", to: inside + "/sub/inner.txt")
    try write(Self.secret, to: outside + "/secret")
    try write(Self.secret, to: outside + "/folder/secret")
    for (name, target) in Self.links {
      try link(name, to: target.replacing("OUTSIDE", with: outside))
    }
  }

  /// The names of the links inside and their targets.
  static let links = [
    ("to-secret", "OUTSIDE/secret"), ("to-folder", "OUTSIDE/folder"),
    ("to-parent", ".."), ("relative", "../outside/secret"), ("chain", "to-folder"),
    ("sub/up", "../../outside"),
    ("dangling", "OUTSIDE/new"), ("circle", "circle"), ("to-sub", "sub"), ("to-notes", "notes.txt"),
  ]

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: inside + "/" + name, withDestinationPath: target)
  }

  func write(_ text: String, to path: String) throws {
    let file = try LocalFile.create(path)
    try file.write(text.bytes)
    try file.close()
  }

  /// Every name outside with its contents, mode and time.
  private func outsideState() throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: outside).sorted()
    return try ([""] + names).map { name in
      let path = outside + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let contents = Resources.contents(of: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return "\(name) \(attributes[.posixPermissions] ?? "") \(time) \(contents)"
    }
  }
}

/// The names between the slashes of a path, without simplification.
func names(_ path: String) -> [[UInt8]] {
  path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Array($0) }
}

extension LocalFile {
  /// Everything in the file.
  borrowing func contents() throws -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = try read(into: &buffer), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
