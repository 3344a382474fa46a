import FTPTransport

/// Why the steps of a case ended before the last one.
enum CaseStop: Error, Codable {
  /// Something is wrong that makes the rest pointless.
  case found(Finding)
  /// The party under test does not have what the case is about.
  case unsupported(String)
  /// The party advertises what the case is about, but refuses it.
  case broken(Finding)
  /// A need turned out not to be met.
  case skipped(String)
  /// The party has no room at the moment: a server that accepts no more connections.
  case crowdedOut(String)
  /// The party refuses the tester in the middle of a case.
  case turnedAway(String)
  /// The tester cannot continue; if TLS could not be agreed on, for OpenSSL's reason.
  case impossible(String, TLSReason? = nil)
}

extension CaseStop {
  /// What is wrong; nil if that is not known to be the party's fault.
  var finding: Finding? {
    switch self {
    case .found(let finding), .broken(let finding): finding
    case .unsupported, .skipped, .crowdedOut, .turnedAway, .impossible: nil
    }
  }

  /// The reason, where there is no finding.
  var reason: String? {
    switch self {
    case .found, .broken: nil
    case .unsupported(let reason), .skipped(let reason), .crowdedOut(let reason), .turnedAway(let reason),
      .impossible(let reason, _):
      reason
    }
  }

  /// The verdict, unless there are findings and it says less than they do.
  var verdict: CaseVerdict {
    switch self {
    case .found: .fail
    case .unsupported: .unsupported
    case .broken: .broken
    case .skipped: .skipped
    case .crowdedOut, .turnedAway, .impossible: .error
    }
  }
}
