/// All the faults there are.
public enum FaultCatalogue {
  /// The faults in the order of a session, from the greeting to QUIT.
  public static let all: [FaultKind] = [
    GreetingFaults.all, LoginFaults.all, FeatureFaults.all, ReplySegmentFaults.all, ReplyFormFaults.all,
    ReplyCodeFaults.all, AddressFaults.all, AddressFormFaults.all, TransferFaults.all, DataFaults.all,
    RestartFaults.all, ListingFaults.all, TimeFaults.all, SizeFaults.all, PathFaults.all, AbortFaults.all,
    SessionFaults.all, QuitFaults.all,
  ].flatMap(\.self)

  /// The fault of this name.
  public static func kind(named name: String) -> FaultKind? { byName[name] }

  /// The families, in the order of ``all``.
  public static let families: [String] = all.reduce(into: []) { families, kind in
    if families.last != kind.family, !families.contains(kind.family) { families.append(kind.family) }
  }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}
