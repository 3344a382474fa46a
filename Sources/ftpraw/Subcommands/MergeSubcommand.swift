import FTPConformance
import FTPSystem

extension Subcommand {
  /// `ftpraw merge [options] REPORT.json...`.
  static let merge = Subcommand(
    "merge",
    summary: "Make one report of those of several runs",
    operands: [
      OperandSpecification(
        "REPORT", .file, isRepeatable: true,
        help: "A report that `check --report FILE.json` has written: one for each shard.")
    ],
    options: [.report, .level, .baseline, .writeBaseline, .color],
    environment: [.noColor],
    details: [
      """
      Prints and writes what `check` would have printed and written had it run all the cases itself, and ends with the same \
      status. So a suite can be spread over the jobs of a build server with `check --shard`.
      """,
      """
      A case that is in several reports has all its attempts, and is flaky where they differ. A shard that is missing makes \
      status 3, because nothing is known of its cases. What is said of the server is what the first report says.
      """,
    ],
    examples: [
      Example(
        "ftpraw merge part-*.json --baseline known.txt --report check.html",
        "Put the shards of a run together, and compare them with what is known:")
    ],
    exitStatuses: [.fine, .negative, .surprise, .noConversation, .usage, .localFile, .interrupted],
    action: .immediate { invocation throws(UsageError) in
      let reports = try ReportFiles(invocation)
      do {
        let baselines = try BaselineFiles(invocation)
        guard let merged = try mergedReport(invocation, baselines) else { return .negative }
        return CheckOutcome(invocation: invocation, baselines: baselines, reports: reports).tell(merged)
      } catch {
        return invocation.report(ConversationFailure(error))
      }
    })
}

/// Reads and merges the reports; nil, and a line on standard error, where that cannot be done.
private func mergedReport(_ invocation: Invocation, _ baselines: BaselineFiles) throws -> RunReport? {
  var reports: [RunReport] = []
  for path in invocation.operands.map(\.text) {
    guard let bytes = try ReportFiles.read(path, invocation) else { return nil }
    do throws(ReportError) {
      reports.append(try RunReport(json: bytes))
    } catch {
      invocation.report("\(InputFile.display(path)): \(error)")
      return nil
    }
  }
  do throws(ReportError) {
    var merged = try RunReport(merging: reports)
    merged.options.baseline = baselines.comparison
    if let level = invocation.value(.level).flatMap(CaseLevel.init) { merged.options.level = level }
    return merged
  } catch {
    invocation.report("the reports do not belong together: \(error)")
    return nil
  }
}
