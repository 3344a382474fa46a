import FTPConformance
import FTPSystem

/// The files that `check` writes its report to, each in the form that its name asks for.
struct ReportFiles: Sendable {
  private let files: [(path: String, form: ReportForm)]
  private let invocation: Invocation

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    var files: [(path: String, form: ReportForm)] = []
    for path in invocation.values(.report) {
      guard let form = ReportForm(path: path) else {
        let endings = ReportForm.allCases.map { ".\($0.fileExtension)" }.joined(separator: ", ")
        throw invocation.usageError(
          "option '--report': the name '\(path)' does not end with one of \(endings)")
      }
      guard !files.contains(where: { $0.path == path }) else {
        throw invocation.usageError("option '--report': '\(path)' is given twice")
      }
      files.append((path, form))
    }
    self.files = files
  }

  /// Reads a report file; nil, with a line on standard error, if it is too long to be one.
  static func read(_ path: String, _ invocation: Invocation) throws(LocalFileError) -> [UInt8]? {
    let limit = 1 << 28
    var bytes: [UInt8] = []
    try InputFile.read(path, limit: limit) { bytes += $0 }
    guard bytes.count > limit else { return bytes }
    invocation.report("\(InputFile.display(path)): more than \(limit >> 20) MiB")
    return nil
  }

  /// Writes every file that can be written; for any other, one line says why not.
  ///
  /// Returns ``ExitStatus/localFile`` if one failed, and otherwise the given status.
  func write(_ report: RunReport, endingWith status: ExitStatus) -> ExitStatus {
    var status = status
    for (path, form) in files {
      do throws(LocalFileError) {
        try WholeFile.write(report.bytes(as: form, program: Version.program), to: path)
      } catch {
        invocation.report("no report: \(error)")
        status = .localFile
      }
    }
    return status
  }
}
