import FTPProtocol

extension SeededGenerator {
  /// The generator of one run of a campaign.
  ///
  /// It depends only on the seed and the number of the run, so that each run can be repeated by itself.
  package init(seed: UInt64, run: UInt64) {
    self.init(seed: Self.mixed(Self.mixed(seed &+ Self.increment) ^ (run &* 0xD1B5_4A32_D192_ED03)))
  }

  /// A number from 0 to `bound - 1`, for bounds far below 2³²; 0 if `bound` is 0.
  @inline(__always)
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(truncatingIfNeeded: bound)) >> 32)
  }

  /// True once in `count` times.
  @inline(__always)
  mutating func isOnce(in count: Int) -> Bool { below(count) == 0 }

  /// Any byte.
  @inline(__always)
  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next() >> 56) }
}
