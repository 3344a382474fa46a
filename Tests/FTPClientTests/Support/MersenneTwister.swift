/// Python's `random` generator (MT19937), with which the files of the real servers were filled.
struct MersenneTwister {
  private var state = [UInt32](repeating: 0, count: 624)
  private var position = 624

  /// Like Python's `random.Random(seed)` for a small seed.
  init(seed: UInt32) {
    state[0] = 19_650_218
    for index in 1..<624 {
      state[index] = 1_812_433_253 &* (state[index - 1] ^ state[index - 1] >> 30) &+ UInt32(index)
    }
    // The key is one word long, so its index stays 0.
    var index = 1
    for _ in 0..<624 {
      let mixed = (state[index - 1] ^ state[index - 1] >> 30) &* 1_664_525
      state[index] = (state[index] ^ mixed) &+ seed
      index += 1
      if index == 624 {
        state[0] = state[623]
        index = 1
      }
    }
    for _ in 0..<623 {
      let mixed = (state[index - 1] ^ state[index - 1] >> 30) &* 1_566_083_941
      state[index] = (state[index] ^ mixed) &- UInt32(index)
      index += 1
      if index == 624 {
        state[0] = state[623]
        index = 1
      }
    }
    state[0] = 0x8000_0000
  }

  /// Like Python's `randbytes`, for a multiple of four bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      state.withUnsafeMutableBufferPointer { state in
        for offset in stride(from: 0, to: count, by: 4) {
          if position == 624 { Self.twist(state, &position) }
          var word = state[position]
          position &+= 1
          word ^= word >> 11
          word ^= word << 7 & 0x9D2C_5680
          word ^= word << 15 & 0xEFC6_0000
          word ^= word >> 18
          UnsafeMutableRawBufferPointer(buffer).storeBytes(
            of: word.littleEndian, toByteOffset: offset, as: UInt32.self)
        }
      }
      initialized = count
    }
  }

  private static func twist(_ state: UnsafeMutableBufferPointer<UInt32>, _ position: inout Int) {
    for index in 0..<624 {
      let mixed = (state[index] & 0x8000_0000) | (state[(index + 1) % 624] & 0x7FFF_FFFF)
      state[index] = state[(index + 397) % 624] ^ mixed >> 1 ^ (mixed & 1 == 0 ? 0 : 0x9908_B0DF)
    }
    position = 0
  }
}
