/// Random choices that bytes determine: each choice takes one byte, so that a small change of the bytes changes few
/// choices.
package struct ByteDice: Sendable {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes are used.
  ///
  /// After that, every number is 0.
  package var isSpent: Bool { position >= bytes.count }

  /// A number from 0 to `bound - 1`, for bounds up to 256; 0 if no byte is left.
  package mutating func below(_ bound: Int) -> Int {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return (Int(bytes[position]) * bound) >> 8
  }
}
