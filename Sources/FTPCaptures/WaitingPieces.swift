/// Bytes of a stream that arrived too early, removed in order: a heap, so that the work does not
/// grow with the square of the number of pieces.
struct WaitingPieces {
  /// Bytes and their position in the stream.
  struct Piece {
    var start: Int64
    var bytes: [UInt8]
    fileprivate var arrival: Int
    var end: Int64 { start + Int64(bytes.count) }

    /// Of pieces with the same start, the first counts.
    fileprivate func precedes(_ other: Piece) -> Bool { (start, arrival) < (other.start, other.arrival) }
  }

  private var heap: [Piece] = []
  /// The end of the longest piece of each start, so that nothing is kept twice.
  private var ends: [Int64: Int64] = [:]
  private var arrivals = 0
  /// How many bytes wait.
  private(set) var byteCount = 0
  /// How many pieces were moved so far, for tests.
  private(set) var steps = 0

  var isEmpty: Bool { heap.isEmpty }
  var count: Int { heap.count }
  var first: Piece? { heap.first }

  mutating func removeAll() { self = WaitingPieces() }

  mutating func insert(_ bytes: ArraySlice<UInt8>, at start: Int64) {
    let piece = Piece(start: start, bytes: Array(bytes), arrival: arrivals)
    guard !bytes.isEmpty, ends[start].map({ $0 < piece.end }) ?? true else { return }
    ends[start] = piece.end
    arrivals += 1
    byteCount += bytes.count
    heap.append(piece)
    var index = heap.count - 1
    while index > 0, case let parent = (index - 1) / 2, heap[index].precedes(heap[parent]) {
      heap.swapAt(index, parent)
      steps += 1
      index = parent
    }
  }

  mutating func removeFirst() -> Piece? {
    guard let last = heap.popLast() else { return nil }
    guard let piece = heap.first else { return forget(last) }
    heap[0] = last
    var index = 0
    while case let left = 2 * index + 1, left < heap.count {
      let right = left + 1
      let least = right < heap.count && heap[right].precedes(heap[left]) ? right : left
      guard heap[least].precedes(heap[index]) else { break }
      heap.swapAt(index, least)
      steps += 1
      index = least
    }
    return forget(piece)
  }

  private mutating func forget(_ piece: Piece) -> Piece {
    byteCount -= piece.bytes.count
    if ends[piece.start] == piece.end { ends[piece.start] = nil }
    return piece
  }
}
