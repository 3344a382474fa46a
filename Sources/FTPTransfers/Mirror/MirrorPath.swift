import FTPProtocol

/// The path from the top of a tree to an entry: names, byte by byte.
package struct MirrorPath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The names, from the top down; empty for the top itself.
  package let names: [[UInt8]]

  package init(_ names: [[UInt8]] = []) { self.names = names }

  /// The path of an entry in this directory.
  package func appending(_ name: [UInt8]) -> MirrorPath { MirrorPath(names + [name]) }

  /// The directory that it is in; nil for the top.
  package var parent: MirrorPath? { names.isEmpty ? nil : MirrorPath(names.dropLast()) }

  /// The last name; empty for the top.
  package var name: [UInt8] { names.last ?? [] }

  /// The names with slashes between them.
  package var bytes: [UInt8] { Array(names.joined(separator: [UInt8(ascii: "/")])) }

  /// In printable ASCII.
  package var description: String { names.isEmpty ? "." : Escaping.ascii(bytes) }

  /// Orders directories before their entries.
  package static func < (left: MirrorPath, right: MirrorPath) -> Bool {
    for (one, other) in zip(left.names, right.names) where one != other {
      return one.lexicographicallyPrecedes(other)
    }
    return left.names.count < right.names.count
  }
}
