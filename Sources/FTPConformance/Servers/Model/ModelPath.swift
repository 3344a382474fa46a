import FTPProtocol

/// Where a file or a directory of a model is: its names from the scratch directory down, byte for byte.
struct ModelPath: Hashable, Sendable {
  /// The names, that of the thing itself last; none for the scratch directory.
  let names: [[UInt8]]

  /// The scratch directory.
  static let top = ModelPath(names: [])

  init(names: [[UInt8]]) { self.names = names }

  /// Takes the argument of a command as a server does; nil for what is not inside the scratch directory.
  ///
  /// - Parameters:
  ///   - argument: the argument as sent.
  ///   - directory: the current one; nil if it is not known, so that only a full name means something.
  ///   - top: the full name of the scratch directory.
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

  /// The name without the directories in front; nil for the scratch directory.
  var name: [UInt8]? { names.last }

  /// The directory that it is in; nil for the scratch directory.
  var parent: ModelPath? { names.isEmpty ? nil : ModelPath(names: names.dropLast()) }

  /// What has this name in it.
  func appending(_ name: [UInt8]) -> ModelPath { ModelPath(names: names + [name]) }

  /// Whether it is `other`, or somewhere in it.
  func isWithin(_ other: ModelPath) -> Bool { names.starts(with: other.names) }

  /// The same place after `old` has become `new`.
  func moved(from old: ModelPath, to new: ModelPath) -> ModelPath {
    isWithin(old) ? ModelPath(names: new.names + names.dropFirst(old.names.count)) : self
  }

  /// The full name, below that of the scratch directory.
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
