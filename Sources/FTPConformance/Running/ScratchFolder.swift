import FTPClient
import FTPProtocol
import FTPVectors

/// The one folder of a run in which anything is written, and its end.
struct ScratchFolder: Sendable {
  /// Where it is, from the root.
  let path: String
  /// How deep the cases' own directories may go.
  private static let depth = 4

  /// The directory for one attempt at a case.
  func directory(_ number: Int) -> String { "\(path)/c\(number)" }

  /// Removes the folder with all that is in it, and returns what could not be removed.
  ///
  /// Not itself cancelled when the task is: whoever stops a run still wants the server to be as it was.
  func remove(from target: Target, knowing facts: ServerFacts, patience: Patience) async -> [String] {
    await Task {
      let left = Guarded<[String]>([])
      let entry = ConformanceCase(
        "run/scratch/removed", "The scratch folder is removed.", [], start: .unconnected, failsWith: []
      ) { probe in
        try await probe.connect()
        try await probe.logIn()
        try await empty(path, probe, Self.depth)
        try await probe.send("CWD /")
        let reply = try await probe.send("RMD \(path)")
        if reply.code.isNegative { left.withLock { $0.append("\(path): \(Probe.words(of: reply))") } }
      }
      var unhurried = patience
      unhurried.wholeCase = patience.wholeCase * 10
      let attempt = await entry.attempt(at: target, knowing: facts, patience: unhurried)
      let left0 = left.withLock { $0 }
      guard attempt.verdict != .pass, left0.isEmpty else { return left0 }
      let finding = attempt.findings.first.map { "\($0.expected): \($0.received)" }
      return ["\(path): \(attempt.reason ?? finding ?? "not removed")"]
    }.value
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

  /// What is in the current directory; a refusal is what some servers say of an empty one.
  private func names(_ probe: Probe) async throws -> [String] {
    guard probe.facts.reasonAgainst(.data) == nil else { return [] }
    let (_, transfer) = try await probe.startPassive("NLST")
    guard let transfer else { return [] }
    let bytes = try await transfer.readToEnd(limit: 1 << 20)
    try await transfer.finish()
    return CompletedTransfer(opening: transfer.opening, bytes: bytes, final: transfer.opening).lines
      .map { String($0.split(separator: "/").last ?? "") }
      .filter { !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0x0D) }
  }
}
