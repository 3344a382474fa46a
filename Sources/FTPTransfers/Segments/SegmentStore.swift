import FTPConversation
import FTPProtocol
import FTPSystem

/// The file of a segmented download and its plan, which the connections share.
///
/// Bytes are written on the threads of the connections, each at its offset; a lock protects the plan. It claims bytes
/// only once the system has accepted them.
final class SegmentStore: Sendable {
  /// Why a connection stops in the middle.
  enum Stop: Error, Hashable {
    /// The segment is complete, and the bytes after it were seen.
    case satisfied
    /// The server's bytes differ from those of the file at this offset.
    case differs(at: UInt64)
    /// The server sends more bytes than the size of the file.
    case surplus
  }

  private struct State {
    var plan: SegmentPlan
    var savedAt: UInt64
    var isSaving = false
    var hasChanged = false
    var usesRange = true
  }

  private let target: SegmentTarget
  private let file: LocalFile
  private let state: Guarded<State>
  /// The state file's facts about the whole file.
  private let note: Note
  private let now: @Sendable () -> UInt64
  private let interval: UInt64

  /// The facts in a state file besides the plan.
  struct Note: Sendable {
    let server: [UInt8]
    let path: [UInt8]
    let modified: TimeValue?
  }

  /// Opens the file under its temporary name.
  ///
  /// - Parameters:
  ///   - target: the place of the file, and its size.
  ///   - plan: which segments are already written.
  ///   - note: the facts in the state file besides the plan.
  ///   - interval: the minimum number of nanoseconds between two writes of the state file.
  ///   - now: the time in nanoseconds.
  /// - Throws: ``LocalFileError`` if the file or its state cannot be opened.
  init(
    _ target: SegmentTarget, _ plan: SegmentPlan, note: Note, interval: UInt64,
    now: @escaping @Sendable () -> UInt64
  ) throws(LocalFileError) {
    self.target = target
    self.note = note
    self.now = now
    self.interval = interval
    file = try target.openPart()
    state = Guarded(State(plan: plan, savedAt: now()))
  }

  /// The number of bytes in the file.
  var written: UInt64 { state.withLock { $0.plan.written } }
  /// Whether the file is complete, and every end was checked.
  var isComplete: Bool { state.withLock { $0.plan.isComplete } }
  /// How far the download is.
  var progress: FTPProgress {
    state.withLock { FTPProgress(bytes: $0.plan.written, size: $0.plan.size) }
  }
  /// Whether to use RANG, which some servers offer but do not have.
  var usesRange: Bool { state.withLock { $0.usesRange } }
  func forbidRange() { state.withLock { $0.usesRange = false } }
  /// The number of bytes of a segment in the file.
  func written(of index: Int) -> UInt64 {
    state.withLock { $0.plan.segments.indices.contains(index) ? $0.plan.segments[index].written : 0 }
  }
  /// How many connections have something to do.
  var segmentCount: Int { state.withLock { $0.plan.segments.count } }

  /// The next job; nil if every segment is complete or has a connection.
  ///
  /// For the `last` remaining connection, the following segments that have not begun become one job.
  func nextJob(last: Bool) -> SegmentJob? {
    state.withLock { state in
      if last { state.plan.joinIdle() }
      return state.plan.nextJob()
    }
  }

  /// Takes a piece for a job; throws ``Stop`` and `LocalFileError`.
  func take(_ piece: Span<UInt8>, _ course: SegmentCourse) throws {
    for step in course.take(piece.count) {
      switch step {
      case .compare(let range, let place): try compare(piece.extracting(range), at: place)
      case .write(let range, let place):
        try file.write(piece.extracting(range), at: place)
        let snapshot = state.withLock { state -> SegmentState? in
          state.plan.wrote(to: place + UInt64(range.count), of: course.job.index)
          state.hasChanged = true
          return due(&state)
        }
        if let snapshot { save(snapshot) }
      case .sample(let range): course.keep(piece.extracting(range))
      case .surplus: throw Stop.surplus
      }
    }
    if course.shouldStop { throw Stop.satisfied }
  }

