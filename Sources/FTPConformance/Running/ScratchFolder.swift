import FTPClient
import FTPProtocol
import FTPVectors

/// The one folder of a run in which anything is written, what was written there, and its end.
struct ScratchFolder: Sendable {
  /// Where it is, from the root.
  let path: String
  /// The directories of the attempts, and the names that each has given the server.
  private var directories: [String: [String]] = [:]
  private var count = 0
  /// How deep the cases' own directories may go.
  private static let depth = 4

  init(path: String) { self.path = path }

  /// A directory for one attempt at a case, which makes it.
  mutating func nextDirectory() -> String {
    count += 1
    return "\(path)/c\(count)"
  }

  /// Takes note of the names that an attempt may have given to files and directories in its directory.
  ///
  /// To remove what is known is quicker than to list, and works where listing does not.
  mutating func note(_ attempt: CaseAttempt) {
    guard let directory = attempt.directory else { return }
    var names: [String] = []
    for event in attempt.conversations.flatMap(\.transcript.events) {
      guard case .command(_, let judgement) = event.content, let command = judgement?.command,
        [.stor, .appe, .mkd, .xmkd, .rnto].contains(command.verb), let argument = command.argument
      else { continue }
      let name = String(decoding: argument, as: UTF8.self)
      if name != directory, !names.contains(name) { names.append(name) }
    }
    directories[directory] = names
  }

  /// Removes the folder with all that is in it, and returns what could not be removed.
  ///
  /// Not itself cancelled when the task is: whoever stops a run still wants the server to be as it was.
  func remove(from target: Target, knowing facts: ServerFacts, patience: Patience) async -> [String] {
    await Task {
      let entry = ConformanceCase(
        "run/scratch/removed", "The scratch folder is removed.", [], start: .unconnected, failsWith: []
      ) { probe in
        try await probe.connect()
        try await probe.logIn()
        for (directory, names) in directories { try await remove(directory, names, probe) }
        try await probe.send("CWD \(path)")
        // Nothing is left of it unless a case was imaginative.
        guard try await !isRemoved(path, probe) else { return }
        try await empty(path, probe, Self.depth)
        try await probe.send("CWD /")
        try await probe.send("RMD \(path)", expecting: .completion)
      }
      var unhurried = patience
      unhurried.wholeCase = patience.wholeCase * 10
      let attempt = await entry.attemptPatiently(at: target, knowing: facts, patience: unhurried)
      guard attempt.verdict != .pass else { return [] }
      return ["\(path): \(attempt.findings.first?.received ?? attempt.reason ?? "not removed")"]
    }.value
  }

  private func remove(_ directory: String, _ names: [String], _ probe: Probe) async throws {
    guard try await probe.send("CWD \(directory)").code.kind == .completion else { return }
    for name in names.reversed() where Self.isSendable(name) {
      if try await probe.send("DELE \(name)").code.isNegative { try await probe.send("RMD \(name)") }
    }
    guard try await !isRemoved(directory, probe) else { return }
    try await empty(directory, probe, Self.depth)
    _ = try await isRemoved(directory, probe)
  }

  private func isRemoved(_ directory: String, _ probe: Probe) async throws -> Bool {
    try await probe.send("CWD /")
    return try await probe.send("RMD \(directory)").code.kind == .completion
  }

  private func empty(_ directory: String, _ probe: Probe, _ depth: Int) async throws {
    guard try await probe.send("CWD \(directory)").code.kind == .completion else { return }
    for name in try await names(probe) {
      guard try await probe.send("DELE \(name)").code.isNegative else { continue }
      guard try await probe.send("RMD \(name)").code.isNegative, depth > 0 else { continue }
      try await empty("\(directory)/\(name)", probe, depth - 1)
      try await probe.send("CWD \(directory)")
      try await probe.send("RMD \(name)")
    }
  }

  /// What is in the current directory, by the first command that tells: none is known to every server.
  private func names(_ probe: Probe) async throws -> [String] {
    guard probe.facts.reasonAgainst(.data) == nil else { return [] }
    for command in ["NLST", "MLSD", "NLST ."] {
      let (_, transfer) = try await probe.startPassive(command)
      guard let transfer else { continue }
      let bytes = try await transfer.readToEnd(limit: 1 << 20)
      try await transfer.finish()
      let names = bytes.split(separator: 0x0A).compactMap { line in
        Self.name(line.filter { $0 != 0x0D }, isFactLine: command == "MLSD")
      }
      if !names.isEmpty { return names }
    }
    return []
  }

  private static func name(_ line: [UInt8], isFactLine: Bool) -> String? {
    let path = isFactLine ? Array(line.drop { $0 != 0x20 }.dropFirst()) : line
    let name = String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
    return name.isEmpty || name == "." || name == ".." || !isSendable(name) ? nil : name
  }

  private static func isSendable(_ name: String) -> Bool {
    !name.utf8.contains(0x0D) && !name.utf8.contains(0x0A)
  }
}
