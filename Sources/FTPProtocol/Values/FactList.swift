/// One entry of MLST or MLSD: facts, one space, and a name (RFC 3659, section 7.2).
///
/// ```swift
/// let entry = try FactList.read("Type=file;Size=1024; read me.txt".utf8).value
/// entry.type            // file
/// entry.size            // 1024
/// entry["UNIX.mode"]    // nil
/// entry.name            // the bytes of "read me.txt"
/// ```
public struct FactList: Hashable, Sendable {
  /// One fact.
  ///
  /// Names are case-insensitive, values are kept byte by byte.
  public struct Fact: Sendable {
    /// The name in the case in which it was given.
    public let name: String
    /// The value.
    public let value: [UInt8]

    /// Makes a fact.
    public init(_ name: String, bytes value: some Collection<UInt8>) {
      self.name = name
      self.value = Array(value)
    }

    /// Makes a fact with a value of text.
    public init(_ name: String, _ value: String) { self.init(name, bytes: value.utf8) }

    /// The value as text; bytes that are not UTF-8 are replaced.
    public var text: String { String(decoding: value, as: UTF8.self) }
  }

  /// The facts in the order in which they were given.
  public let facts: [Fact]
  /// The name, byte by byte: spaces at its beginning and end are part of it.
  public let name: [UInt8]

  /// Makes an entry.
  public init(_ facts: [Fact], name: some Collection<UInt8>) {
    self.facts = facts
    self.name = Array(name)
  }

  /// Makes an entry with a name of text.
  public init(_ facts: [Fact], name: String) { self.init(facts, name: name.utf8) }

  /// The name as text; bytes that are not UTF-8 are replaced.
  public var text: String { String(decoding: name, as: UTF8.self) }

  /// The value of the first fact with this name, compared without regard to case; nil if there is none.
  public subscript(name: String) -> String? { fact(name)?.text }

  /// The first fact with this name, compared without regard to case; nil if there is none.
  public func fact(_ name: String) -> Fact? { facts.first { $0.isNamed(name) } }
}

extension FactList {
  /// The size in octets, which may be an estimate; nil if it is missing or not a number below 2^64.
  public var size: UInt64? { fact("size")?.value[...].decimal() }

  /// When the content was last changed; nil if it is missing or not a time.
  public var modify: TimeValue? { time("modify") }

  /// When the entry was created; nil if it is missing or not a time.
  public var create: TimeValue? { time("create") }

  /// The type of the entry; nil if it is missing.
  public var type: EntryType? { self["type"].map(EntryType.init(rawValue:)) }

  /// The permitted actions; nil if they are missing.
  public var permissions: Permissions? { fact("perm").map { Permissions($0.value) } }

  /// The identity of the file: two names with the same value are one file.
  ///
  /// Case counts.
  public var unique: String? { self["unique"] }

  /// The language of the name.
  public var language: String? { self["lang"] }

  /// The media type of the content.
  public var mediaType: String? { self["media-type"] }

  /// The character set of the name.
  public var characterSet: String? { self["charset"] }

  /// The permission bits of Unix, written in octal; nil if they are missing or not an octal
  /// number below 2^16.
  public var unixMode: UInt16? {
    guard let value = fact("UNIX.mode")?.value, value.allSatisfy(\.isDigit) else { return nil }
    return UInt16(String(decoding: value, as: UTF8.self), radix: 8)
  }

  private func time(_ name: String) -> TimeValue? {
    fact(name).flatMap { try? TimeValue.read($0.value).value }
  }
}

extension FactList {
  /// Writes the entry as a line of MLSD without its line end; MLST puts one space before it.
  ///
  /// - Throws: if a byte of a fact, or CR, LF or NUL in the name, would change the line's meaning.
  public func encoded() throws(ValueDeviation) -> [UInt8] {
    var bytes: [UInt8] = []
    for fact in facts {
      guard !fact.name.isEmpty, fact.name.utf8.allSatisfy(\.isFactByte),
        fact.value.allSatisfy({ $0.isFactByte || $0 == 0x3D })
      else {
        throw ValueDeviation("3659:7.2:fact-form", "the fact \(Escaping.ascii(fact.name.utf8, limit: 30))")
      }
      bytes += fact.name.utf8
      bytes.append(0x3D)
      bytes += fact.value
      bytes.append(0x3B)
    }
    guard !name.contains(where: \.endsLine) else {
      throw ValueDeviation("3659:2.2:crlf-in-names", "a name with CR, LF or NUL")
    }
    bytes.append(0x20)
    return bytes + name
  }
}

extension FactList.Fact: Hashable {
  /// Compares names without regard to the case of ASCII letters, and values byte by byte.
  public static func == (left: Self, right: Self) -> Bool {
    left.isNamed(right.name) && left.value == right.value
  }

  /// Hashes the name in lower case, and the value.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte.lowercased) }
    hasher.combine(value)
  }

  func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count
      && name.utf8.lazy.map(\.lowercased).elementsEqual(other.utf8.lazy.map(\.lowercased))
  }
}

extension FactList: CustomStringConvertible {
  /// The entry as written, in printable ASCII.
  public var description: String {
    let list = facts.map { "\(Escaping.ascii($0.name.utf8))=\(Escaping.ascii($0.value));" }.joined()
    return "\(list) \(Escaping.ascii(name))"
  }
}
