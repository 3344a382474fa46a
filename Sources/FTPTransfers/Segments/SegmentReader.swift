/// Sorts what comes over a data connection for a ``SegmentJob``: what is to be compared, what is to be written, what comes after.
package struct SegmentReader: Hashable, Sendable {
  /// What is to be done with some bytes of a piece.
  package enum Step: Hashable, Sendable {
    /// The local file has to hold them at this place.
    case compare(Range<Int>, at: UInt64)
    /// They belong into the local file at this place.
    case write(Range<Int>, at: UInt64)
    /// They come after the end of the segment, where the next one begins.
    case sample(Range<Int>)
    /// They are more than the file has by its size.
    case surplus(Range<Int>)
  }

  /// What is read for.
  package let job: SegmentJob
  /// Where in the file the next byte is.
  private var position: UInt64
  /// Begins at the offset of the job.
  package init(_ job: SegmentJob) {
    self.job = job
    position = job.restart
  }

  /// Whether nothing more is needed, so that the connection may be cut; never true where the server has to end the file.
  package var isSatisfied: Bool { !job.endsFile && position >= job.end + job.sample }

  /// Whether more has come than the job needs.
  package private(set) var hasOverrun = false

  /// Whether the segment and what comes after it, or the end of the file, is where it should be when the connection ends now.
  package var endsWell: Bool { position == job.end + job.sample }

  /// Where in the file the connection has come to.
  package var reached: UInt64 { position }

  /// Takes the next piece, of which only the length counts, and says what to do with its bytes, in their order.
  ///
  /// What is beyond the need of the job is ignored.
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
