import FTPRequirements

/// How many requirements of a ledger stand how.
public struct LedgerTotals: Hashable, Sendable {
  /// The counts of one side.
  public struct Side: Hashable, Sendable {
    /// The requirements.
    public let all: Int
    /// Those with a case or, for clients, with a vector or a fault.
    public let covered: Int
    /// Those with a reason why there is nothing.
    public let waived: Int
    /// Those with nothing.
    public let unaccounted: Int

    init(_ entries: [LedgerEntry]) {
      all = entries.count
      covered = entries.count { $0.standing == .tested || $0.standing == .shown }
      waived = entries.count { $0.standing == .waived }
      unaccounted = entries.count { $0.standing == .unaccounted }
    }
  }

  /// What servers have to do, alone or as clients do.
  public let server: Side
  /// What clients alone have to do.
  public let client: Side

  init(_ entries: [LedgerEntry]) {
    server = Side(entries.filter { !$0.requirement.isForClients })
    client = Side(entries.filter(\.requirement.isForClients))
  }
}
