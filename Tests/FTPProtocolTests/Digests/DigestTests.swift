import FTPProtocol
import Testing

@Suite("Digests agree with the standards")
struct DigestTests {
  /// Messages of RFC 1321 and FIPS 180-4, and the usual check strings.
  ///
  /// The digests were computed with another implementation.
  static let vectors: [(name: String, message: String, digest: String)] = [
    ("CRC32", "", "00000000"),
    ("CRC32", "abc", "352441c2"),
    ("CRC32", "message digest", "20159d7f"),
    ("CRC32", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "171a3f5f"),
    ("CRC32", "123456789", "cbf43926"),
    ("CRC32", "The quick brown fox jumps over the lazy dog", "414fa339"),
    ("MD5", "", "d41d8cd98f00b204e9800998ecf8427e"),
    ("MD5", "abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("MD5", "message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("MD5", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "8215ef0796a20bcaaae116d3876c664a"),
    ("MD5", "123456789", "25f9e794323b453885f5181f1b624d0b"),
    ("MD5", "The quick brown fox jumps over the lazy dog", "9e107d9d372bb6826bd81d3542a419d6"),
    ("SHA-1", "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("SHA-1", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("SHA-1", "message digest", "c12252ceda8be8994d5fa0290a47231c1d16aae3"),
    (
      "SHA-1", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    ("SHA-1", "123456789", "f7c3bc1d808e04732adf679965ccc34ca7ae3441"),
    ("SHA-1", "The quick brown fox jumps over the lazy dog", "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"),
    ("SHA-256", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("SHA-256", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("SHA-256", "message digest", "f7846f55cf23e14eebeab5b4e1550cad5b509e3348fbc4efa3a1413d393cb650"),
    (
      "SHA-256", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("SHA-256", "123456789", "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225"),
    (
      "SHA-256", "The quick brown fox jumps over the lazy dog",
      "d7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592"
    ),
    (
      "SHA-512", "",
      "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
        + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
    ),
    (
      "SHA-512", "abc",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
    (
      "SHA-512", "message digest",
      "107dbf389d9e9f71a3a95f6c055b9251bc5268c2be16d6c13492ea45b0199f33"
        + "09e16455ab1e96118e8a905d5597b72038ddb372a89826046de66687bb420e7c"
    ),
    (
      "SHA-512", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c335"
        + "96fd15c13b1b07f9aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445"
    ),
    (
      "SHA-512", "123456789",
      "d9e6762dd1c8eaf6d61b3c6192fc408d4d6d5f1176d0c29169bc24e71c3f274a"
        + "d27fcd5811b313d681f7e55ec02d73d499c95455b6b5bb503acf574fba8ffe85"
    ),
    (
      "SHA-512", "The quick brown fox jumps over the lazy dog",
      "07e547d9586f6a73f73fbac0435ed76951218fb7d0c8d788a309d785436bbb64"
        + "2e93a252a954f23912547d1e8a3b5ed6e1bfd7097821233fa0538f3db854fee6"
    ),
  ]

  @Test(arguments: vectors)
  func knownMessages(name: String, message: String, digest: String) throws {
    let algorithm = try #require(DigestAlgorithm(name: name))
    #expect(algorithm.hexDigest(of: message.utf8) == digest)
    for pieces in segmentations(message.latin1) {
      var incremental = algorithm.makeDigest()
      for piece in pieces { incremental.update(piece) }
      #expect(DigestAlgorithm.hexadecimal(incremental.finish()) == digest)
    }
  }

  /// The digests of all digests of the first 0 to 300 bytes of the sequence 0, 7, 14, … modulo 256, so that every
  /// length around the end of a block occurs.
  ///
  /// Computed with another implementation.
  @Test(arguments: [
    ("CRC32", "6224f684"),
    ("MD5", "e4702992a25b0586df095abeb5e4dc89"),
    ("SHA-1", "2d095daa1437f7f4f361cd003710e0b4d4d9af37"),
    ("SHA-256", "3b05b530351f50663ba5ac734c246d169eafec6b57c70dc6dc94cad39d04aad8"),
    (
      "SHA-512",
      "8a732a2ef96b72c61264041d982c51f52f584ba520746f8dfcbe356c60311e9d"
        + "68a05c40ac64998fb6bfca078a50d008373e7d30159f0e4626b1102c1cf370b3"
    ),
  ])
  func everyLength(name: String, digest: String) throws {
    let algorithm = try #require(DigestAlgorithm(name: name))
    let pattern = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let digests = (0...300).flatMap { algorithm.digest(of: pattern.prefix($0)) }
    #expect(algorithm.hexDigest(of: digests) == digest)
  }

  @Test(arguments: [
    ("CRC32", "dc25bfbc"),
    ("MD5", "7707d6ae4e027c70eea2a935c2296f21"),
    ("SHA-1", "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ("SHA-256", "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    (
      "SHA-512",
      "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
        + "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"
    ),
  ])
  func aMillionTimesA(name: String, digest: String) throws {
    let algorithm = try #require(DigestAlgorithm(name: name))
    let message = [UInt8](repeating: 0x61, count: 1_000_000)
    var generator = SeededGenerator(seed: 1)
    var incremental = algorithm.makeDigest()
    var rest = message[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 0...5000, using: &generator))
      incremental.update(piece)
      rest = rest[piece.endIndex...]
    }
    #expect(DigestAlgorithm.hexadecimal(incremental.finish()) == digest)
  }

  @Test func names() {
    #expect(DigestAlgorithm(name: "sha-256") == .sha256)
    #expect(DigestAlgorithm(name: "CRC-37") == nil)
    #expect(DigestAlgorithm.all.map(\.name) == ["SHA-512", "SHA-256", "SHA-1", "MD5", "CRC32"])
    var checksum = CRC32()
    checksum.update(Array("123456789".utf8)[...])
    #expect(checksum.value == 0xCBF4_3926)
  }
}
