import EmbeddedTexts
import FTPProtocol
import FTPText

/// All faults.
///
/// ```swift
/// for kind in FaultCatalogue.all { print(kind, kind.summary) }
/// ```
public enum FaultCatalogue {
  /// The families in the order of a session, from the greeting to QUIT, as in `EmbeddedTexts/faults.txt`.
  package static let families = embedded_faults().tables.map(FaultFamily.init)

  /// What each fault does, by its name.
  static let bodies = tables.reduce(into: [:]) { all, table in all.merge(table) { first, _ in first } }

  private static let tables: [[String: FaultBody]] = [
    GreetingFaults.bodies, LoginFaults.bodies, AuthFaults.bodies, TLSFaults.bodies, ProtectionFaults.bodies,
    FeatureFaults.bodies, ArgumentFaults.bodies, CommandFaults.bodies, ReplySegmentFaults.bodies,
    ReplyFormFaults.bodies, ReplyCodeFaults.bodies, ParameterFaults.bodies, AddressFaults.bodies,
    AddressFormFaults.bodies, TransferFaults.bodies, DataFaults.bodies, RestartFaults.bodies,
    ListingFaults.bodies, FactFaults.bodies, TimeFaults.bodies, SizeFaults.bodies, PathFaults.bodies,
    AbortFaults.bodies, ClearingFaults.bodies, SessionFaults.bodies, QuitFaults.bodies,
  ]

  /// The faults of all families.
  public static let all: [FaultKind] = families.flatMap(\.kinds)

  /// The fault of this name.
  public static func kind(named name: String) -> FaultKind? { byName[name] }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

extension FaultFamily {
  /// A family with its table: what each of its faults does, and why it exists.
  fileprivate init(_ table: EmbeddedTable) {
    let words = table.heading.split(separator: ": ", maxSplits: 1).map(String.init)
    name = words[0]
    title = words.last ?? ""
    kinds = table.rows.compactMap { row in
      let habit = row.columns.count == 3 ? ServerHabit(rawValue: row.columns[2]) : nil
      guard let body = habit.map({ FaultBody(.habit($0)) }) ?? FaultCatalogue.bodies[row.name] else {
        return nil
      }
      let source = row.columns[1].split(separator: ": ", maxSplits: 1).map(String.init)
      return FaultKind(
        row.name, row.columns[0],
        source.count == 2
          ? .field(source[0], source[1]) : .requirement(RequirementID(rawValue: row.columns[1])), body)
    }
  }
}
