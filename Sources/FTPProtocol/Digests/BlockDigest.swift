/// What a hash does with each block, and its state between blocks.
protocol BlockFunction: Sendable {
  /// The bytes of a block.
  static var blockSize: Int { get }
  /// Whether the length at the end of the message has its lowest byte first.
  static var isLittleEndian: Bool { get }
  /// The digest, once all blocks were taken.
  var digest: [UInt8] { get }

  /// Takes one block or more, all of them full.
  mutating func process(_ blocks: Span<UInt8>)
}

extension BlockFunction {
  static var blockSize: Int { 64 }
  static var isLittleEndian: Bool { false }
}

/// A digest that is made of the blocks of a message.
protocol BlockDigest: Digest {
  associatedtype Function: BlockFunction
  var blocks: BlockWork<Function> { get set }
}

extension BlockDigest {
  mutating func update(_ bytes: Span<UInt8>) { blocks.update(bytes) }

  mutating func finish() -> [UInt8] { blocks.finish() }
}

/// A function with the bytes that it has yet to take.
struct BlockWork<Function: BlockFunction>: Sendable {
  private var buffer = BlockBuffer(blockSize: Function.blockSize, isLittleEndian: Function.isLittleEndian)
  private var function: Function

  init(_ function: Function) { self.function = function }

  mutating func update(_ bytes: Span<UInt8>) { buffer.append(bytes, to: &function) }

  mutating func finish() -> [UInt8] {
    buffer.finish(&function)
    return function.digest
  }
}

/// Cuts a message into the blocks that MD5 and the SHA family work on, and pads its end.
private struct BlockBuffer: Sendable {
  private var held: [UInt8] = []
  private let blockSize: Int
  /// How many bytes the length takes in the last block: 8, or 16 for blocks of 128.
  private let lengthSize: Int
  private let isLittleEndian: Bool
  private var count: UInt64 = 0

  init(blockSize: Int, isLittleEndian: Bool) {
    self.blockSize = blockSize
    self.isLittleEndian = isLittleEndian
    lengthSize = blockSize / 8
    held.reserveCapacity(blockSize * 2)
  }

  /// Takes bytes and passes on all full blocks, several at a time if they are contiguous in the input.
  mutating func append(_ bytes: Span<UInt8>, to function: inout some BlockFunction) {
    count &+= UInt64(bytes.count)
    var start = 0
    if !held.isEmpty {
      start = min(blockSize - held.count, bytes.count)
      hold(bytes.extracting(first: start))
      guard held.count == blockSize else { return }
      function.process(held.span)
      held.removeAll(keepingCapacity: true)
    }
    let whole = (bytes.count - start) / blockSize * blockSize
    if whole > 0 { function.process(bytes.extracting(start..<(start + whole))) }
    hold(bytes.extracting((start + whole)..<bytes.count))
  }

  /// Gives the last block or two: a one bit, zeros, and the length in bits.
  mutating func finish(_ function: inout some BlockFunction) {
    let bits = count &* 8
    held.append(0x80)
    let end = held.count + lengthSize <= blockSize ? blockSize : 2 * blockSize
    held += [UInt8](repeating: 0, count: end - held.count)
    for position in 0..<8 {
      let shift = UInt64(8 * (isLittleEndian ? position : 7 - position))
      held[end - 8 + position] = UInt8(truncatingIfNeeded: bits >> shift)
    }
    function.process(held.span)
  }

  private mutating func hold(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { held.append(contentsOf: $0) }
  }
}

extension Span<UInt8> {
  /// Four bytes as a number, the first the highest.
  func bigEndian32(at index: Int) -> UInt32 {
    UInt32(self[index]) << 24 | UInt32(self[index + 1]) << 16 | UInt32(self[index + 2]) << 8
      | UInt32(self[index + 3])
  }

  /// Four bytes as a number, the first the lowest.
  func littleEndian32(at index: Int) -> UInt32 {
    UInt32(self[index]) | UInt32(self[index + 1]) << 8 | UInt32(self[index + 2]) << 16
      | UInt32(self[index + 3]) << 24
  }

  /// Eight bytes as a number, the first the highest.
  func bigEndian64(at index: Int) -> UInt64 {
    UInt64(bigEndian32(at: index)) << 32 | UInt64(bigEndian32(at: index + 4))
  }
}

extension FixedWidthInteger {
  /// The bits moved to the left, those that leave coming in again at the right.
  @inline(__always) func rotated(left count: Self) -> Self {
    self &<< count | self &>> (Self(Self.bitWidth) &- count)
  }

  /// The bits moved to the right, those that leave coming in again at the left.
  @inline(__always) func rotated(right count: Self) -> Self {
    self &>> count | self &<< (Self(Self.bitWidth) &- count)
  }

  /// The bytes, most significant first.
  var bigEndianBytes: [UInt8] {
    (0..<(Self.bitWidth / 8)).reversed().map { UInt8(truncatingIfNeeded: self >> Self(8 * $0)) }
  }
}
