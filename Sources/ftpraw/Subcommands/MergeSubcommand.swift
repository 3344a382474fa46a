import FTPConformance

extension Subcommand {
  /// `ftpraw merge [options] REPORT.json...`.
  static let merge = Subcommand(
    name: "merge",
    operands: [OperandSpecification("REPORT", .file, isRepeatable: true)],
    options: OptionSpecification.ofGivenRuns + [.writeBaseline, .color],
    environment: [.noColor],
    exitStatuses: [.fine, .negative, .surprise, .noConversation, .usage, .localFile, .interrupted],
    action: .immediate { invocation in
      let reports = try ReportFiles(invocation)
      let baselines = try BaselineFiles(invocation)
      guard let merged = try mergedReport(invocation, baselines, reports) else { return .negative }
      return CheckOutcome(invocation: invocation, baselines: baselines, reports: reports).tell(merged)
    })
}

/// Reads and merges the reports; nil, and a line on standard error, if that fails.
private func mergedReport(
  _ invocation: Invocation, _ baselines: BaselineFiles, _ files: ReportFiles
) throws -> RunReport? {
  guard let runs = try GivenRun.all(invocation) else { return nil }
  var reports: [RunReport] = []
  for run in runs {
    guard let report = run.report(invocation, baselines.comparison) else { return nil }
    try files.writePage(of: run, report)
    reports.append(report)
  }
  do throws(ReportError) {
    return try RunReport(merging: reports)
  } catch {
    invocation.report("the reports cannot be merged: \(error)")
    return nil
  }
}
