import FTPProtocol

/// The path of a file or directory in a model: the names below the scratch directory, byte for byte.
struct ModelPath: Hashable, Sendable {
  /// The names, the last of which is its own; none for the scratch directory.
  let names: [[UInt8]]

  /// The scratch directory.
  static let top = ModelPath(names: [])

  init(names: [[UInt8]]) { self.names = names }

  /// Resolves the argument of a command as a server does; nil for a path outside the scratch directory.
  ///
  /// - Parameters:
  ///   - argument: The argument as sent.
  ///   - directory: The current directory; nil if unknown, so that only an absolute path can be resolved.
  ///   - top: The absolute path of the scratch directory.
  init?(_ argument: [UInt8], from directory: ModelPath?, top: [UInt8]) {
    let slash = UInt8(ascii: "/")
    var names: [[UInt8]]
    var rest = argument[...]
    if rest.first == slash {
      guard rest.starts(with: top), rest.count == top.count || rest[top.count] == slash else { return nil }
      names = []
      rest = rest.dropFirst(top.count)
    } else {
      guard let directory else { return nil }
      names = directory.names
    }
    for name in rest.split(separator: slash) where !name.elementsEqual(".".utf8) {
      if !name.elementsEqual("..".utf8) {
        names.append(Array(name))
      } else if names.popLast() == nil {
        return nil
      }
    }
    self.names = names
  }

  /// The last name; nil for the scratch directory.
  var name: [UInt8]? { names.last }

  /// The parent directory; nil for the scratch directory.
  var parent: ModelPath? { names.isEmpty ? nil : ModelPath(names: names.dropLast()) }

  /// The path of a file or directory with this name in the directory.
  func appending(_ name: [UInt8]) -> ModelPath { ModelPath(names: names + [name]) }

  /// Whether it is `other`, or below it.
  func isWithin(_ other: ModelPath) -> Bool { names.starts(with: other.names) }

  /// The path after `old` was renamed to `new`.
  func moved(from old: ModelPath, to new: ModelPath) -> ModelPath {
    isWithin(old) ? ModelPath(names: new.names + names.dropFirst(old.names.count)) : self
  }

  /// The absolute path, below that of the scratch directory.
  func fullName(below top: [UInt8]) -> [UInt8] {
    names.reduce(into: top) { path, name in
      if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
      path += name
    }
  }
}

extension ModelPath: CustomStringConvertible {
  /// The names as printable ASCII with slashes between them; a dot for the scratch directory.
  var description: String {
    names.isEmpty ? "." : names.map { Escaping.ascii($0) }.joined(separator: "/")
  }
}
