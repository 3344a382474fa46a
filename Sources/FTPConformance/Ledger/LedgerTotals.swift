import FTPRequirements

/// How many requirements of a ledger stand how.
package struct LedgerTotals: Hashable, Sendable {
  /// The counts of one side.
  package struct Side: Hashable, Sendable {
    /// The requirements.
    package let all: Int
    /// Those with a case or, for clients, with a vector or a fault.
    package let covered: Int
    /// Those with a reason why there is nothing.
    package let waived: Int
    /// Those with nothing.
    package let unaccounted: Int

    init(_ entries: [LedgerEntry]) {
      all = entries.count
      covered = entries.count { $0.standing == .tested || $0.standing == .shown }
      waived = entries.count { $0.standing == .waived }
      unaccounted = entries.count { $0.standing == .unaccounted }
    }
  }

  /// What servers have to do, alone or as clients do.
  package let server: Side
  /// What clients alone have to do.
  package let client: Side

  init(_ entries: [LedgerEntry]) {
    server = Side(entries.filter { !$0.requirement.isForClients })
    client = Side(entries.filter(\.requirement.isForClients))
  }
}
