import FTPProtocol

/// What may differ when a vector is replayed over sockets, and why: the row `~~` and the header
/// `differs`.
///
/// In the header it applies to the whole conversation, which is not replayed on that target; in a row, to
/// the reply above.
package struct ExpectedDifference: Hashable, Sendable {
  /// With whom a vector is replayed.
  package enum Target: String, Hashable, Sendable, CaseIterable {
    /// The server's side is played to the client of this package.
    case client
    /// The client's side is played to the mock server of this package.
    case mock
    /// The client's side is played to a server somewhere.
    case live
  }

  package var target: Target
  /// The code that the target answers with; nil for any.
  package var code: ReplyCode?
  /// Why that is not a mistake.
  package var reason: String

  package init(on target: Target, code: ReplyCode? = nil, _ reason: String) {
    self.target = target
    self.code = code
    self.reason = reason
  }
}

extension ExpectedDifference: CustomStringConvertible {
  /// The row after `~~ `: `mock 502: it has no structure mounts`.
  package var description: String {
    "\(target.rawValue)\(code.map { " \($0)" } ?? ""): \(reason)"
  }
}
