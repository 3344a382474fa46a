import FTPConformance

/// What is done with a report, of a run or of several: it is printed and written, and becomes a status.
struct CheckOutcome {
  let invocation: Invocation
  let baselines: BaselineFiles
  let reports: ReportFiles

  /// Prints and writes the report, and returns the status to end with.
  func tell(_ report: RunReport) -> ExitStatus {
    let text = CheckText(
      report: report, width: HelpPage.width(invocation.console), isColored: invocation.usesColor(on: .output),
      isQuiet: invocation.flag(.quiet))
    // Of a server that nothing was heard from there is no more to tell than the line of `status`.
    if !report.isOfSilence { invocation.console.print(text.text, terminator: "") }
    return baselines.write(report, reports.write(report, endingWith: status(report)), invocation)
  }

  private func status(_ report: RunReport) -> ExitStatus {
    if report.wasInterrupted {
      invocation.report("interrupted")
      return .interrupted
    }
    if let problem = report.problem {
      invocation.report(report.isOfSilence ? report.silence : problem)
      return .noConversation
    }
    if !report.cases(.unexpectedFailure).isEmpty { return .negative }
    return report.cases(.unexpectedPass).isEmpty ? .fine : .surprise
  }
}

extension RunReport {
  /// Whether nothing was heard from the party under test.
  fileprivate var isOfSilence: Bool {
    problem != nil && sanity.count == 1 && sanity.allSatisfy(\.evidence.conversations.isEmpty)
  }

  /// Why not.
  fileprivate var silence: String {
    sanity.last?.findings.first?.received ?? problem ?? ""
  }
}
