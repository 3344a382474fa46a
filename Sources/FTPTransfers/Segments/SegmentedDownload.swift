import FTPClient
import FTPProtocol
import FTPSystem
import FTPTransport

/// Downloads a file into one of this machine: in segments over several connections, resumed where an earlier download was
/// cut, and with one connection from start to end where the server has no REST or lies about it.
///
/// The bytes go to a temporary name, and the target gets its name when all are there: the sizes agree, every seam was compared,
/// and the server says of the file at the end what it has said at the beginning.
struct SegmentedDownload: Sendable {
  /// Where to.
  var site: FTPSite
  /// What.
  let path: FTPPath
  /// Where on this machine.
  let target: SegmentTarget
  /// How many connections there may be, 1 or more.
  var segments = 1
  /// No segment is smaller than this many bytes.
  var leastSegment: UInt64 = 1 << 20
  /// How many bytes are compared at each seam.
  var overlap: UInt64 = 4096
  /// Whether what an earlier download has left is continued.
  var resumes = false
  /// How often what has failed is tried again without a byte more, on each connection.
  var retries = 3
  /// How long to wait before that.
  var backoff = FTPBackoff()
  /// Whether the file gets the time that the server tells.
  var keepsTime = true
  /// What to do where the target is there already.
  var overwriting = FTPOverwriting.always
  /// How many nanoseconds lie between two writings of the state file, at least.
  var saveInterval: UInt64 = 500_000_000
  /// Told of all bytes that are there, on the threads of the connections.
  var progress: @Sendable (FTPProgress) -> Void = { _ in }
  /// Told of each session that is opened.
  var opened: @Sendable (FTPSession) -> Void = { _ in }
  /// Told of what was noticed on the way, in words.
  var remark: @Sendable (String) -> Void = { _ in }
  /// The clocks.
  var clock = TransferClock.system

  /// Downloads the file, and returns how many bytes it has.
  ///
  /// One of the connections is the one that is given, which stays open where it can.
  func run(over connection: TransferConnection) async throws -> UInt64 {
    var identity = try await identify(over: connection)
    if let there = try target.entry() {
      var source = FTPEntry(name: path.name, kind: .file)
      (source.size, source.modified) = (identity.size, identity.modified)
      try await connection.session().decide(overwriting, about: there) { [source] () throws(FTPError) in
        source
      }
    }
    var restarts = true
    for _ in 0...max(1, retries) {
      guard let size = identity.size, restarts else { break }
      do {
        let store = try await fetch(size, identity, connection)
        let after = try await identify(over: connection)
        guard after == identity else {
          throw FTPError.changed("the file has changed on the server meanwhile")
        }
        try store.complete(keepsTime ? identity.modified : nil)
        return size
      } catch {
        guard let reason = Self.reasonToStartOver(error) else { throw error }
        remark(reason)
        try target.clear()
        let after = try await identify(over: connection)
        // The same file, and yet other bytes at a place: what the server does about REST is not what it says.
        restarts = after != identity
        identity = after
      }
    }
    return try await fetchPlainly(identity, connection)
  }

  private func identify(over connection: TransferConnection) async throws -> FileIdentity {
    try await connection.retrying { try await $0.identity(of: path) }
  }

  /// Why what is there cannot be used, in words; nil for an error of another kind.
  private static func reasonToStartOver(_ error: any Error) -> String? {
    switch error {
    case SegmentStore.Stop.differs(let place):
      "the server does not send at byte \(place) what it has sent there before; starting over"
    case SegmentStore.Stop.surplus: "the server sends more than the file has by its size; starting over"
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
      server: Array("\(site.host):\(site.port)".utf8), path: path.bytes, modified: identity.modified)
    let store = try SegmentStore(
      target, try plan(size, note), note: note, interval: saveInterval, now: clock.now)
    do {
      // Before the first byte, so that no bytes are left of which nothing is known.
      try store.saveNow()
      progress(FTPProgress(bytes: store.written, size: size))
      try await fill(store, size, connection)
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

  /// The plan that an earlier download has left where it is of the same file, and otherwise a new one.
  private func plan(_ size: UInt64, _ note: SegmentStore.Note) throws(LocalFileError) -> SegmentPlan {
    let new = SegmentPlan(size: size, count: segments, leastSize: leastSegment, overlap: overlap)
    guard resumes else {
      try target.clear()
      return new
    }
    guard let state = try target.readState() else { return new }
    guard state.server == note.server, state.path == note.path, state.size == size,
      state.modified == note.modified
    else {
      remark("what is there is of another file, or of this one before it was changed; starting over")
      return new
    }
    // What is claimed has to be there.
    let end = state.parts.last { $0.done > 0 }.map { $0.range.lowerBound + $0.done } ?? 0
    guard let part = try? target.root.open(target.part), try part.size() >= end else { return new }
    return SegmentPlan(resuming: state, overlap: overlap)
  }

  /// Runs the jobs until all are done, over as many connections as the server allows.
  private func fill(_ store: SegmentStore, _ size: UInt64, _ connection: TransferConnection) async throws {
    let others = max(0, min(segments, store.segmentCount) - 1)
    let ranges = RangeUse()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await work(store, size, connection, others == 0 ? .only : .main, ranges) }
      for _ in 0..<others {
        group.addTask {
          let other = TransferConnection(
            site, retries: retries, backoff: backoff, clock: clock, opened: opened)
          do {
            try await work(store, size, other, .extra, ranges)
            await other.close()
          } catch let error as FTPError where error.isOfConnection {
            // There are the others; the last one says what is wrong if they fail as well.
            remark("going on with a connection less: \(error)")
            await other.close()
          }
        }
      }
      try await group.waitForAll()
    }
    // What a connection that gave up has left.
    while !store.isComplete { try await work(store, size, connection, .only, ranges) }
  }

