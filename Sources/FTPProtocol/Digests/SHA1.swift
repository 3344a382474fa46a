/// SHA-1 (FIPS 180-4).
struct SHA1: BlockDigest { var blocks = BlockWork(SHA1Function()) }

/// What SHA-1 does with each block.
struct SHA1Function: BlockFunction {
  private var state: SIMD8<UInt32> = [
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0, 0, 0, 0,
  ]
  private var schedule = [UInt32](repeating: 0, count: 80)

  var digest: [UInt8] { (0..<5).flatMap { state[$0].bigEndianBytes } }

  mutating func process(_ blocks: Span<UInt8>) {
    var state = state
    var words = schedule.mutableSpan
    var start = 0
    while start < blocks.count {
      for index in 0..<16 { words[index] = blocks.bigEndian32(at: start + 4 * index) }
      for index in 16..<80 {
        let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
        words[index] = mixed.rotated(left: 1)
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for step in 0..<80 {
        let mixed: UInt32 =
          if step < 20 {
            (d ^ (b & (c ^ d))) &+ 0x5A82_7999
          } else if step < 40 {
            (b ^ c ^ d) &+ 0x6ED9_EBA1
          } else if step < 60 {
            ((b & c) | (d & (b | c))) &+ 0x8F1B_BCDC
          } else {
            (b ^ c ^ d) &+ 0xCA62_C1D6
          }
        let sum = a.rotated(left: 5) &+ mixed &+ e &+ words[step]
        (e, d, c, b, a) = (d, c, b.rotated(left: 30), a, sum)
      }
      state &+= [a, b, c, d, e, 0, 0, 0]
      start += 64
    }
    self.state = state
  }
}
