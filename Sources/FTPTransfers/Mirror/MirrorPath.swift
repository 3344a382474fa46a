import FTPProtocol

/// The path from the top of a tree to an entry: names, byte by byte.
package struct MirrorPath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The names, from the top down; empty for the top itself.
  package let names: [[UInt8]]

  /// Makes a path from names.
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

/// Why a name in a listing cannot be used in a folder.
package enum NameFault: String, Hashable, Sendable, CaseIterable {
  case empty = "it is empty"
  case relative = "it leads out of the folder"
  case separator = "it is a path, not a name"
  case drive = "it names a drive"
  case lineBreak = "it contains a line break or a NUL"

  /// The fault of a name; nil if it stays in its folder.
  ///
  /// Names are checked for every system that a tree may be copied to: a name that is harmless here may name a drive
  /// there.
  package static func of(_ name: [UInt8]) -> NameFault? {
    let dot = UInt8(ascii: ".")
    if name.isEmpty { return .empty }
    if name == [dot] || name == [dot, dot] { return .relative }
    if name.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) { return .lineBreak }
    if name.contains(UInt8(ascii: "/")) { return .separator }
    if name.first == UInt8(ascii: "\\") { return .separator }
    let parts = name.split(separator: UInt8(ascii: "\\"), omittingEmptySubsequences: false)
    if parts.count > 1, parts.contains([dot, dot]) { return .relative }
    if name.count >= 2, name[1] == UInt8(ascii: ":"), (0x61...0x7A).contains(name[0] | 0x20) { return .drive }
    return nil
  }
}
