import FTPProtocol

/// A path on a server, byte by byte: names there may be in any encoding.
///
/// ```swift
/// let notes: FTPPath = "pub/notes.txt"
/// let latin = FTPPath(bytes: [0x63, 0x61, 0x66, 0xE9])
/// notes.appending(Array("old".utf8))   // pub/notes.txt/old
/// ```
public struct FTPPath: Hashable, Sendable {
  /// The bytes sent in commands; empty for the working directory.
  public var bytes: [UInt8]

  /// Wraps bytes.
  public init(bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

  /// Makes a path of text, sent as UTF-8 (RFC 2640, section 3.1).
  public init(_ text: String) { self.init(bytes: text.utf8) }

  /// The path as text; bytes that are not UTF-8 are replaced.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The part after the last slash; empty if that is the last byte.
  public var name: [UInt8] {
    bytes.lastIndex(of: 0x2F).map { Array(bytes[($0 + 1)...]) } ?? bytes
  }

  /// The part before the last slash; the root for a name in it, and empty if there is no slash.
  public var parent: FTPPath {
    guard let slash = bytes.lastIndex(of: 0x2F) else { return FTPPath(bytes: []) }
    return FTPPath(bytes: bytes[..<max(slash, bytes.startIndex + 1)])
  }

  /// The path of a name in this directory.
  public func appending(_ name: some Collection<UInt8>) -> FTPPath {
    guard let last = bytes.last else { return FTPPath(bytes: name) }
    return FTPPath(bytes: bytes + (last == 0x2F ? [] : [0x2F]) + name)
  }

  /// The path of a name in this directory.
  public func appending(_ name: String) -> FTPPath { appending(name.utf8) }
}

extension FTPPath: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Makes a path of a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// The path as printable ASCII.
  public var description: String { Escaping.ascii(bytes) }
}
