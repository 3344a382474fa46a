/// The result of a case.
public enum CaseVerdict: String, Hashable, Sendable, Codable, CaseIterable {
  /// The party under test did what the requirement asks.
  case pass
  /// It ignored a SHOULD, or deviated from the RFC as many do.
  case warn
  /// It broke a requirement.
  case fail
  /// It does not have what the case is about, and does not claim to: a server refuses with the proper code.
  case unsupported = "not-offered"
  /// A need of the case is not met.
  case skipped
  /// It advertises what the case is about, but that does not work.
  case broken
  /// The results of several attempts differ.
  case flaky
  /// The tester could not finish.
  case error

  /// Reads the name of a verdict in a report; those of version 1 call what is not offered `unsupported`.
  init?(reported name: String?) {
    self.init(rawValue: name == "unsupported" ? Self.unsupported.rawValue : name ?? "")
  }

  /// Whether something is wrong, with the party under test or with the test.
  public var isProblem: Bool {
    switch self {
    case .pass, .unsupported, .skipped: false
    case .warn, .fail, .broken, .flaky, .error: true
    }
  }
}

extension CaseVerdict: CustomStringConvertible {
  /// The name for readers: `pass`, `not offered`.
  public var description: String { Tally(self).rawValue }
}
