import FTPConformance

/// Prints and writes the report of one run or of several, and derives the exit status.
struct CheckOutcome {
  let invocation: Invocation
  let baselines: BaselineFiles
  let reports: ReportFiles

  /// Prints and writes the report, and returns the status to end with.
  func tell(_ report: RunReport) -> ExitStatus {
    let text = CheckText(
      report: report, width: HelpPage.width(invocation.console), isColored: invocation.usesColor(on: .output),
      isQuiet: invocation.flag(.quiet), isTimed: invocation.flag(.timings))
    // For a silent server, there is only the line of `status`.
    if !report.isOfSilence { invocation.console.print(text.text, terminator: "") }
    return baselines.write(report, reports.write(report, endingWith: status(report)), invocation)
  }

  private func status(_ report: RunReport) -> ExitStatus {
    if report.wasInterrupted {
      invocation.report("interrupted")
      return .interrupted
    }
    if let problem = report.problem {
      invocation.report(
        report.isOfSilence ? report.sanity.last?.findings.first?.received ?? problem : problem)
      return .noConversation
    }
    if !report.cases(.unexpectedFailure).isEmpty { return .negative }
    return report.cases(.unexpectedPass).isEmpty ? .fine : .surprise
  }
}

extension RunReport {
  /// Whether nothing was heard from the party under test.
  fileprivate var isOfSilence: Bool {
    problem != nil && sanity.count == 1 && sanity.allSatisfy(\.conversations.isEmpty)
  }
}
