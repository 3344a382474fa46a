/// What became of a case.
public enum CaseVerdict: String, Hashable, Sendable, CaseIterable {
  /// The server did what is asked.
  case pass
  /// The server set a SHOULD aside, or departed from the text as many do.
  case warn
  /// The server broke a requirement.
  case fail
  /// The server does not have what the case is about: refused with the proper code, and not advertised.
  case unsupported
  /// A need of the case is not met.
  case skipped
  /// The server advertises what the case is about, and it does not work.
  case broken
  /// The results of several attempts differ.
  case flaky
  /// The tester could not finish.
  case error

  /// Whether something is wrong, with the server or with the test.
  public var isProblem: Bool {
    switch self {
    case .pass, .unsupported, .skipped: false
    case .warn, .fail, .broken, .flaky, .error: true
    }
  }
}
