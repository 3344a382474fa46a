/// Cuts a listing into lines at LF, with a limit on how much of a line is kept.
struct ListingLines: Sendable {
  struct Line: Sendable {
    /// The line with its end; of one that is too long, its beginning.
    var bytes: [UInt8]
    /// How many bytes it has, if they exceed the limit.
    var tooLong: Int?

    /// The line without its end: LF, and every CR before it.
    var content: ArraySlice<UInt8> {
      var content = bytes[...]
      if content.last == 0x0A { content.removeLast() }
      while content.last == 0x0D { content.removeLast() }
      return content
    }
  }

  private let limit: Int
  private var buffer: [UInt8] = []
  /// Where the next line begins.
  private var position = 0
  /// Where the search for LF continues.
  private var searched = 0
  /// The beginning of a line that is too long, and how many of its bytes have arrived.
  private var beginning: (bytes: [UInt8], count: Int)?
  /// Whether the listing has ended.
  private(set) var isFinished = false

  init(limit: Int) { self.limit = limit }

  /// How many bytes are held.
  var heldCount: Int { buffer.count - position + (beginning?.bytes.count ?? 0) }

  mutating func append(_ bytes: some Collection<UInt8>) {
    guard !isFinished else { return }
    if position == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      (position, searched) = (0, 0)
    } else if position >= 4_096, position >= buffer.count / 2 {
      buffer.removeSubrange(..<position)
      searched -= position
      position = 0
    }
    buffer.append(contentsOf: bytes)
  }

  mutating func finish() { isFinished = true }

  mutating func next() -> Line? {
    if let end = buffer[searched...].firstIndex(of: 0x0A) { return take(upTo: end + 1) }
    searched = buffer.count
    if isFinished { return position < buffer.count || beginning != nil ? take(upTo: buffer.count) : nil }
    if buffer.count - position > limit || beginning != nil { skip(upTo: buffer.count) }
    return nil
  }

  private mutating func take(upTo end: Int) -> Line {
    if beginning != nil || end - position > limit {
      skip(upTo: end)
      searched = position
      defer { beginning = nil }
      return Line(bytes: beginning?.bytes ?? [], tooLong: beginning?.count)
    }
    defer { (position, searched) = (end, end) }
    return Line(bytes: Array(buffer[position..<end]))
  }

  /// Takes bytes for a part of a line that is too long.
  private mutating func skip(upTo end: Int) {
    var line = beginning ?? ([], 0)
    line.bytes += buffer[position..<end].prefix(limit - line.bytes.count)
    line.count += end - position
    beginning = line
    position = end
  }
}
