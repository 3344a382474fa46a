import FTPProtocol

/// Changes bytes in the ways that parsers trip over.
package struct ByteMutator: Sendable {
  /// Pieces that are inserted, besides arbitrary bytes.
  private let tokens: PieceTable

  /// Makes a mutator that inserts these pieces.
  package init(tokens: [[UInt8]]) { self.tokens = PieceTable(tokens.isEmpty ? [[0]] : tokens) }

  /// Makes one small change.
  package func mutate(_ random: inout SeededGenerator, _ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return tokens.append(random.below(tokens.count), to: &bytes) }
    let index = random.below(bytes.count)
    switch random.below(10) {
    case 0, 1: bytes[index] = random.byte()
    case 2: bytes[index] ^= 1 << UInt8(random.below(8))
    case 3: bytes.remove(at: index)
    case 4: bytes.insert(random.byte(), at: index)
    case 5, 6: tokens.insert(random.below(tokens.count), at: index, of: &bytes)
    case 7: bytes.removeSubrange(index...)
    case 8:
      // Repeats a piece, or removes one.
      let end = min(bytes.count, index + 1 + random.below(12))
      if random.isOnce(in: 2) {
        bytes.insert(contentsOf: bytes[index..<end], at: end)
      } else {
        bytes.removeSubrange(index..<end)
      }
    default:
      bytes[index] = 0x30 + UInt8(random.below(10))
    }
  }

  /// Repeats a piece many times, so that work or memory that grows faster than the input shows.
  package func lengthen(_ random: inout SeededGenerator, _ bytes: inout [UInt8]) {
    guard !bytes.isEmpty, bytes.count < 512 else { return }
    let index = random.below(bytes.count)
    let piece = Array(bytes[index..<min(bytes.count, index + 1 + random.below(16))])
    for _ in 0..<random.below(1 << (1 + random.below(9))) { bytes.insert(contentsOf: piece, at: index) }
  }
}

/// Short pieces of bytes in one array, so that appending one allocates nothing.
struct PieceTable: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int]

  var count: Int { starts.count - 1 }

  init(_ pieces: [[UInt8]]) {
    bytes = pieces.flatMap { $0 }
    starts = pieces.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  init(_ pieces: [String]) { self.init(pieces.map { Array($0.utf8) }) }

  @inline(__always)
  func append(_ index: Int, to array: inout [UInt8]) {
    for offset in starts[index]..<starts[index + 1] { array.append(bytes[offset]) }
  }

  func insert(_ index: Int, at place: Int, of array: inout [UInt8]) {
    array.insert(contentsOf: bytes[starts[index]..<starts[index + 1]], at: place)
  }
}
