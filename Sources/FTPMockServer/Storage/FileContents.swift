import FTPProtocol

/// The contents of a file of the virtual tree: bytes in memory, or bytes that a function makes when they are read.
///
/// ```swift
/// tree.addFile("notes.txt", "one\ntwo\n")
/// tree.addFile("large.bin", .pattern(count: 5 << 30))
/// ```
public struct FileContents: Sendable {
  private enum Form: Sendable {
    case bytes([UInt8])
    case generated(@Sendable (_ offset: UInt64, _ count: Int) -> [UInt8])
    case file(OpenFile)
    case spliced([Part])
  }

  /// A range of other contents.
  struct Part: Sendable {
    var contents: FileContents
    var start: UInt64
    var end: UInt64
  }

  /// The memory of a part in addition to its bytes.
  static let partCost: UInt64 = 256

  /// The number of bytes.
  public let count: UInt64
  private let form: Form

  /// Contents held in memory.
  public init(_ bytes: [UInt8] = []) {
    count = UInt64(bytes.count)
    form = .bytes(bytes)
  }

  /// Contents that need no memory: `chunk` returns `count` bytes from `offset` on, the same each time.
  ///
  /// It may be called on many threads at once. Missing bytes at the end of a chunk are zeros.
  public static func generated(
    count: UInt64, _ chunk: @escaping @Sendable (_ offset: UInt64, _ count: Int) -> [UInt8]
  ) -> FileContents {
    FileContents(count: count, form: .generated(chunk))
  }

  /// Contents of any size in which no two parts are alike, so that a byte that is lost, doubled or displaced shows.
  ///
  /// See ``patternBytes(at:count:)``.
  public static func pattern(count: UInt64) -> FileContents {
    generated(count: count, patternBytes(at:count:))
  }

  /// The bytes of a pattern file from an offset on.
  ///
  /// Each eight bytes that begin at a multiple of eight are one number, low byte first: their position
  /// divided by eight, as SplitMix64 mixes it.
  @Sendable public static func patternBytes(at offset: UInt64, count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    let skipped = Int(offset % 8)
    let words = (skipped + count + 7) / 8
    let numbers = [UInt64](unsafeUninitializedCapacity: words) { buffer, initialized in
      var index = offset / 8
      while initialized < words {
        index &+= 1
        let number = SeededGenerator.mixed(index &* SeededGenerator.increment)
        buffer.initializeElement(at: initialized, to: number.littleEndian)
        initialized += 1
      }
    }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      numbers.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(buffer).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: $0[skipped..<(skipped + count)]))
      }
      initialized = count
    }
  }

  /// At most `limit` bytes from `offset` on; none at or after the end.
  ///
  /// May return fewer than `limit` anywhere. Bytes in memory are not copied. A file on disk that has become shorter, or
  /// that cannot be read, has fewer bytes than ``count`` promises.
  public func bytes(at offset: UInt64, limit: Int) -> ArraySlice<UInt8> {
    guard offset < count, limit > 0 else { return [] }
    let length = Int(min(count - offset, UInt64(limit)))
    switch form {
    case .bytes(let bytes):
      let start = Int(offset)
      return bytes[start..<(start + length)]
    case .generated(let chunk):
      let bytes = chunk(offset, length)
      if bytes.count >= length { return bytes.prefix(length) }
      return (bytes + [UInt8](repeating: 0, count: length - bytes.count))[...]
    case .file(let file): return file.bytes(at: offset, limit: length)
    case .spliced(let parts):
      let index = parts.partitioningIndex { $0.end > offset }
      guard index < parts.count else { return [] }
      let part = parts[index]
      let first = index == 0 ? 0 : parts[index - 1].end
      return part.contents.bytes(
        at: part.start + (offset - first), limit: Int(clamping: min(UInt64(length), part.end - offset)))
    }
  }

  /// The file with these contents, on disk or in memory, if the system can send it.
  var file: OpenFile? {
    if case .file(let file) = form { file } else { nil }
  }

  /// The memory that this needs, in bytes.
  var memory: UInt64 {
    switch form {
    case .bytes: count
    case .file(let file): file.isInMemory ? count : 0
    case .generated: 0
    case .spliced(let parts): parts.reduce(0) { $0 + $1.contents.memory + Self.partCost }
    }
  }

  /// The parts of a range, each of which is completely in memory or not at all.
  func stretches(_ range: Range<UInt64>) -> [(contents: FileContents, range: Range<UInt64>)] {
    guard case .spliced(let parts) = form else { return range.isEmpty ? [] : [(self, range)] }
    var first: UInt64 = 0
    var stretches: [(FileContents, Range<UInt64>)] = []
    for part in parts {
      defer { first = part.end }
      let overlap = range.clamped(to: first..<part.end)
      guard !overlap.isEmpty else { continue }
      let start = part.start + (overlap.lowerBound - first)
      stretches.append((part.contents, start..<(start + UInt64(overlap.count))))
    }
    return stretches
  }

  /// Everything, as far as it can be read.
  var allBytes: [UInt8] {
    if case .bytes(let bytes) = form { return bytes }
    var all: [UInt8] = []
    while true {
      let more = bytes(at: UInt64(all.count), limit: Int.max)
      if more.isEmpty { return all }
      all += more
    }
  }
}

extension FileContents {
  /// Contents composed of parts, in order; parts in memory must be complete.
  init(_ parts: [Part]) {
    guard let first = parts.first, parts.count > 1 || first.contents.count > first.end || first.start > 0
    else {
      self = parts.first?.contents ?? FileContents()
      return
    }
    self.init(count: parts.last?.end ?? 0, form: .spliced(parts))
  }

  /// The current contents of a file.
  init(_ file: OpenFile, count: UInt64) { self.init(count: count, form: .file(file)) }

  private init(count: UInt64, form: Form) {
    self.count = count
    self.form = form
  }
}

extension FileContents: ExpressibleByStringLiteral {
  /// Contents given as text, in UTF-8.
  public init(stringLiteral value: String) { self.init(Array(value.utf8)) }
}

extension [FileContents.Part] {
  /// The first position from which on a condition is true.
  fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
