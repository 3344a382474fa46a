import FTPProtocol
import FTPSystem

/// Downloads a file to a local file: in segments over several connections, resumed if an earlier download was
/// interrupted, and with one connection from start to end if the server has no REST or an incorrect one.
///
/// The bytes go to a temporary file, which gets its final name when it is complete: the sizes agree, every seam was
/// compared, and the server reports the same facts about the file at the end as at the beginning.
struct SegmentedDownload: Sendable {
  /// The connections.
  let queue: FTPQueue
  /// The path on the server.
  let path: FTPPath
  /// The local file.
  let target: SegmentTarget
  /// The most connections to use.
  var segments: Int
  /// The fewest bytes of a segment.
  var leastSegment: UInt64 = 1 << 20
  /// What to do with what is there already; the progress is that of all bytes, on the threads of the connections.
  var options: FTPFileOptions
  /// The size of the file in a listing, which counts if the server tells no other.
  var listedSize: UInt64?
  /// How many bytes are compared at each seam.
  var overlap: UInt64 = 4096
  /// The minimum number of nanoseconds between two writes of the state file.
  var saveInterval: UInt64 = 500_000_000

  /// Downloads the file, and returns how many bytes it has.
  ///
  /// One of the connections is the given one.
  func run(over connection: TransferConnection) async throws -> UInt64 {
    let identity = try await identify(over: connection)
    var source = FTPEntry(name: path.name, kind: .file)
    (source.size, source.modified) = (identity.size, identity.modified)
    let lock = try await target.claim(
      waits: options.waits, remark: options.remark,
      stayInTouch: { _ = try? await connection.session()(.noop) }
    ) { [source] there in
      try await connection.session().decide(options.overwriting, about: there) { () throws(FTPError) in source
      }
    }
    defer { lock?.release() }
    return try await fetch(identity, connection)
  }

  private func fetch(_ first: FileIdentity, _ connection: TransferConnection) async throws -> UInt64 {
    var identity = first
    var restarts = true
    for _ in 0...max(1, queue.options.retries) {
      guard let size = identity.size, restarts else { break }
      do {
        let store = try await fetch(size, identity, connection)
        let after = try await identify(over: connection)
        guard after == identity else {
          throw FTPError.changed("the file changed on the server during the download")
        }
        try store.complete(options.keepsTime ? identity.modified : nil)
        return size
      } catch {
        guard let reason = Self.reasonToStartOver(error) else { throw error }
        options.remark?(reason)
        try target.clear()
        let after = try await identify(over: connection)
        // The same file, but different bytes: the server's REST is incorrect.
        restarts = after != identity
        identity = after
      }
    }
    return try await fetchPlainly(identity, connection)
  }

  private func identify(over connection: TransferConnection) async throws -> FileIdentity {
    try await connection.retrying { session, _ in try await session.identity(of: path) }
  }

  /// Why the local part cannot be used, in words; nil for an error of another kind.
  private static func reasonToStartOver(_ error: any Error) -> String? {
    switch error {
    case SegmentStore.Stop.differs(let place):
      "at byte \(place) the server sends other data than before; starting over"
    case SegmentStore.Stop.surplus, FTPError.longer:
      "the server sends more bytes than the size of the file; starting over"
    case FTPError.changed(let what): "\(what); starting over"
    case FTPError.refused(let reply, let command?) where command.verb == .rest && reply.code.firstDigit == 5:
      "the server has no REST; starting over with one connection"
    default: nil
    }
  }

  // MARK: - In segments

  private func fetch(
    _ size: UInt64, _ identity: FileIdentity, _ connection: TransferConnection
  ) async throws -> SegmentStore {
    let note = SegmentStore.Note(
      server: Array("\(queue.options.site.host):\(queue.options.site.port)".utf8), path: path.bytes,
      modified: identity.modified)
    let store = try SegmentStore(
      target, try plan(size, note), note: note, interval: saveInterval, now: queue.options.clock.now)
    do {
      // Before the first byte, so that no bytes are left without a state.
      try store.saveNow()
      options.progress?(store.progress)
      try await fill(store, connection)
    } catch {
      if store.written == 0 {
        try? target.clear()
      } else if Self.reasonToStartOver(error) == nil {
        try? store.saveNow()
      }
      throw error
    }
    return store
  }