  /// What a connection is among the others.
  private enum Role {
    /// There are no others: what is left is one job.
    case only
    /// The others may give up, this one may not.
    case main
    /// It gives up where the server wants no more of them.
    case extra
  }

  private func work(
    _ store: SegmentStore, _ size: UInt64, _ connection: TransferConnection, _ role: Role, _ ranges: RangeUse
  ) async throws {
    while let job = store.nextJob(last: role == .only) {
      var course = SegmentCourse(job, hasRange: false)
      let before = store.written(of: job.index)
      do {
        let session = try await connection.session()
        let hasRange = job.lastByte != nil && ranges.isAllowed
        if hasRange, await session.features.contains("RANG") { course = SegmentCourse(job, hasRange: true) }
        try await fetch(course, store, size, session)
        await connection.succeeded()
      } catch FTPError.refused(let reply, let command?)
        where command.verb == .rang && reply.code.firstDigit == 5
      {
        // Offered, and then not there: REST does as well.
        ranges.forbid()
        try store.end(course, sawEnd: false)
      } catch {
        // What was there before and comes again, as the end of a segment, is no progress.
        let isFruitless = store.written(of: job.index) <= before
        try store.end(course, sawEnd: false)
        try await connection.recover(from: error, isFruitless: isFruitless, yields: role == .extra)
      }
    }
  }

  /// One transfer.
  ///
  /// Where it ends as it should the job is done; all else is thrown, and the job is not taken back.
  private func fetch(
    _ course: SegmentCourse, _ store: SegmentStore, _ size: UInt64, _ session: FTPSession
  ) async throws {
    let job = course.job
    do {
      try await session.download(path, at: job.restart, through: course.hasRange ? job.lastByte : nil) {
        pieces in
        try await pieces.forEach { piece in
          try store.take(piece, course)
          progress(FTPProgress(bytes: store.written, size: size))
        }
      }
    } catch SegmentStore.Stop.satisfied {
      return try store.end(course, sawEnd: false)
    }
    try store.end(course, sawEnd: true)
    guard course.endsWell else {
      throw FTPError.incomplete(got: course.reached, of: size, reply: nil)
    }
  }

  // MARK: - From start to end

  /// Downloads the file with one transfer, without REST; what fails begins at the first byte again.
  private func fetchPlainly(_ identity: FileIdentity, _ connection: TransferConnection) async throws -> UInt64
  {
    try target.clear()
    while true {
      let file = PlainFile(try target.openPart())
      do {
        // Servers that do not forget an offset would apply it once more.
        let session = try await connection.freshSession()
        try await session.download(path) { pieces in
          try await pieces.forEach { piece in
            try file.write(piece)
            progress(FTPProgress(bytes: file.count, size: identity.size))
          }
        }
        await connection.succeeded()
      } catch {
        do { try await connection.recover(from: error, isFruitless: true) } catch {
          try? target.clear()
          throw error
        }
        continue
      }
      try file.finish()
      if keepsTime, let modified = identity.modified {
        try? target.root.setModificationTime(LocalClock.WallTime(modified), of: target.part)
      }
      try target.root.rename(target.part, to: target.names)
      return file.count
    }
  }
}

/// What the server says of a file before the first byte and after the last.
struct FileIdentity: Hashable {
  var size: UInt64?
  var modified: TimeValue?
}

extension FTPSession {
  /// Asks for size and time; nil for what the server does not tell.
  func identity(of path: FTPPath) async throws(FTPError) -> FileIdentity {
    try await inTurn { (session) throws(FTPError) in
      let size = try await session.ask(.size(path))
      return FileIdentity(size: size, modified: try await session.ask(.modificationTime(path)))
    }
  }
}
