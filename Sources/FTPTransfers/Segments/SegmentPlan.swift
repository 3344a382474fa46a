/// The plan of a download in parts: what is written, what is being downloaded, and what remains.
///
/// It does not deal with connections or files. A caller takes a ``SegmentJob``, reports what it has written, and
/// returns the job; jobs may end in any order. Where two segments meet, the connection of the first reads some bytes
/// further, which must be those that the second has written: this proves that the server begins where REST says.
package struct SegmentPlan: Hashable, Sendable {
  /// One part of the file.
  package struct Segment: Hashable, Sendable {
    /// Its range in the file; empty only in an empty file.
    package fileprivate(set) var range: Range<UInt64>
    /// How many bytes from its start are in the local file.
    package fileprivate(set) var written: UInt64
    /// Whether a connection is working on it.
    package fileprivate(set) var isBusy = false
    /// The bytes that the server sent after the end of the segment, until they are compared.
    package fileprivate(set) var sample: [UInt8]?
    /// Whether the sample matched the beginning of the next segment; for the last one, whether the server ended there.
    package fileprivate(set) var hasCheckedEnd = false

    /// Its length.
    ///
    /// A state file may claim more than the count of a range can hold.
    package var length: UInt64 { range.upperBound - range.lowerBound }

    /// Whether all its bytes are written.
    package var isWritten: Bool { written == length }

    /// The offset of the next byte.
    package var position: UInt64 { range.lowerBound + written }

    /// How many bytes can be claimed in the state file.
    ///
    /// The last byte is claimed only once the end has been checked, so that a resumed download must check the end
    /// again.
    package var claim: UInt64 { isWritten && !hasCheckedEnd && written > 0 ? written - 1 : written }
  }

  /// The size of the file in bytes.
  package let size: UInt64
  /// How many bytes are compared where segments meet, and before the offset at which one is resumed.
  package let overlap: UInt64
  /// The parts, which cover the file in order.
  package private(set) var segments: [Segment]

  package static let mostSegments = 64

  /// Splits a file into parts of nearly the same size.
  ///
  /// - Parameters:
  ///   - size: the size of the file in bytes.
  ///   - count: the number of segments, 1 to ``mostSegments``; fewer if they would be smaller than `leastSize`.
  ///   - leastSize: the minimum size of a segment in bytes, at least 1.
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

  /// Continues from a state file.
  package init(resuming state: SegmentState, overlap: UInt64 = 4096) {
    size = state.size
    self.overlap = overlap
    segments = state.parts.map { part in
      var segment = Segment(range: part.range, written: part.done)
      // A complete segment is claimed only once its end has been checked.
      segment.hasCheckedEnd = segment.isWritten
      return segment
    }
  }

  /// How many bytes are in the local file.
  package var written: UInt64 { segments.reduce(0) { $0 + $1.written } }

  /// Whether everything is written and every end has been checked.
  package var isComplete: Bool { segments.allSatisfy { $0.isWritten && $0.hasCheckedEnd } }

  /// The first segment that needs a connection, which counts as busy from now on.
  package mutating func nextJob() -> SegmentJob? {
    guard let index = segments.firstIndex(where: { !$0.isBusy && $0.needsConnection }) else { return nil }
    let segment = segments[index]
    segments[index].isBusy = true
    // A complete segment whose end was not checked is downloaded again from its last byte.
    let position = segment.isWritten && segment.written > 0 ? segment.position - 1 : segment.position
    let compared = min(overlap, position - segment.range.lowerBound)
    let isLast = index == segments.count - 1
    return SegmentJob(
      index: index, restart: position - compared, position: position, end: segment.range.upperBound,
      sample: isLast ? 0 : min(overlap, segments[index + 1].length), endsFile: isLast)
  }

  /// Records that the bytes of a segment up to a place in the file are in the local file.
  package mutating func wrote(to position: UInt64, of index: Int) {
    guard segments.indices.contains(index) else { return }
    let end = min(position, segments[index].range.upperBound)
    guard end > segments[index].position else { return }
    segments[index].written = end - segments[index].range.lowerBound
  }

  /// Takes back a job.
  ///
  /// It is finished if its segment is written and the bytes after its end were seen; anything else is downloaded again.
  ///
  /// - Parameters:
  ///   - job: the job.
  ///   - sample: the bytes that the server sent after the end of the segment; nil if there were too few.
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

  /// A pending comparison: the local file must have these bytes at this offset.
  package struct SeamCheck: Hashable, Sendable {
    /// The segment before the seam.
    package let index: Int
    /// The offset in the file.
    package let offset: UInt64
    /// The bytes that the server sent.
    package let bytes: [UInt8]
  }

  /// The seams whose two sides have arrived but were not compared yet.
  package var dueChecks: [SeamCheck] {
    segments.indices.dropLast().compactMap { index in
      let segment = segments[index]
      guard !segment.hasCheckedEnd, let sample = segment.sample,
        segments[index + 1].written >= UInt64(sample.count)
      else { return nil }
      return SeamCheck(index: index, offset: segment.range.upperBound, bytes: sample)
    }
  }

  /// Records that the bytes at a seam are right.
  package mutating func passed(_ check: SeamCheck) {
    guard segments.indices.contains(check.index) else { return }
    segments[check.index].hasCheckedEnd = true
    segments[check.index].sample = nil
  }

  /// Joins segments without a connection or a written byte to the previous one, because there are fewer
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
  /// Whether bytes are missing, or the end was not checked.
  fileprivate var needsConnection: Bool { !isWritten || (sample == nil && !hasCheckedEnd) }
}

/// The task of one connection for a segment.
package struct SegmentJob: Hashable, Sendable {
  /// The place of the segment in the plan.
  package let index: Int
  /// The offset to begin at: of REST, or the first of RANG.
  package let restart: UInt64
  /// The first byte to write; earlier ones are compared with the local file.
  package let position: UInt64
  /// The offset after the last byte to write.
  package let end: UInt64
  /// How many bytes after the end to read for the comparison.
  package let sample: UInt64
  /// Whether the server must end the transfer at ``end``.
  package let endsFile: Bool

  /// The range for RANG; nil if the job extends to the end of the file, for which REST is enough and reveals more.
  package var lastByte: UInt64? { endsFile ? nil : end + sample - 1 }
}
