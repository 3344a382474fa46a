import FTPClient
import FTPProtocol
import Synchronization

/// The only folder in which a run writes: what was written there, and how it is removed.
struct ScratchFolder: Sendable {
  /// Its path, from the root.
  let path: String
  /// The directories of the attempts, and the names that each attempt sent to the server.
  private var directories: [String: [[UInt8]]] = [:]
  private var count = 0
  /// How deep the cases' own directories may be nested.
  private static let depth = 4

  init(path: String) { self.path = path }

  /// The name of a directory for one attempt at a case; the attempt creates it.
  mutating func nextDirectory() -> String {
    count += 1
    return "\(path)/c\(count)"
  }

  /// Records the names that an attempt may have given to files and directories in its directory.
  ///
  /// Removing known names is faster than listing, and works on servers without a listing.
  mutating func note(_ attempt: CaseAttempt, in directory: String) {
    var names: [[UInt8]] = []
    var old: [UInt8]?
    for event in attempt.conversations.flatMap(\.transcript.events) {
      guard case .command(_, let judgement) = event.content, let command = judgement?.command,
        let argument = command.argument
      else { continue }
      if command.verb == .rnfr { old = argument }
      guard command.verb.has(.creates) else { continue }
      var created = [argument]
      // What is in a directory moves with it.
      if command.verb == .rnto, let below = old.map({ $0 + [UInt8(ascii: "/")] }) {
        created += names.filter { $0.starts(with: below) }.map { argument + $0.dropFirst(below.count - 1) }
      }
      names += created.filter { !$0.elementsEqual(directory.utf8) && !names.contains($0) }
    }
    directories[directory] = names
  }

  /// Removes the folder and everything in it.
  ///
  /// A stopped run must leave the server as it was, too: if the task is cancelled, removing begins again, for
  /// as long as the server answers quickly, and for a farewell at most.
  ///
  /// `patience` is how long to wait for it. `farewell` is how long that may take once the task is cancelled. `jobs`
  /// is how many connections to use at the same time.
  func remove(
    from target: TestedServer, knowing facts: ServerFacts, patience: Patience, farewell: Duration,
    jobs: Int
  ) async -> [String] {
    var unhurried = patience
    unhurried.wholeCase = patience.wholeCase * 10
    let left = await removeOnce(from: target, knowing: facts, patience: unhurried, jobs: jobs)
    guard Task.isCancelled, !left.isEmpty else { return left }
    // On one connection, because each of several could have to be waited for.
    return await Task {
      await removeOnce(from: target, knowing: facts, patience: .afterStop(farewell), jobs: 0)
    }.value
  }

  private func removeOnce(
    from target: TestedServer, knowing facts: ServerFacts, patience: Patience, jobs: Int
  ) async -> [String] {
    let tried = Mutex<Set<String>>([])
    @Sendable func removeDirectories(_ probe: Probe) async throws {
      try await probe.connect()
      try await probe.logIn()
      for (directory, names) in directories where tried.withLock({ $0.insert(directory).inserted }) {
        try await remove(directory, names, probe)
      }
    }
    let helper = ServerCase(
      "run/scratch/emptied", "The directories of the cases are removed.", [], start: .unconnected,
      failsWith: [], steps: removeDirectories)
    await withTaskGroup { group in
      for _ in 0..<min(jobs, directories.count / 4) {
        group.addTask { _ = await helper.attempt(at: target, knowing: facts, patience: patience) }
      }
    }
    let entry = ServerCase(
      "run/scratch/removed", "The scratch folder is removed.", [], start: .unconnected, failsWith: []
    ) { probe in
      try await removeDirectories(probe)
      try await probe.send("CWD \(path)")
      // Nothing is left in it unless a case created something under an unexpected name.
      guard try await !isRemoved(path, probe) else { return }
      try await empty(Array(path.utf8), probe, Self.depth)
      try await probe.send("CWD /")
      try await probe.send("RMD \(path)", expecting: .completion)
    }
    var attempt = await entry.attemptPatiently(at: target, knowing: facts, patience: patience)
    // Some servers crash on certain names; what is in the other directories can still be removed.
    var count = 0
    while jobs > 0, attempt.verdict != .pass, case let further = tried.withLock({ $0.count }), further > count
    {
      count = further
      attempt = await entry.attemptPatiently(at: target, knowing: facts, patience: patience)
    }
    guard attempt.verdict != .pass else { return [] }
    return ["\(path): \(attempt.findings.first?.received ?? attempt.reason ?? "not removed")"]
  }

  private func remove(_ directory: String, _ names: [[UInt8]], _ probe: Probe) async throws {
    for name in names.reversed() where !name.contains(0x0D) && !name.contains(0x0A) {
      let path = name.first == UInt8(ascii: "/") ? name : Array("\(directory)/".utf8) + name
      if try await send("DELE", path, probe).isNegative { try await send("RMD", path, probe) }
    }
    guard try await probe.send("RMD \(directory)").code.kind != .completion else { return }
    try await empty(Array(directory.utf8), probe, Self.depth)
    _ = try await isRemoved(directory, probe)
  }

  private func isRemoved(_ directory: String, _ probe: Probe) async throws -> Bool {
    try await probe.send("CWD /")
    return try await probe.send("RMD \(directory)").code.kind == .completion
  }

  private func empty(_ directory: [UInt8], _ probe: Probe, _ depth: Int) async throws {
    guard try await send("CWD", directory, probe).kind == .completion else { return }
    for name in try await names(probe) {
      guard try await send("DELE", name, probe).isNegative else { continue }
      guard try await send("RMD", name, probe).isNegative, depth > 0 else { continue }
      try await empty(directory + [UInt8(ascii: "/")] + name, probe, depth - 1)
      try await send("CWD", directory, probe)
      try await send("RMD", name, probe)
    }
  }

  /// Sends a command with a name, which need not be text.
  ///
  /// A server that does not answer may have done it.
  @discardableResult
  private func send(_ verb: String, _ name: [UInt8], _ probe: Probe) async throws -> ReplyCode {
    do {
      return try await probe.ftp.send(bytes: Array("\(verb) ".utf8) + name).code
    } catch FTPClientError.timedOut { return 250 }
  }

  /// The contents of the current directory.
  private func names(_ probe: Probe) async throws -> [[UInt8]] {
    guard probe.facts.reasonAgainst(.data) == nil else { return [] }
    return try await ScratchListing.firstNames { command in
      guard let transfer = try await probe.startPassive(command).transfer else { return nil }
      let bytes = try await transfer.contents()
      try await transfer.end()
      return bytes
    }
  }
}
