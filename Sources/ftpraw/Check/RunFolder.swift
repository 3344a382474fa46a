import FTPConformance
import FTPSystem

/// The folder of `--save-run` and `--rejudge`: a run as a JSON report with the recordings of its attempts.
struct RunFolder: Sendable {
  /// The path of the report.
  private let file: String

  private init(_ folder: String) { file = DirectoryRoot.path(of: "run.json", in: folder) }

  /// The folder in which to save the run, made before the run, so that no run is wasted; nil without `--save-run`.
  ///
  /// - Throws: if it cannot be made or opened.
  static func toSave(_ invocation: Invocation) throws(LocalFileError) -> RunFolder? {
    guard let name = invocation.value(.saveRun) else { return nil }
    _ = try DirectoryRoot.openOrMake(name)
    return RunFolder(name)
  }

  /// Writes a run.
  func save(_ report: RunReport) throws(LocalFileError) {
    try WholeFile.write(report.bytes(as: .json, program: Version.program), to: file)
  }

  /// Reads the run of `--rejudge`; nil, and a line on standard error, if it is not a run.
  static func toRejudge(_ name: String, _ invocation: Invocation) throws(LocalFileError) -> RecordedRun? {
    let file = RunFolder(name).file
    guard let bytes = try ReportFiles.read(file, invocation) else { return nil }
    return GivenRun(path: file, name: name, bytes: bytes).parsed(invocation) { () throws(ReportError) in
      try RecordedRun(RunReport(json: bytes))
    }
  }
}

extension RecordedRun.Judged {
  /// What differs from the recorded run, a line each.
  var lines: [String] {
    var lines = changes.map { "\($0.id): \($0.old.rawValue) in the saved run, now \($0.new.rawValue)" }
    if !unjudged.isEmpty {
      lines.append(
        "not judged again, because their recordings are not complete: "
          + unjudged.map(\.rawValue).joined(separator: ", "))
    }
    if changes.isEmpty { lines.append("every verdict is that of the saved run") }
    return lines
  }
}

extension OptionSpecification {
  static let saveRun = OptionSpecification("save-run", value: Value("DIR", .file))
  static let rejudge = OptionSpecification("rejudge", value: Value("DIR", .file))
}
