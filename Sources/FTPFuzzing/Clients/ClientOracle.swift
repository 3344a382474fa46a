/// Something that must hold for a client whatever a server does.
package enum ClientOracle: String, Hashable, Sendable, CaseIterable {
  /// No signal ends the client.
  case crash
  /// The client does not report an internal error in its output.
  case report
  /// The client ends.
  case hang
  /// The memory of the client stays within bounds.
  case memory
  /// The client writes only into its own folder.
  case folder
  /// The client does not report success for a transfer that failed.
  case damage
  /// The client understands replies in every form that the RFCs allow.
  case form
  /// The client keeps the rules of the RFCs.
  case rules

  /// The claim, as a clause.
  package var claim: String {
    switch self {
    case .crash: "no signal ends the client"
    case .report: "the client writes no sanitizer report and no panic; a traceback is a hint"
    case .hang: "the client ends in time, since the server keeps no connection open for long"
    case .memory: "the client needs little more memory than with a correct server"
    case .folder: "nothing outside the client's folder changes"
    case .damage:
      "exit status 0 means that the file of --downloads has the bytes that were sent, or that those of {upload} arrived, and that a 2yz reply followed"
    case .form:
      "the client ends with status 0 as in the first run if the server splits the same replies into other lines or segments, or sends them later"
    case .rules:
      "the commands follow the rules; after an error of the server, and for a SHOULD, this is a hint"
    }
  }
}

/// An oracle that a client has broken.
package struct ClientFault: Hashable, Sendable {
  /// What two faults have in common if they count as the same.
  package struct Kind: Hashable, Sendable {
    /// The oracle.
    package let oracle: ClientOracle
    /// The rule that is broken, or another word that distinguishes faults with the same oracle.
    package let rule: String

    package init(_ oracle: ClientOracle, _ rule: String = "") {
      self.oracle = oracle
      self.rule = rule
    }
  }

  /// What kind it is.
  package let kind: Kind
  /// What was seen, in printable ASCII without secrets.
  package let detail: String
  /// Whether the client may not be to blame.
  package let isLenient: Bool

  init(_ oracle: ClientOracle, rule: String = "", isLenient: Bool = false, _ detail: String) {
    kind = Kind(oracle, rule)
    self.isLenient = isLenient
    self.detail = detail
  }
}
