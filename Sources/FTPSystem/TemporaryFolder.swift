import LibC

/// A folder with a unique name, which is removed with its contents when ``remove()`` is called or the last reference
/// goes.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Makes it in `TMPDIR`, or in `/tmp`, which everybody may read: a server may run as another user.
  ///
  /// - Throws: with operation `.makeDirectory`.
  package init(_ prefix: String) throws(LocalFileError) {
    let parent = Self.parent
    var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw LocalFileError(operation: .makeDirectory, path: "\(parent)/\(prefix)XXXXXX", cause: .last)
    }
    _ = chmod(template, 0o755)
    path = Platform.string(fromCharacters: template)
  }

  /// `TMPDIR`, or `/tmp`.
  static var parent: String {
    var parent = Environment.value("TMPDIR") ?? "/tmp"
    while parent.hasSuffix("/"), parent.count > 1 { parent.removeLast() }
    return parent
  }

  deinit { remove() }

  /// Removes it.
  ///
  /// What cannot be removed stays, with the folders that contain it.
  package func remove() {
    guard let root = try? DirectoryRoot.open(path) else { return }
    Self.empty(root, [])
    rmdir(path)
  }

  private static func empty(_ root: DirectoryRoot, _ names: [[UInt8]]) {
    guard let entries = try? root.names(in: names) else { return }
    for name in entries {
      do throws(LocalFileError) {
        try root.removeFile(names + [name])
      } catch {
        empty(root, names + [name])
        try? root.removeDirectory(names + [name])
      }
    }
  }
}

extension DirectoryRoot {
  /// Opens a folder of this user in `TMPDIR`, or in `/tmp`, which all processes of the user share; creates it if it is
  /// missing.
  ///
  /// - Throws: with operation `.open`, also if another user could change what is in it.
  package static func privateFolder(_ name: String) throws(LocalFileError) -> DirectoryRoot {
    let full = "\(name)-\(geteuid())"
    let parent = try open(TemporaryFolder.parent)
    let names = [Array(full.utf8)]
    // A failure shows when it is opened.
    try? parent.makeDirectory(names, permissions: 0o700)
    let status = try parent.status(of: names)
    guard status.kind == .directory, status.owner == geteuid(), status.permissions & 0o022 == 0 else {
      throw LocalFileError(operation: .open, path: parent.display(names), cause: .permissionDenied)
    }
    return try open(parent.display(names))
  }
}
