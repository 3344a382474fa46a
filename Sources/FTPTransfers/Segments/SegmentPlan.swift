/// How a file of a known size is fetched in parts: what is written, what is being fetched, and what is still to do.
///
/// It knows no connection and no file. A caller takes a ``SegmentJob``, says what it has written, and gives the job back; jobs may
/// end in any order. Where two segments meet, the connection of the first reads on for some bytes, which have to be those
/// that the second has written: only then does the server begin where REST says.
package struct SegmentPlan: Hashable, Sendable {
  /// One part of the file.
  package struct Segment: Hashable, Sendable {
    /// Where it is in the file; never empty but in an empty file.
    package fileprivate(set) var range: Range<UInt64>
    /// How many bytes from its start are in the local file.
    package fileprivate(set) var written: UInt64
    /// Whether a connection is at it.
    package fileprivate(set) var isBusy = false
    /// What the server sent after the end of the segment, until it has been compared.
    package fileprivate(set) var sample: [UInt8]?
    /// Whether the sample was the same as the beginning of the next segment; of the last one, whether the server ended there.
    package fileprivate(set) var hasCheckedEnd = false

    /// How many bytes it has.
    ///
    /// What a state file says may be more than the count of a range has room for.
    package var length: UInt64 { range.upperBound - range.lowerBound }

    /// Whether all its bytes are written.
    package var isWritten: Bool { written == length }

    /// Where the next byte goes.
    package var position: UInt64 { range.lowerBound + written }

    /// How many bytes may be relied on when all else is forgotten.
    ///
    /// The last byte is only told once the end has been checked, so that whatever resumes has to look at the end again.
    package var claim: UInt64 { isWritten && !hasCheckedEnd && written > 0 ? written - 1 : written }
  }

  /// The size of the file in bytes.
  package let size: UInt64
  /// How many bytes are compared where segments meet, and before the place at which one is resumed.
  package let overlap: UInt64
  /// The parts, which cover the file in order.
  package private(set) var segments: [Segment]

  /// The most segments that there may be.
  package static let mostSegments = 64

  /// Splits a file into parts of nearly the same size.
  ///
  /// - Parameters:
  ///   - size: the size of the file in bytes.
  ///   - count: how many segments are wanted, 1 to ``mostSegments``; there are fewer where they would be smaller than `leastSize`.
  ///   - leastSize: the least size of a segment in bytes, at least 1.
  ///   - overlap: how many bytes are compared at each seam.
  package init(size: UInt64, count: Int, leastSize: UInt64 = 1 << 20, overlap: UInt64 = 4096) {
    let wanted = UInt64(min(max(1, count), Self.mostSegments))
    let number = max(1, min(wanted, size / max(1, leastSize)))
    let (length, rest) = size.quotientAndRemainder(dividingBy: number)
    var start: UInt64 = 0
    var segments: [Segment] = []
    for index in 0..<number {
      let end = start + length + (index < rest ? 1 : 0)
      segments.append(Segment(range: start..<end, written: 0))
      start = end
    }
    self.size = size
    self.overlap = overlap
    self.segments = segments
  }

  /// Goes on from what a state file tells.
  package init(resuming state: SegmentState, overlap: UInt64 = 4096) {
    size = state.size
    self.overlap = overlap
    segments = state.parts.map { part in
      var segment = Segment(range: part.range, written: part.done)
      // A whole segment is only claimed once its end has been checked.
      segment.hasCheckedEnd = segment.isWritten
      return segment
    }
  }

  /// How many bytes are in the local file.
  package var written: UInt64 { segments.reduce(0) { $0 + $1.written } }

  /// Whether everything is written and every end has been checked.
  package var isComplete: Bool { segments.allSatisfy { $0.isWritten && $0.hasCheckedEnd } }

  /// Whether there is a job that no connection is at.
  package var hasIdleWork: Bool { segments.contains { !$0.isBusy && $0.needsConnection } }

  /// The first segment that needs a connection, which counts as busy from now on.
  package mutating func nextJob() -> SegmentJob? {
    guard let index = segments.firstIndex(where: { !$0.isBusy && $0.needsConnection }) else { return nil }
    let segment = segments[index]
    segments[index].isBusy = true
    // A whole segment whose end is still to be seen is begun at its last byte.
    let position = segment.isWritten && segment.written > 0 ? segment.position - 1 : segment.position
    let compared = min(overlap, position - segment.range.lowerBound)
    let isLast = index == segments.count - 1
    return SegmentJob(
      index: index, restart: position - compared, position: position, end: segment.range.upperBound,
      sample: isLast ? 0 : min(overlap, segments[index + 1].length), endsFile: isLast)
  }

  /// Says that the bytes of a segment up to a place in the file are in the local file.
  package mutating func wrote(to position: UInt64, of index: Int) {
    guard segments.indices.contains(index) else { return }
    let end = min(position, segments[index].range.upperBound)
    guard end > segments[index].position else { return }
    segments[index].written = end - segments[index].range.lowerBound
  }

  /// Takes a job back.
  ///
  /// It is finished when its segment is written and what comes after the end has been seen; all else is to be done again.
  ///
  /// - Parameters:
  ///   - job: the job.
  ///   - sample: what the server sent after the end of the segment; nil where that much did not come.
  ///   - sawEnd: whether the server ended the file at the end of the segment.
  package mutating func end(_ job: SegmentJob, sample: [UInt8]? = nil, sawEnd: Bool = false) {
    guard segments.indices.contains(job.index) else { return }
    segments[job.index].isBusy = false
    guard segments[job.index].isWritten else { return }
    if job.endsFile {
      segments[job.index].hasCheckedEnd = segments[job.index].hasCheckedEnd || sawEnd
    } else if let sample {
      segments[job.index].sample = sample
    }
  }

  /// A comparison that is due: the local file has to hold these bytes at this place.
  package struct SeamCheck: Hashable, Sendable {
    /// The segment before the seam.
    package let index: Int
    /// Where in the file.
    package let offset: UInt64
    /// What the server sent.
    package let bytes: [UInt8]
  }

  /// The seams of which both sides are there and that have not been compared.
  package var dueChecks: [SeamCheck] {
    segments.indices.dropLast().compactMap { index in
      let segment = segments[index]
      guard !segment.hasCheckedEnd, let sample = segment.sample,
        segments[index + 1].written >= UInt64(sample.count)
      else { return nil }
      return SeamCheck(index: index, offset: segment.range.upperBound, bytes: sample)
    }
  }

  /// Says that a seam is as it should be.
  package mutating func passed(_ check: SeamCheck) {
    guard segments.indices.contains(check.index) else { return }
    segments[check.index].hasCheckedEnd = true
    segments[check.index].sample = nil
  }

  /// Joins segments that no connection is at to the one before them where nothing of them is written: for when there are fewer
  /// connections than segments.
  package mutating func joinIdle() {
    var joined: [Segment] = []
    for segment in segments {
      if let last = joined.last, !last.isBusy, !segment.isBusy, !last.isWritten, segment.written == 0 {
        joined[joined.count - 1].range = last.range.lowerBound..<segment.range.upperBound
      } else {
        joined.append(segment)
      }
    }
    // Jobs name their segment by its place.
    if !segments.contains(where: \.isBusy) { segments = joined }
  }
}

extension SegmentPlan.Segment {
  /// Whether bytes are missing, or what comes after them has not been seen.
  fileprivate var needsConnection: Bool { !isWritten || (sample == nil && !hasCheckedEnd) }
}

/// What one connection is to do for a segment.
package struct SegmentJob: Hashable, Sendable {
  /// The place of the segment in the plan.
  package let index: Int
  /// The offset to begin at: of REST, or the first of RANG.
  package let restart: UInt64
  /// The first byte that is to be written; those before it are compared with the local file.
  package let position: UInt64
  /// The first byte that is not to be written.
  package let end: UInt64
  /// How many bytes after the end are to be seen.
  package let sample: UInt64
  /// Whether the server has to end the transfer at ``end``.
  package let endsFile: Bool

  /// What RANG asks for; nil where the job goes to the end of the file, for which REST is enough and tells more.
  package var lastByte: UInt64? { endsFile ? nil : end + sample - 1 }
}
