import FTPProtocol
import FTPTransport
import Synchronization
import TestSupport
import Testing

@testable import FTPMockServer

@Suite("No two faults together bring a server down", .queueing)
struct FaultPairTests {
  /// Commands for everything that faults concern, in one session.
  private static let commands = [
    "ACCT x", "FEAT", PipelinedSession.port, "TYPE I", "PWD", "MKD a\"b", "SIZE f", "MDTM f", "MLST f",
    "HASH f", "REST 3", "RETR f", "RETR f", "LIST -a e", "MLSD", "NLST none", "MODE B", "STOU", "MODE S",
    "RETR none", "PASV", "EPSV",
  ]

  private static let login = ["USER ftpraw", "PASS secret"]
  private static let abort = [PipelinedSession.port, "RETR f", "ABOR", "STAT"]

  /// With these faults, a session ends only when the client says that no more commands will come.
  private static let waiting: Set = ["quit-open", "quit-refused", "data-stall", "session-one-command"]

  /// How many of the pairs are tried; the seed selects them.
  private static let sampleSize = Thoroughness.rounds(9_000)
  /// A session that does not end takes a minute; after this many, more would show nothing new.
  private static let mostFailures = 8

  private static let tree = {
    var tree = VirtualTree()
    tree.addFile("f", "one\r\ntwo \u{e9}\n")
    tree.addDirectory("e")
    return tree
  }()

  /// The fault, with a random value or one that takes no time.
  private static func fault(_ kind: FaultKind, _ chance: inout SeededGenerator) throws -> Fault {
    let value: String? =
      switch kind.parameter?.name {
      // A reply that is sent drop by drop has as many pauses as bytes.
      case "SPAN": kind.name == "reply-dripped" ? "0ms" : "1ms"
      case "LINES": "3"
      case "BYTES": ["0", "1", "7", "100"].randomElement(using: &chance)
      case "COUNT", "TIMES", "COMMAND": "\(Int.random(in: 1...9, using: &chance))"
      case "DIALECT": ListingDialect.all.randomElement(using: &chance)?.name
      default: nil
      }
    return try Fault(kind, value: value)
  }

  @Test("a sample of the pairs, the same each time", arguments: [1959])
  func pairs(seed: UInt64) async throws {
    var chance = SeededGenerator(seed: seed)
    let kinds = FaultCatalogue.all
    var pairs: [[Fault]] = []
    for (index, kind) in kinds.enumerated() {
      for other in kinds[(index + 1)...] {
        let pair = [try Self.fault(kind, &chance), try Self.fault(other, &chance)]
        pairs.append(Bool.random(using: &chance) ? pair : pair.reversed())
      }
    }
    #expect(pairs.count == kinds.count * (kinds.count - 1) / 2)
    pairs.shuffle(using: &chance)
    let others = pairs.dropFirst(Self.sampleSize)
    pairs.removeLast(others.count)
    // Each fault occurs at least once.
    var seen = Set(pairs.joined().map(\.kind.name))
    for pair in others where !seen.isSuperset(of: pair.map(\.kind.name)) {
      pairs.append(pair)
      seen.formUnion(pair.map(\.kind.name))
    }
    #expect(Set(pairs.joined().map(\.kind.name)).count == kinds.count)
    let work = Work(pairs)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await BlockingThread.run {
            while let pair = work.next() { work.add(try Self.serve(pair)) }
          }
        }
      }
      try await group.waitForAll()
    }
    // Most of the sessions have got long replies.
    #expect(work.byteCount > pairs.count * 500)
  }

  /// The remaining pairs, shared by the threads that try them.
  private final class Work: Sendable {
    private let pairs: [[Fault]]
    private let index = Atomic(0)
    private let bytes = Atomic(0)
    private let failures = Atomic(0)

    init(_ pairs: [[Fault]]) { self.pairs = pairs }

    var byteCount: Int { bytes.load(ordering: .relaxed) }

    func next() -> [Fault]? {
      guard failures.load(ordering: .relaxed) < mostFailures else { return nil }
      let index = index.wrappingAdd(1, ordering: .relaxed).oldValue
      return index < pairs.count ? pairs[index] : nil
    }

    /// Records the bytes of a pair; nil for a session that did not end.
    func add(_ count: Int?) {
      bytes.wrappingAdd(count ?? 0, ordering: .relaxed)
      if count == nil { failures.wrappingAdd(1, ordering: .relaxed) }
    }
  }

  /// Two sessions with a server that has these faults: one with all commands, and one in which ABOR interrupts a
  /// transfer.
  ///
  /// - Returns: the number of bytes; nil if a session does not end.
  private static func serve(_ faults: [Fault]) throws -> Int? {
    let server = try MockServer.start(
      .init(
        tree: tree, timeouts: .init(dataConnection: .milliseconds(10), dataIdle: .milliseconds(10)),
        recording: nil, faults: faults))
    defer { server.stop() }
    do {
      let isLast = faults.contains { waiting.contains($0.kind.name) }
      let count = try PipelinedSession.run(login + commands, isLast: isLast, at: server.address)
      // The server still answers. If a fault concerns ABOR, the session sends it during a transfer.
      if faults.contains(where: { $0.kind.family == "abor" }) {
        _ = try PipelinedSession.run(login + abort, isLast: isLast, at: server.address)
      } else {
        try PipelinedSession.meet(server.address)
      }
      return count
    } catch {
      Issue.record("\(faults.map(\.description).joined(separator: " + ")): \(error)")
      return nil
    }
  }
}
