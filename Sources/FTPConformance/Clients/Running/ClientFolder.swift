import FTPProtocol
import FTPSystem

/// The folder of a tested client, next to one for its settings and inside several others, so that changes outside it
/// are noticed.
package final class ClientFolder: Sendable {
  private let enclosing: EnclosedFolder
  /// The client's working folder.
  package let path: String
  package let home: String

  package init() throws(LocalFileError) {
    enclosing = try EnclosedFolder("8", "7", "6", "5", "4", "3", "2", "1", "client")
    path = enclosing.path + "/work"
    home = enclosing.path + "/home"
    let root = try DirectoryRoot.open(enclosing.path)
    try root.makeDirectory([Array("work".utf8)], permissions: 0o755)
    try root.makeDirectory([Array("home".utf8)], permissions: 0o755)
  }

  /// An absolute path that the client must not write to.
  package var outside: String { enclosing.outerPath + "/escaped" }

  func write(_ bytes: [UInt8], to name: String) throws(LocalFileError) {
    var folder = ""
    for part in name.split(separator: "/").dropLast() {
      folder += (folder.isEmpty ? "" : "/") + part
      try makeFolder(folder)
    }
    try LocalFile.write(bytes, to: "\(path)/\(name)", permissions: 0o644)
  }

  func makeFolder(_ name: String) throws(LocalFileError) {
    let root = try DirectoryRoot.open(path)
    let names = name.split(separator: "/").map { Array($0.utf8) }
    if (try? root.status(of: names)) == nil { try root.makeDirectory(names, permissions: 0o755) }
  }

  /// Writes the certificates that the client is to trust, and returns the path of the file.
  func writeAuthorities(_ pem: [UInt8]) throws(LocalFileError) -> String {
    let name = "\(home)/ca.pem"
    try LocalFile.write(pem, to: name, permissions: 0o644)
    return name
  }

  /// What has changed outside the folder, in words, or nil.
  package func changeOutside() -> String? {
    if let change = enclosing.changeOutside() { return change }
    guard let names = try? DirectoryRoot.open(enclosing.path).names(in: []) else {
      return "an enclosing folder is gone"
    }
    return names.first { $0 != Array("work".utf8) && $0 != Array("home".utf8) }.map {
      "'\(Escaping.ascii($0, limit: 100))' is next to the folder"
    }
  }

  /// The entries of the folder, by relative path; at most 2000.
  package func files() -> [String: ClientObservation.Found] {
    guard let root = try? DirectoryRoot.open(path) else { return [:] }
    var files: [String: ClientObservation.Found] = [:]
    collect(root, [], &files)
    return files
  }

  private func collect(
    _ root: DirectoryRoot, _ folder: [[UInt8]], _ files: inout [String: ClientObservation.Found]
  ) {
    guard folder.count < 40, let entries = try? root.list(folder) else { return }
    for entry in entries where files.count < 2_000 {
      let names = folder + [entry.name]
      let bytes = entry.status.kind == .file ? try? root.open(names).bytes(limit: 1 << 20) : nil
      let path = String(decoding: Array(names.joined(separator: [0x2F])), as: UTF8.self)
      files[path] = ClientObservation.Found(
        kind: entry.status.kind, size: entry.status.size, permissions: entry.status.permissions,
        modified: entry.status.modified, bytes: bytes ?? [])
      if entry.status.kind == .directory { collect(root, names, &files) }
    }
  }
}
