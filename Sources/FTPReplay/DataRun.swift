import FTPConversation
import FTPVectors

/// Rows of data that go over one connection in one direction with nothing in between: they are moved together, since to
/// change sides for each would take longer than everything else.
struct DataRun {
  let direction: DataDirection
  /// The bytes of all rows.
  private(set) var bytes: [UInt8] = []
  /// Where segments end, ascending.
  private(set) var cuts: [SegmentCut] = []
  /// The lines of the rows, each with where its bytes end.
  private(set) var rows: [(line: Int, end: Int)] = []
  /// Whether they contain a placeholder.
  private(set) var hasPlaceholders = false

  /// The most bytes of a run that has more than one row.
  private static let longest = 65_536

  /// Begins with the row of an event and takes those after it, up to the first with an expectation, or that is
  /// not such a row; nil if the event is not one.
  init?(_ script: ReplayScript, at index: Int) {
    guard case .data(let connection, _, _, let first, _) = script.events[index],
      case .data(let direction, _)? = script.rows[first]
    else { return nil }
    self.direction = direction
    for event in script.events[index...] {
      guard case .data(connection, _, let hasPlaceholders, let line, let expectations) = event,
        case .data(direction, let row)? = script.rows[line]
      else { return }
      let next = row.rendered(script.bindings)
      guard rows.isEmpty || bytes.count + next.bytes.count <= Self.longest else { return }
      let start = bytes.count
      cuts += next.cuts.map { SegmentCut(offset: start + $0.offset, pause: $0.pause) }
      bytes += next.bytes
      rows.append((line, bytes.count))
      self.hasPlaceholders = self.hasPlaceholders || hasPlaceholders
      guard expectations.verdicts.isEmpty, expectations.states.isEmpty else { return }
    }
  }

  /// The line of the row that an offset of the bytes is in.
  func line(at offset: Int) -> Int {
    rows.first { $0.end > offset }?.line ?? rows.last?.line ?? 0
  }
}