  /// The plan of an earlier download if it is of the same file, otherwise a new one.
  private func plan(_ size: UInt64, _ note: SegmentStore.Note) throws(LocalFileError) -> SegmentPlan {
    let new = SegmentPlan(
      size: size, count: segments, leastSize: leastSegment, overlap: overlap)
    guard options.resumes else {
      try target.clear()
      return new
    }
    guard let state = try target.readState() else { return new }
    guard state.server == note.server, state.path == note.path, state.size == size,
      state.modified == note.modified
    else {
      options.remark?("the local part is of another file, or of an older version; starting over")
      return new
    }
    // The claimed bytes must exist.
    let end = state.parts.last { $0.done > 0 }.map { $0.range.lowerBound + $0.done } ?? 0
    guard let part = try? target.root.open(target.part), try part.size() >= end else { return new }
    return SegmentPlan(resuming: state, overlap: overlap)
  }

  /// Runs the jobs until all are done, over as many connections as the server allows.
  private func fill(_ store: SegmentStore, _ connection: TransferConnection) async throws {
    let others = max(0, min(segments, store.segmentCount) - 1)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await work(store, connection, others == 0 ? .only : .main) }
      for _ in 0..<others {
        group.addTask {
          try await queue.withSpareConnection { try await work(store, $0, .extra) }
        }
      }
      try await group.waitForAll()
    }
    // The parts that remain after other connections gave up.
    while !store.isComplete { try await work(store, connection, .only) }
  }

  /// The role of a connection among the others.
  private enum Role {
    /// There are no others: the rest is one job.
    case only
    /// The others may give up, this one may not.
    case main
    /// It gives up if the server allows no more connections.
    case extra
  }

  private func work(
    _ store: SegmentStore, _ connection: TransferConnection, _ role: Role
  ) async throws {
    while let job = store.nextJob(last: role == .only) {
      var course = SegmentCourse(job, hasRange: false)
      let before = store.written(of: job.index)
      do {
        let session = try await connection.session()
        let hasRange = job.lastByte != nil && store.usesRange
        if hasRange, await session.features.contains("RANG") { course = SegmentCourse(job, hasRange: true) }
        try await fetch(course, store, session)
        await connection.succeeded()
      } catch FTPError.refused(let reply, let command?)
        where command.verb == .rang && reply.code.firstDigit == 5
      {
        // RANG was offered, but does not exist; REST works too.
        store.forbidRange()
        try store.end(course, sawEnd: false)
      } catch {
        // Bytes that arrive again, such as the end of a segment, do not count as progress.
        let isFruitless = store.written(of: job.index) <= before
        try store.end(course, sawEnd: false)
        try await connection.recover(from: error, isFruitless: isFruitless, yields: role == .extra)
      }
    }
  }

  /// Makes one transfer.
  ///
  /// If it ends as planned, the job is done; otherwise it throws, and the job is not returned.
  private func fetch(
    _ course: SegmentCourse, _ store: SegmentStore, _ session: FTPSession
  ) async throws {
    let job = course.job
    do {
      try await session.download(path, at: job.restart, through: course.hasRange ? job.lastByte : nil) {
        pieces in
        try await pieces.forEach { piece in
          try store.take(piece, course)
          options.progress?(store.progress)
        }
      }
    } catch SegmentStore.Stop.satisfied {
      return try store.end(course, sawEnd: false)
    }
    try store.end(course, sawEnd: true)
    guard course.endsWell else {
      throw FTPError.incomplete(got: course.reached, of: store.progress.size, reply: nil)
    }
  }

  // MARK: - From start to end

  /// Downloads the file with one transfer, without REST; after a failure it begins at the first byte again.
  private func fetchPlainly(_ identity: FileIdentity, _ connection: TransferConnection) async throws -> UInt64
  {
    try target.clear()
    let file = PartFile(target, target.part)
    do {
      // Servers that keep an offset would apply it again.
      try await connection.retrying(isFresh: true) { session, _ in
        try file.begin()
        try await session.download(path, at: 0, through: nil, listed: listedSize) { pieces in
          try await pieces.forEach { piece in
            try file.write(piece)
            options.progress?(FTPProgress(bytes: file.count, size: identity.size))
          }
        }
      }
    } catch {
      try? target.clear()
      throw error
    }
    return try file.commit(modified: options.keepsTime ? identity.modified : nil, synchronizing: true)
  }
}

/// The server's facts about a file before the first byte and after the last.
struct FileIdentity: Hashable {
  var size: UInt64?
  var modified: TimeValue?
}

extension FTPSession {
  /// Asks for size and time; nil for each that the server does not report.
  func identity(of path: FTPPath) async throws(FTPError) -> FileIdentity {
    try await inTurn { (session) throws(FTPError) in
      let size = try await session.ask(.size(path))
      return FileIdentity(size: size, modified: try await session.ask(.modificationTime(path)))
    }
  }
}
