import FTPText

extension RunReport {
  /// Why a run did not succeed.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// What went wrong with the run as a whole, such as a server that does not answer, or nil.
    public let problem: String?
    /// The cases that fail the run, in the order of the catalogue.
    public let cases: [CaseReport]

    /// What went wrong, and each case that fails the run with its title, one per line.
    public var description: String {
      var lines = problem.map { [$0] } ?? []
      lines += cases.map { "\($0.verdict) \($0.entry.id): \($0.entry.title)" }
      return lines.map(PrintableText.line).joined(separator: "\n")
    }
  }

  /// Throws ``Failure`` unless the run ended normally and found nothing that fails it.
  ///
  /// A server that does not answer fails no case, because none is run; the same is true if no case could be run. Here
  /// both are failures, and so are an interrupted run and a pass for which the baseline lists a problem.
  public func requireSuccess() throws(Failure) {
    let failed = cases.filter { [.unexpectedFailure, .unexpectedPass].contains(standing(of: $0)) }
    var reason = problem
    if reason == nil, wasInterrupted { reason = "the run was interrupted" }
    if reason == nil, failed.isEmpty, !cases.contains(where: { $0.verdict != .skipped }) {
      reason = cases.isEmpty ? "no case was selected" : "no case could be run"
    }
    guard reason == nil, failed.isEmpty else { throw Failure(problem: reason, cases: failed) }
  }
}
