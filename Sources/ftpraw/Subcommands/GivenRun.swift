import FTPConformance
import FTPSystem

/// A report in JSON that `merge` or `matrix` is given.
struct GivenRun {
  let path: String
  /// What the run is called: the last component of the path without `.json`; with its folders if another file has the
  /// same name.
  let name: String
  /// The file.
  let bytes: [UInt8]

  /// Reads the reports of all operands; nil, and a line on standard error, if one is too long.
  static func all(_ invocation: Invocation) throws(LocalFileError) -> [GivenRun]? {
    let paths = invocation.operands.map(\.text)
    var runs: [GivenRun] = []
    for path in paths {
      guard let bytes = try ReportFiles.read(path, invocation) else { return nil }
      runs.append(GivenRun(path: path, name: name(path, among: paths), bytes: bytes))
    }
    return runs
  }

  /// The report, judged as the options say; nil, and a line on standard error, if it is not a report.
  func report(_ invocation: Invocation, _ baseline: BaselineComparison?) -> RunReport? {
    guard var report = parsed(invocation, { () throws(ReportError) in try RunReport(json: bytes) }) else {
      return nil
    }
    report.options.baseline = baseline
    if let policy = invocation.value(.flaky).flatMap(FlakyPolicy.init) { report.options.flaky = policy }
    if let level = invocation.value(.level).flatMap(CaseLevel.init) { report.options.level = level }
    return report
  }

  /// What `read` makes of the file; nil, and a line on standard error, if that fails.
  func parsed<Value>(_ invocation: Invocation, _ read: () throws(ReportError) -> Value) -> Value? {
    do throws(ReportError) {
      return try read()
    } catch {
      invocation.report("\(InputFile.display(path)): \(error)")
      return nil
    }
  }

  private static func name(_ path: String, among paths: [String]) -> String {
    func last(_ path: String) -> Substring {
      let name = path.split(separator: "/").last ?? path[...]
      return name.hasSuffix(".json") ? name.dropLast(5) : name
    }
    let isAlone = paths.count { last($0) == last(path) } == 1
    return isAlone ? String(last(path)) : path.hasSuffix(".json") ? String(path.dropLast(5)) : path
  }
}

extension OptionSpecification {
  /// The options of `merge` and `matrix`.
  static let ofGivenRuns: [OptionSpecification] = [
    .report, .reportOutput, .pages, .level, .baseline, .flaky,
  ]

  static let reportOutput = OptionSpecification(
    "output", of: "report", short: "o", value: Value("FILE", .file), isRepeatable: true)
  static let pages = OptionSpecification("pages")
}
