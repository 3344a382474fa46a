/// Something that has to hold of a client whatever a server does to it.
package enum ClientOracle: String, Hashable, Sendable, CaseIterable {
  /// It is not ended by a signal.
  case crash
  /// It does not report a fault of its own on its output.
  case report
  /// It ends.
  case hang
  /// Its memory stays within bounds.
  case memory
  /// It writes into its folder alone.
  case folder
  /// It does not take a transfer that went wrong for one that did not.
  case damage
  /// It understands replies in each form that they may have.
  case form
  /// The rules of the RFCs hold.
  case rules

  /// What has to hold, as a clause.
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
  /// By what two faults are taken for the same.
  package struct Kind: Hashable, Sendable {
    /// The oracle.
    package let oracle: ClientOracle
    /// The rule that is broken, or another word that tells faults of one oracle apart.
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
  /// Whether it may be no fault of the client's.
  package let isLenient: Bool

  init(_ oracle: ClientOracle, rule: String = "", isLenient: Bool = false, _ detail: String) {
    kind = Kind(oracle, rule)
    self.isLenient = isLenient
    self.detail = detail
  }
}
