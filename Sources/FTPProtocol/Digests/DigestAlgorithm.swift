/// A checksum or cryptographic hash by its name, as HASH and its relatives have them (draft-bryan-ftpext-hash-02,
/// section 3).
///
/// ```swift
/// DigestAlgorithm(name: "sha-256")?.hexDigest(of: bytes)   // "e3b0c4…"
/// ```
package struct DigestAlgorithm: Sendable {
  /// The name of the registry, in upper case: `SHA-256`.
  package let name: String
  private let make: @Sendable () -> any Digest

  /// Makes an algorithm of your own.
  package init(name: String, _ make: @escaping @Sendable () -> any Digest) {
    self.name = name
    self.make = make
  }

  /// CRC-32 as ISO 3309, zip and Ethernet have it; not a cryptographic hash.
  package static let crc32 = DigestAlgorithm(name: "CRC32") { CRC32() }
  /// MD5 (RFC 1321), broken as a cryptographic hash.
  package static let md5 = DigestAlgorithm(name: "MD5") { MD5() }
  /// SHA-1 (FIPS 180-4), broken as a cryptographic hash.
  package static let sha1 = DigestAlgorithm(name: "SHA-1") { SHA1() }
  /// SHA-256 (FIPS 180-4).
  package static let sha256 = DigestAlgorithm(name: "SHA-256") { SHA256() }
  /// SHA-512 (FIPS 180-4).
  package static let sha512 = DigestAlgorithm(name: "SHA-512") { SHA512() }

  /// The available algorithms, the strongest first.
  package static let all = [sha512, sha256, sha1, md5, crc32]

  /// The algorithm of this name, read without regard to case; nil for any other name.
  package init?(name: String) {
    let wanted = name.uppercased()
    guard let algorithm = Self.all.first(where: { $0.name == wanted }) else { return nil }
    self = algorithm
  }

  /// A digest of nothing yet.
  package func makeDigest() -> any Digest { make() }

  package func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
    var digest = make()
    let bytes = Array(bytes)
    digest.update(bytes.span)
    return digest.finish()
  }

  /// The same in lower-case hexadecimal digits.
  package func hexDigest(of bytes: some Sequence<UInt8>) -> String {
    Self.hexadecimal(digest(of: bytes))
  }

  /// Bytes as lower-case hexadecimal digits.
  package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension DigestAlgorithm: Hashable, CustomStringConvertible {
  /// Algorithms are the same if their names are.
  package static func == (left: DigestAlgorithm, right: DigestAlgorithm) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  package var description: String { name }
}

/// A digest being computed; it takes bytes in any segments.
package protocol Digest: Sendable {
  /// Takes bytes.
  mutating func update(_ bytes: Span<UInt8>)

  /// The digest of all bytes, most significant byte first; the value is used up.
  mutating func finish() -> [UInt8]
}

extension Digest {
  /// Takes bytes.
  package mutating func update(_ bytes: ArraySlice<UInt8>) { update(bytes.span) }
}
