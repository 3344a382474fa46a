/// Sorts the bytes of a ``SegmentJob``: those to compare, those to write, and those after the segment.
package struct SegmentReader: Hashable, Sendable {
  /// What to do with some bytes of a piece.
  package enum Step: Hashable, Sendable {
    /// The local file must have them at this offset.
    case compare(Range<Int>, at: UInt64)
    /// They belong in the local file at this offset.
    case write(Range<Int>, at: UInt64)
    /// They follow the end of the segment, where the next one begins.
    case sample(Range<Int>)
    /// They exceed the size of the file.
    case surplus(Range<Int>)
  }

  /// The job being read.
  package let job: SegmentJob
  /// The offset of the next byte in the file.
  private var position: UInt64
  /// Begins at the offset of the job.
  package init(_ job: SegmentJob) {
    self.job = job
    position = job.restart
  }

  /// Whether nothing more is needed, so that the connection may be cut; never true if the server must end the file.
  package var isSatisfied: Bool { !job.endsFile && position >= job.end + job.sample }

  /// Whether more bytes have arrived than the job needs.
  package private(set) var hasOverrun = false

  /// Whether the segment would be complete, with the bytes after it or the end of the file, if the connection ended
  /// now.
  package var endsWell: Bool { position == job.end + job.sample }

  /// The current offset in the file.
  package var reached: UInt64 { position }

  /// Takes the length of the next piece and returns what to do with its bytes, in order.
  ///
  /// Bytes that the job does not need are ignored.
  package mutating func take(_ count: Int) -> [Step] {
    var start = 0
    var steps: [Step] = []
    func upTo(_ end: UInt64, _ step: (Range<Int>, UInt64) -> Step) {
      guard position < end, start < count else { return }
      let length = Int(min(UInt64(count - start), end - position))
      steps.append(step(start..<start + length, position))
      start += length
      position += UInt64(length)
    }
    upTo(job.position) { .compare($0, at: $1) }
    upTo(job.end) { .write($0, at: $1) }
    upTo(job.end + job.sample) { range, _ in .sample(range) }
    hasOverrun = hasOverrun || start < count
    if job.endsFile, start < count { steps.append(.surplus(start..<count)) }
    return steps
  }
}
