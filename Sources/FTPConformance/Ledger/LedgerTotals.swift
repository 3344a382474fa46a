/// How many requirements of a ledger have each standing.
package struct LedgerTotals: Hashable, Sendable {
  /// The counts for one side.
  package struct Side: Hashable, Sendable {
    /// All requirements.
    package let all: Int
    /// Requirements with a case or, for clients, with a vector or a fault.
    package let covered: Int
    /// Requirements with a waiver.
    package let waived: Int
    /// Requirements with none of these.
    package let unaccounted: Int

    init(_ entries: [LedgerEntry]) {
      all = entries.count
      covered = entries.count { $0.standing == .tested || $0.standing == .shown }
      waived = entries.count { $0.standing == .waived }
      unaccounted = entries.count { $0.standing == .unaccounted }
    }
  }

  /// The requirements that bind servers, or both parties.
  package let server: Side
  /// The requirements that bind only clients.
  package let client: Side

  init(_ entries: [LedgerEntry]) {
    server = Side(entries.filter { !$0.requirement.isForClients })
    client = Side(entries.filter(\.requirement.isForClients))
  }
}
