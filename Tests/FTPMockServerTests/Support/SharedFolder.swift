import FTPSystem
import Foundation
import Testing

@testable import FTPMockServer

/// A folder that a server serves, and one next to it that it must neither read nor change.
struct SharedFolder {
  static let secret = "what is outside"

  let base: String
  var inside: String { base + "/inside" }
  var outside: String { base + "/outside" }

  /// Makes the folders for `body` and removes them afterwards; the outside folder must not have changed.
  static func with<Value>(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (SharedFolder) throws -> Value
  ) throws -> Value {
    let folder = SharedFolder(
      base: FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path)
    defer { try? FileManager.default.removeItem(atPath: folder.base) }
    try folder.fill()
    let before = try folder.outsideState()
    let result = try body(folder)
    #expect(try folder.outsideState() == before, sourceLocation: sourceLocation)
    return result
  }

  /// Serves the folder for `body`; the judge must find nothing against the server.
  static func served(
    isReadOnly: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (SharedFolder, MockServer) throws -> Void
  ) throws {
    try with(sourceLocation: sourceLocation) { folder in
      try withMockServer(.init(folder: ServedFolder(folder.inside, isReadOnly: isReadOnly))) { server in
        try body(folder, server)
        #expect(server.verdicts.filter { $0.party != .client } == [], sourceLocation: sourceLocation)
      }
    }
  }

  private func fill() throws {
    for directory in [inside + "/sub/deep", outside + "/folder"] {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }
    try write("notes\n", to: "notes.txt")
    try write("inner\n", to: "sub/inner.txt")
    try write(Self.secret, to: "../outside/secret")
    try write(Self.secret, to: "../outside/folder/secret")
    for (name, target) in [
      ("to-secret", outside + "/secret"), ("to-folder", outside + "/folder"), ("to-parent", ".."),
      ("relative", "../outside/secret"), ("dangling", "../outside/new"), ("circle", "circle"),
      ("to-sub", "sub"),
    ] { try link(name, to: target) }
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: inside + "/" + name, withDestinationPath: target)
  }

  /// Makes a file inside the served folder.
  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = try LocalFile.create(inside + "/" + name)
    try file.write(bytes)
    try file.close()
  }

  /// The contents of a file inside the served folder; nil if there is none.
  func bytes(_ name: String) -> [UInt8]? { try? Self.bytes(at: inside + "/" + name) }

  func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  private static func bytes(at path: String) throws -> [UInt8] {
    let file = try LocalFile.open(path)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while case let count = try file.read(into: &buffer), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  /// Every name outside with its contents, mode and time.
  private func outsideState() throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: outside).sorted()
    return try ([""] + names).map { name in
      let path = outside + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let contents = (try? Self.bytes(at: path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return "\(name) \(attributes[.posixPermissions] ?? "") \(time) \(contents)"
    }
  }
}
