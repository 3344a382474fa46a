import FTPProtocol

/// Selects names of a tree by patterns in which `*` matches any bytes and `?` one.
///
/// A pattern with a slash is compared with the whole path from the top of the tree, one without with the last name.
package struct MirrorPatterns: Hashable, Sendable {
  /// If there are any, only files that match one of them are selected.
  package var including: [Glob] = []
  /// Files and directories that match one of them are not selected, nor is their content.
  package var excluding: [Glob] = []

  /// Whether a file is selected by ``including``.
  package func includes(_ path: MirrorPath) -> Bool {
    including.isEmpty || including.contains { Self.matches($0, path) }
  }

  /// Whether a file or directory is left out.
  package func excludes(_ path: MirrorPath) -> Bool { excluding.contains { Self.matches($0, path) } }

  /// Whether an entry may be deleted: excluded entries are not touched.
  package func mayDelete(_ path: MirrorPath, _ kind: MirrorTree.Kind) -> Bool {
    !excludes(path) && (kind == .directory || includes(path))
  }

  private static func matches(_ glob: Glob, _ path: MirrorPath) -> Bool {
    let slash = UInt8(ascii: "/")
    guard glob.pattern.contains(slash) else { return glob.matches(path.name) }
    // A slash at the front means the top of the tree.
    guard glob.pattern.first == slash else { return glob.matches(path.bytes) }
    return glob.matches([slash] + path.bytes)
  }
}
