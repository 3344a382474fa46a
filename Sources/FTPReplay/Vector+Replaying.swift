import FTPVectors

extension Vector {
  /// Whether the server's end of the control connection is an IPv6 address.
  var isOverIPv6: Bool {
    for row in rows {
      guard case .mark(.controlOpened(let address, _)) = row.content else { continue }
      return address?.hasPrefix("[") ?? false
    }
    return false
  }

  /// A problem with the rows around it.
  func difference(
    _ problem: ReplayLedger.Problem, on target: ExpectedDifference.Target,
    _ segmentation: Segmentation = .asWritten
  ) -> ReplayDifference {
    ReplayDifference(
      vector: id, line: problem.line, expected: problem.expected, actual: problem.actual, target: target,
      segmentation: segmentation, surroundings: surroundings(of: problem.line))
  }

  /// The row of a line, for messages.
  func text(ofLine line: Int) -> String {
    rows.first { $0.line == line }.map { "'\($0)'" } ?? "the end of the vector"
  }
}
