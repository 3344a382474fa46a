import FTPConformance
import FTPSystem

/// The files that `check`, `merge` and `matrix` write to, each in the form that its name asks for.
struct ReportFiles: Sendable {
  let files: [(path: String, form: ReportForm)]
  private let invocation: Invocation

  /// Reads the options; the file `-` is standard output, which needs no name here.
  init(_ invocation: Invocation, in forms: [ReportForm] = ReportForm.allCases) throws(UsageError) {
    self.invocation = invocation
    var files: [(path: String, form: ReportForm)] = []
    for option in [OptionSpecification.report, .reportOutput] {
      for path in invocation.values(option)
      where option.long == OptionSpecification.report.long || path != "-" {
        guard let form = ReportForm(path: path), forms.contains(form) else {
          let endings = forms.map { ".\($0.fileExtension)" }.joined(separator: ", ")
          throw invocation.usageError(
            "option '\(option.name)': the name '\(path)' does not end with one of \(endings)")
        }
        guard !files.contains(where: { $0.path == path }) else {
          throw invocation.usageError("option '\(option.name)': '\(path)' is given twice")
        }
        files.append((path, form))
      }
    }
    self.files = files
    guard !invocation.flag(.pages) || page != nil else {
      throw invocation.usageError("option '--pages' goes with '--output FILE.html'")
    }
  }

  /// The first page among the files; the pages of `--pages` are put beside it.
  private var page: String? { files.first { $0.form == .html }?.path }

  /// Writes the page of a run if `--pages` asks for it.
  func writePage(of run: GivenRun, _ report: RunReport) throws(LocalFileError) {
    guard let page, invocation.flag(.pages) else { return }
    try WholeFile.write(
      report.bytes(as: .html, program: Version.program),
      to: PageOfRun(report: run.path, named: run.name, matrix: page).written)
  }

  /// The link in a file to the page of a run; nil if the file is not a page, or the run has none.
  func link(to run: GivenRun, from path: String) -> String? {
    guard ReportForm(path: path) == .html else { return nil }
    let own = PageOfRun(report: run.path, named: run.name, matrix: path)
    guard let page, invocation.flag(.pages) else { return own.foundLink }
    return own.link(to: PageOfRun(report: run.path, named: run.name, matrix: page).written)
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
