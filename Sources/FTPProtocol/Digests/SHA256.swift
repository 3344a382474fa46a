/// SHA-256 (FIPS 180-4).
package struct SHA256: Digest {
  private var buffer = BlockBuffer(blockSize: 64)
  private var function = Function()

  /// The digest of nothing.
  package init() {}

  /// Takes bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    buffer.append(bytes, to: &function)
  }

  /// The digest in 32 bytes.
  package mutating func finish() -> [UInt8] {
    buffer.finish(&function)
    return (0..<8).flatMap { function.state[$0].bigEndianBytes }
  }
}

extension SHA256 {
  private struct Function: BlockFunction {
    var state: SIMD8<UInt32> = [
      0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
      0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    private var schedule = [UInt32](repeating: 0, count: 64)

    mutating func process(_ blocks: Span<UInt8>) {
      var state = state
      var words = schedule.mutableSpan
      let constants = Self.constants.span
      var start = 0
      while start < blocks.count {
        for index in 0..<16 { words[index] = blocks.bigEndian32(at: start + 4 * index) }
        for index in 16..<64 {
          let (early, late) = (words[index - 15], words[index - 2])
          let low = early.rotated(right: 7) ^ early.rotated(right: 18) ^ early &>> 3
          let high = late.rotated(right: 17) ^ late.rotated(right: 19) ^ late &>> 10
          words[index] = words[index - 16] &+ low &+ words[index - 7] &+ high
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for step in stride(from: 0, to: 64, by: 8) {
          Self.round(a, b, c, &d, e, f, g, &h, constants[step] &+ words[step])
          Self.round(h, a, b, &c, d, e, f, &g, constants[step + 1] &+ words[step + 1])
          Self.round(g, h, a, &b, c, d, e, &f, constants[step + 2] &+ words[step + 2])
          Self.round(f, g, h, &a, b, c, d, &e, constants[step + 3] &+ words[step + 3])
          Self.round(e, f, g, &h, a, b, c, &d, constants[step + 4] &+ words[step + 4])
          Self.round(d, e, f, &g, h, a, b, &c, constants[step + 5] &+ words[step + 5])
          Self.round(c, d, e, &f, g, h, a, &b, constants[step + 6] &+ words[step + 6])
          Self.round(b, c, d, &e, f, g, h, &a, constants[step + 7] &+ words[step + 7])
        }
        state &+= [a, b, c, d, e, f, g, h]
        start += 64
      }
      self.state = state
    }

    /// One step of the compression.
    ///
    /// The eight words move by one place after each, so eight steps in a row move nothing.
    @inline(__always)
    private static func round(
      _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
      _ h: inout UInt32, _ word: UInt32
    ) {
      let high = e.rotated(right: 6) ^ e.rotated(right: 11) ^ e.rotated(right: 25)
      let first = h &+ high &+ (g ^ (e & (f ^ g))) &+ word
      let low = a.rotated(right: 2) ^ a.rotated(right: 13) ^ a.rotated(right: 22)
      d &+= first
      h = first &+ low &+ ((a & b) | (c & (a | b)))
    }

    /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
      0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1,
      0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
      0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
      0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
      0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
      0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
      0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
      0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
      0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A,
      0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
      0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
  }
}
