import FTPConformance

extension Subcommand {
  /// `ftpraw matrix REPORT.json... -o FILE.html|FILE.md`.
  static let matrix = Subcommand(
    name: "matrix",
    operands: [OperandSpecification("REPORT", .file, isRepeatable: true)],
    options: OptionSpecification.ofGivenRuns,
    exitStatuses: [.fine, .negative, .usage, .localFile],
    action: .immediate { try writeMatrix($0, ReportFiles($0, in: [.html, .markdown])) })
}

private func writeMatrix(_ invocation: Invocation, _ files: ReportFiles) throws -> ExitStatus {
  let baseline = try BaselineFiles(invocation).comparison
  // Older reports have columns, but need not have all that a report is made of.
  let isJudgedAgain = [OptionSpecification.level, .baseline].contains(where: invocation.isGiven)
  guard let runs = try GivenRun.all(invocation) else { return .negative }
  var columns: [MatrixColumn] = []
  for run in runs {
    var bytes = run.bytes
    if isJudgedAgain || invocation.flag(.pages) {
      guard let report = run.report(invocation, baseline) else { return .negative }
      try files.writePage(of: run, report)
      if isJudgedAgain { bytes = report.bytes(as: .json, program: Version.program) }
    }
    let column = run.parsed(invocation) { () throws(ReportError) in
      try MatrixColumn(name: run.name, report: bytes)
    }
    guard let column else { return .negative }
    columns.append(column)
  }
  do {
    for (path, form) in files.files {
      for (index, run) in runs.enumerated() { columns[index].page = files.link(to: run, from: path) }
      let matrix = try ConformanceMatrix(columns)
      try WholeFile.write(Array((form == .html ? matrix.html : matrix.markdown).utf8), to: path)
    }
    if files.files.isEmpty {
      invocation.console.print(try ConformanceMatrix(columns).markdown, terminator: "")
    }
    return .fine
  } catch let error as ReportError {
    invocation.report(error.description)
    return .negative
  }
}