  /// Takes back a job in any state, and compares complete seams; throws ``Stop`` and `LocalFileError`.
  func end(_ course: SegmentCourse, sawEnd: Bool) throws {
    let (job, sample) = (course.job, course.sample)
    let checks = state.withLock { state in
      state.plan.end(job, sample: sample, sawEnd: sawEnd && course.endsWell)
      state.hasChanged = true
      return state.plan.dueChecks
    }
    for check in checks {
      try compare(check.bytes.span, at: check.offset)
      state.withLock { $0.plan.passed(check) }
    }
  }

  private func compare(_ bytes: Span<UInt8>, at place: UInt64) throws {
    let there = try file.bytes(bytes.count, at: place)
    guard there.count == bytes.count else { throw Stop.differs(at: place) }
    for index in bytes.indices where bytes[index] != there[index] {
      throw Stop.differs(at: place + UInt64(index))
    }
  }

  // MARK: - The state file

  private func due(_ state: inout State) -> SegmentState? {
    guard !state.isSaving, now() &- state.savedAt >= interval else { return nil }
    return snapshot(&state)
  }

  private func snapshot(_ state: inout State) -> SegmentState? {
    guard state.hasChanged else { return nil }
    state.isSaving = true
    state.hasChanged = false
    return SegmentState(server: note.server, path: note.path, modified: note.modified, plan: state.plan)
  }

  /// Writes the state on the thread that changed it.
  ///
  /// A state that cannot be written is reported when the download ends: the download itself can still succeed.
  private func save(_ snapshot: SegmentState) {
    // The bytes must be on disk before the state claims them, or a crash of the machine would leave a false claim.
    let isWritten = (try? file.synchronize()) != nil && (try? target.write(snapshot)) != nil
    state.withLock { state in
      state.isSaving = false
      state.savedAt = now()
      if !isWritten { state.hasChanged = true }
    }
  }

  /// Writes the current state; call it only when no connection is active.
  func saveNow() throws(LocalFileError) {
    let plan = state.withLock { $0.plan }
    try file.synchronize()
    try target.write(SegmentState(server: note.server, path: note.path, modified: note.modified, plan: plan))
  }

  /// Truncates the file to its size and renames it; removes the state file.
  ///
  /// - Throws: ``FTPError/changed(_:)`` if the file is too short, or no longer has its name.
  func complete(_ modified: TimeValue?) throws {
    let size = state.withLock { $0.plan.size }
    guard try file.size() >= size, try file.status().isSameFile(as: target.root.status(of: target.part))
    else {
      throw FTPError.changed("another process has changed \(Escaping.ascii(file.path.utf8))")
    }
    if try file.size() != size { try file.truncate(to: size) }
    try file.synchronize()
    if let modified {
      // If the system does not allow setting the time, the file is still correct.
      try? target.root.setModificationTime(LocalClock.WallTime(modified), of: target.part)
    }
    try target.root.rename(target.part, to: target.names)
    try target.remove(target.state)
  }
}

/// The bytes of one connection for its job, on the connection's own thread.
final class SegmentCourse: Sendable {
  private struct State {
    var reader: SegmentReader
    var sample: [UInt8] = []
  }

  let job: SegmentJob
  /// Whether the server was asked to end the transfer at the end of the job.
  let hasRange: Bool
  private let state: Guarded<State>

  init(_ job: SegmentJob, hasRange: Bool) {
    self.job = job
    self.hasRange = hasRange
    state = Guarded(State(reader: SegmentReader(job)))
  }

  func take(_ count: Int) -> [SegmentReader.Step] { state.withLock { $0.reader.take(count) } }
  func keep(_ bytes: Span<UInt8>) {
    var kept: [UInt8] = []
    for index in bytes.indices { kept.append(bytes[index]) }
    state.withLock { [kept] in $0.sample += kept }
  }

  /// Whether to cut the connection, because the job is done and the server would continue.
  var shouldStop: Bool {
    state.withLock { $0.reader.isSatisfied && (!hasRange || $0.reader.hasOverrun) }
  }
  var endsWell: Bool { state.withLock { $0.reader.endsWell } }
  var reached: UInt64 { state.withLock { $0.reader.reached } }
  /// The bytes after the segment; nil if there are too few.
  var sample: [UInt8]? { state.withLock { $0.reader.endsWell ? $0.sample : nil } }
}
