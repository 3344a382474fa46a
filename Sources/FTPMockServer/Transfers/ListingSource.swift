/// The lines of a listing, made while they are sent: only a list of names waits for a client that does not read.
struct ListingSource: DataSource {
  /// Makes the lines for some of the names; none for entries that have disappeared.
  typealias Writer = (ArraySlice<[UInt8]>) -> [[UInt8]]

  /// How many names are looked up at a time: few, so that ABOR is noticed soon.
  private static let batch = 256

  private var heading: [[UInt8]]
  private var names: ArraySlice<[UInt8]>
  private let write: Writer
  private let lineEnd: [UInt8]
  private(set) var offset: UInt64 = 0

  /// Leading lines, then those of the names.
  init(
    heading: [[UInt8]] = [], _ names: [[UInt8]], lineEnd: [UInt8], _ write: @escaping Writer
  ) {
    self.heading = heading
    self.names = names[...]
    self.lineEnd = lineEnd
    self.write = write
  }

  var isAtEnd: Bool { heading.isEmpty && names.isEmpty }

  /// The next lines, without their ends; empty at the end of the listing.
  mutating func nextLines() -> [[UInt8]] {
    var lines: [[UInt8]] = []
    swap(&lines, &heading)
    while lines.isEmpty, !names.isEmpty {
      let batch = names.prefix(Self.batch)
      names = names.dropFirst(batch.count)
      lines = write(batch)
    }
    return lines
  }

  mutating func next() -> ArraySlice<UInt8> {
    var text: [UInt8] = []
    for line in nextLines() {
      text += line
      text += lineEnd
    }
    offset += UInt64(text.count)
    return text[...]
  }
}
