/// All faults.
///
/// ```swift
/// for kind in FaultCatalogue.all { print(kind, kind.summary) }
/// ```
public enum FaultCatalogue {
  /// The families in the order of a session, from the greeting to QUIT.
  package static let families: [FaultFamily] = [
    FaultFamily("greeting", "The first reply of a session", GreetingFaults.all),
    FaultFamily("login", "USER, PASS and ACCT", LoginFaults.all),
    FaultFamily("auth", "AUTH, and how TLS begins", AuthFaults.all),
    FaultFamily("tls", "Handshakes, certificates, sessions, and the ends of TLS", TLSFaults.all),
    FaultFamily("prot", "PBSZ and PROT", ProtectionFaults.all),
    FaultFamily("feat", "FEAT, and what is after its list", FeatureFaults.all),
    FaultFamily("argument", "How the server reads the arguments of commands", ArgumentFaults.all),
    FaultFamily(
      "command", "What the server does in addition to a command, or instead of it", CommandFaults.all),
    FaultFamily(
      "reply", "The bytes of replies, and how they are cut", ReplySegmentFaults.all + ReplyFormFaults.all),
    FaultFamily("code", "Replies with another code", ReplyCodeFaults.all),
    FaultFamily("parameter", "TYPE, STRU and MODE, and their settings", ParameterFaults.all),
    FaultFamily(
      "address", "The address of the data connection, and whether anything listens there",
      AddressFaults.all + AddressFormFaults.all),
    FaultFamily("transfer", "The replies before and after a transfer", TransferFaults.all),
    FaultFamily("data", "The bytes on a data connection", DataFaults.all),
    FaultFamily("restart", "REST and the transfer after it", RestartFaults.all),
    FaultFamily("listing", "LIST, NLST, MLSD and MLST", ListingFaults.all + FactFaults.all),
    FaultFamily("time", "What MDTM says", TimeFaults.all),
    FaultFamily("size", "What SIZE says", SizeFaults.all),
    FaultFamily("path", "The path in a 257 reply", PathFaults.all),
    FaultFamily("abor", "The two replies to an ABOR during a transfer", AbortFaults.all),
    FaultFamily("ccc", "CCC under TLS", ClearingFaults.ccc),
    FaultFamily("rein", "REIN under TLS", ClearingFaults.rein),
    FaultFamily("session", "Unsolicited replies, missing replies, and premature ends", SessionFaults.all),
    FaultFamily("quit", "The end of a session", QuitFaults.all),
  ]

  /// The faults of all families.
  public static let all: [FaultKind] = families.flatMap(\.kinds)

  /// The fault of this name.
  public static func kind(named name: String) -> FaultKind? { byName[name] }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}
