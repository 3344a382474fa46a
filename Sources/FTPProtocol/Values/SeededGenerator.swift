/// Random numbers that are the same for the same seed: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator {
  @usableFromInline var state: UInt64

  /// Begins the numbers of a seed.
  @inlinable package init(seed: UInt64) { state = seed }

  @inlinable package mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mixed(state)
  }

  /// A seed that follows from bytes (FNV-1a).
  package static func seed(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// How far a state is from the next.
  @inlinable package static var increment: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  /// The number that a state stands for.
  @inlinable package static func mixed(_ state: UInt64) -> UInt64 {
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
