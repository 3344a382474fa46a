import FTPConformance
import FTPSystem
import FTPText

/// The files after `--baseline` and `--write-baseline`, both read before the run.
struct BaselineFiles: Sendable {
  /// The baseline of the run; nil without `--baseline`.
  let comparison: BaselineComparison?
  private let output: String?
  /// The existing baseline in the file to write.
  private let previous: Baseline
  private let today: CalendarDate

  /// Reads the files; the one to write may be missing, and its folder too.
  ///
  /// - Throws: ``ConversationFailure`` or `LocalFileError` if a file cannot be read.
  init(_ invocation: Invocation, today: CalendarDate = CalendarDate(LocalClock.now())) throws {
    self.today = today
    let known = try invocation.value(.baseline).map { try Self.read($0) }
    comparison = known.map {
      BaselineComparison($0, name: InputFile.display(invocation.value(.baseline) ?? ""), on: today)
    }
    output = invocation.value(.writeBaseline)
    guard let output else {
      previous = known ?? Baseline()
      return
    }
    guard try WholeFile(output).holdsText else {
      previous = known ?? Baseline()
      return
    }
    let own = try Self.read(output)
    previous = known.map { own.merged(with: $0) } ?? own
  }

  /// Writes the baseline of a run that ended normally, and returns the exit status.
  func write(_ report: RunReport, _ status: ExitStatus, _ invocation: Invocation) -> ExitStatus {
    guard let output else { return status }
    guard report.problem == nil, !report.wasInterrupted else {
      invocation.report("\(output) was not written, because the run ended early")
      return status
    }
    let (baseline, dropped) = previous.updated(by: report)
    for entry in dropped {
      invocation.report("dropped from the baseline: \(entry.id) no longer exists: \(entry.reason)")
    }
    do throws(LocalFileError) {
      try WholeFile.write(Array(baseline.description.utf8), to: output)
    } catch {
      invocation.report(error.description)
      return .localFile
    }
    let now = BaselineComparison(baseline, name: output, on: today)
    let count = baseline.entries.count.counted("case")
    let missing = now.unexplained.isEmpty ? "" : ", \(now.unexplained.count) without a reason"
    invocation.console.print(PrintableText.line("wrote \(output): \(count)\(missing)"))
    guard comparison == nil else { return status }
    // The findings just written are known, but an expired day can only be changed by hand.
    var compared = report
    compared.options.baseline = now
    return compared.cases(.unexpectedFailure).isEmpty ? .fine : .negative
  }

  private static func read(_ name: String) throws -> Baseline {
    let text = try InputFile.contents(name, atMost: 16)
    do throws(BaselineError) { return try Baseline(parsing: text) } catch {
      throw ConversationFailure("\(InputFile.display(name)):\(error)", .localFile)
    }
  }
}
