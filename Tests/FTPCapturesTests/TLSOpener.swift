@testable import FTPTransport

/// One direction of a TLS 1.3 connection, decrypted with a key log, as Wireshark does with the same two files.
///
/// It supports `TLS_AES_256_GCM_SHA384`, which all recordings use.
struct TLSOpener {
  /// The contents of a record.
  enum Content: Equatable {
    case handshake
    case data([UInt8])
    case alert(UInt8)
  }

  /// What is missing, or cannot be decrypted.
  struct Trouble: Error { let text: String }

  /// The lines of a key log: a label, the random bytes of the ClientHello, and the secret.
  struct Keys {
    private var secrets: [String: [UInt8]] = [:]

    init(_ text: String) throws {
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.count == 3 else { throw Trouble(text: "no line of a key log: \(line)") }
        secrets["\(words[0]) \(words[1])"] = stride(from: 0, to: words[2].count, by: 2).map {
          UInt8(words[2].dropFirst($0).prefix(2), radix: 16) ?? 0
        }
      }
    }

    func secret(_ label: String, _ random: ArraySlice<UInt8>) throws -> [UInt8] {
      let digits = random.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      guard let secret = secrets["\(label) \(digits)"] else {
        throw Trouble(text: "no \(label) for \(digits)")
      }
      return secret
    }
  }

  private let cryptography: Cryptography
  /// The secrets, in the order in which they are used.
  private var secrets: [[UInt8]]
  private var sequence: UInt64 = 0

  /// Makes the keys of one direction.
  ///
  /// - Parameters:
  ///   - side: `CLIENT` or `SERVER`, whose bytes are decrypted.
  ///   - keys: The secrets of the connection.
  ///   - hello: The client's first record.
  /// - Throws: if the keys belong to another connection.
  init(_ side: String, _ keys: Keys, hello: ArraySlice<UInt8>) throws {
    // The random bytes follow five bytes of the record, four of the message, and two of an old version.
    let random = hello.dropFirst(11).prefix(32)
    cryptography = try Cryptography()
    secrets = [
      try keys.secret("\(side)_HANDSHAKE_TRAFFIC_SECRET", random),
      try keys.secret("\(side)_TRAFFIC_SECRET_0", random),
    ]
  }

  /// The contents of all records in this direction.
  mutating func open(_ bytes: ArraySlice<UInt8>) throws -> [Content] {
    var contents: [Content] = []
    var rest = bytes
    while rest.count >= 5 {
      let header = Array(rest.prefix(5))
      let length = Int(header[3]) << 8 | Int(header[4])
      let body = Array(rest.dropFirst(5).prefix(length))
      guard body.count == length else { throw Trouble(text: "a record is cut") }
      rest = rest.dropFirst(5 + length)
      switch header[0] {
      case 23: contents.append(try content(of: plain(header, body)))
      case 22: contents.append(.handshake)
      case 20: break
      default: throw Trouble(text: "a record of type \(header[0]) in clear")
      }
    }
    guard rest.isEmpty else { throw Trouble(text: "the header of a record is cut") }
    return contents
  }

  /// The last byte that is not zero is the type of the contents.
  private func content(of plain: [UInt8]) throws -> Content {
    guard let end = plain.lastIndex(where: { $0 != 0 }) else { throw Trouble(text: "an empty record") }
    switch plain[end] {
    case 21 where end == 2: return .alert(plain[1])
    case 22: return .handshake
    case 23: return .data(Array(plain[..<end]))
    default: throw Trouble(text: "a record of type \(plain[end])")
    }
  }

  private mutating func plain(_ header: [UInt8], _ body: [UInt8]) throws -> [UInt8] {
    while let secret = secrets.first {
      var nonce = cryptography.expand(secret, "iv", 12)
      for place in 0..<8 {
        nonce[4 + place] ^= UInt8(truncatingIfNeeded: sequence >> (56 - 8 * UInt64(place)))
      }
      if let plain = cryptography.open(cryptography.expand(secret, "key", 32), nonce, header, body) {
        sequence += 1
        return plain
      }
      // With the Finished the next keys begin.
      guard secrets.count > 1 else { break }
      secrets.removeFirst()
      sequence = 0
    }
    throw Trouble(text: "a record that does not open")
  }
}

/// HKDF-Expand-Label and AES-GCM of the library that speaks TLS here.
private struct Cryptography {
  typealias Pointer = OpenSSL.Pointer
  typealias Update =
    @convention(c) (
      Pointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int32>?, UnsafePointer<UInt8>?, Int32
    ) -> Int32

  private let hash: OpenSSL.Method
  private let mac:
    @convention(c) (
      Pointer?, UnsafePointer<UInt8>?, Int32, UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?,
      UnsafeMutablePointer<UInt32>?
    ) -> Pointer?
  private let cipher: OpenSSL.Method
  private let new: OpenSSL.Method
  private let free: OpenSSL.Release
  private let begin:
    @convention(c) (Pointer?, Pointer?, Pointer?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?) -> Int32
  private let control: @convention(c) (Pointer?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32
  private let update: Update
  private let finish:
    @convention(c) (Pointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int32>?) -> Int32

  init() throws {
    _ = try OpenSSL.load()
    hash = symbol("EVP_sha384")
    mac = symbol("HMAC")
    cipher = symbol("EVP_aes_256_gcm")
    new = symbol("EVP_CIPHER_CTX_new")
    free = symbol("EVP_CIPHER_CTX_free")
    begin = symbol("EVP_DecryptInit_ex")
    control = symbol("EVP_CIPHER_CTX_ctrl")
    update = symbol("EVP_DecryptUpdate")
    finish = symbol("EVP_DecryptFinal_ex")
  }

  /// RFC 8446, section 7.1, for what one block is enough for.
  func expand(_ secret: [UInt8], _ label: String, _ count: Int) -> [UInt8] {
    let name = Array("tls13 \(label)".utf8)
    let information = [0, UInt8(count), UInt8(name.count)] + name + [0, 1]
    var block = [UInt8](repeating: 0, count: 64)
    var length: UInt32 = 0
    _ = mac(hash(), secret, Int32(secret.count), information, information.count, &block, &length)
    return Array(block.prefix(count))
  }

  /// The plaintext of a record; nil if the key does not fit the tag at its end.
  func open(_ key: [UInt8], _ nonce: [UInt8], _ header: [UInt8], _ body: [UInt8]) -> [UInt8]? {
    guard body.count >= 16, let context = new() else { return nil }
    defer { free(context) }
    var plain = [UInt8](repeating: 0, count: body.count)
    var tag = Array(body.suffix(16))
    var count: Int32 = 0
    var rest: Int32 = 0
    // EVP_CTRL_AEAD_SET_TAG
    guard begin(context, cipher(), nil, key, nonce) == 1, control(context, 0x11, 16, &tag) == 1,
      update(context, nil, &rest, header, Int32(header.count)) == 1,
      update(context, &plain, &count, body, Int32(body.count - 16)) == 1, finish(context, nil, &rest) == 1
    else { return nil }
    return Array(plain.prefix(Int(count)))
  }
}
