import Synchronization

/// The codes of a row of ``VerbTable``, read from their lists when they are first needed: a program that sends one command need
/// not read the codes of all others.
final class LazyReplies: Sendable {
  /// The codes of all lists; of two equal ones, the first counts.
  final class Read: Sendable {
    let entries: [CommandReplies.Entry]
    /// Whether the lists say which codes may follow a 1yz reply.
    let hasSecondPhase: Bool

    init(_ lists: [CommandReplies.List]) {
      var entries: [CommandReplies.Entry] = []
      for entry in lists.flatMap(\.entries)
      where !entries.contains(where: { $0.code == entry.code && $0.phase == entry.phase }) {
        entries.append(entry)
      }
      self.entries = entries
      hasSecondPhase = entries.contains { $0.phase == .afterPreliminary }
    }
  }

  private let lists: [CommandReplies.List]
  private let result = AtomicLazyReference<Read>()

  init(_ lists: [CommandReplies.List]) { self.lists = lists }

  var read: Read { result.load() ?? result.storeIfNil(Read(lists)) }
}
