import FTPConformance
import FTPSystem

extension Subcommand {
  /// `ftpraw matrix REPORT.json... -o FILE.html|FILE.md`.
  static let matrix = Subcommand(
    "matrix",
    summary: "Compare the reports of several servers or clients",
    operands: [
      OperandSpecification(
        "REPORT", .file, isRepeatable: true,
        help: """
          A report written by `check --report FILE.json`. Its file name without `.json` is the name of the column.
          """)
    ],
    options: [.matrixOutput, .matrixPages],
    details: [
      """
      Columns are servers and rows are cases, with totals for each RFC. The page can be filtered, loads nothing from \
      the network, and lists the findings of each case below the table, with the conversation around them.
      """,
      """
      Each cell links to its case on the page of that run: NAME.html next to NAME.json if it exists, or the page that \
      `--pages` writes. Without such a page, the cell links to the findings below the table.
      """,
    ],
    examples: [
      Example("ftpraw matrix vsftpd.json proftpd.json -o matrix.html", "Compare two servers:"),
      Example(
        "ftpraw matrix *.json --pages -o site/matrix.html",
        "Also write the page of each run, ready for the web:"),
    ],
    exitStatuses: [.fine, .negative, .usage, .localFile],
    action: .immediate { invocation throws(UsageError) in try writeMatrix(invocation) })
}

private func writeMatrix(_ invocation: Invocation) throws(UsageError) -> ExitStatus {
  let output = invocation.value(.matrixOutput) ?? "-"
  let form = output == "-" ? .markdown : ReportForm(path: output)
  guard form == .markdown || form == .html else {
    throw invocation.usageError("option '--output': the name '\(output)' does not end with .html or .md")
  }
  guard form == .html || !invocation.flag(.matrixPages) else {
    throw invocation.usageError("option '--pages' goes with '--output FILE.html'")
  }
  let paths = invocation.operands.map(\.text)
  do {
    var columns: [MatrixColumn] = []
    for path in paths {
      guard let bytes = try ReportFiles.read(path, invocation) else { return .negative }
      let name = columnName(path, among: paths)
      guard
        var column = parsed(
          path, invocation, { () throws(ReportError) in try MatrixColumn(name: name, report: bytes) })
      else { return .negative }
      if form == .html {
        let page = PageOfRun(report: path, named: name, matrix: output)
        if invocation.flag(.matrixPages) {
          guard let run = parsed(path, invocation, { () throws(ReportError) in try RunReport(json: bytes) })
          else {
            return .negative
          }
          try WholeFile.write(run.bytes(as: .html, program: Version.program), to: page.written)
          column.page = page.writtenLink
        } else {
          column.page = page.foundLink
        }
      }
      columns.append(column)
    }
    guard let matrix = matrix(columns, invocation) else { return .negative }
    let text = form == .html ? matrix.html : matrix.markdown
    guard output != "-" else {
      invocation.console.print(text, terminator: "")
      return .fine
    }
    try WholeFile.write(Array(text.utf8), to: output)
    return .fine
  } catch {
    invocation.report(error.description)
    return .localFile
  }
}

/// Puts reports side by side; nil, and a line on standard error, if they cannot be compared.
private func matrix(_ columns: [MatrixColumn], _ invocation: Invocation) -> ConformanceMatrix? {
  do throws(ReportError) {
    return try ConformanceMatrix(columns)
  } catch {
    invocation.report(error.description)
    return nil
  }
}

/// What a report contains; nil, and a line on standard error, if it is not a report.
private func parsed<Value>(
  _ path: String, _ invocation: Invocation, _ read: () throws(ReportError) -> Value
) -> Value? {
  do throws(ReportError) {
    return try read()
  } catch {
    invocation.report("\(InputFile.display(path)): \(error)")
    return nil
  }
}

/// The last component of a path without `.json`; with its folders if another file has the same name.
private func columnName(_ path: String, among paths: [String]) -> String {
  func last(_ path: String) -> Substring {
    let name = path.split(separator: "/").last ?? path[...]
    return name.hasSuffix(".json") ? name.dropLast(5) : name
  }
  let isAlone = paths.count { last($0) == last(path) } == 1
  return isAlone ? String(last(path)) : path.hasSuffix(".json") ? String(path.dropLast(5)) : path
}

extension OptionSpecification {
  /// `--pages`, of `matrix`.
  static let matrixPages = OptionSpecification(
    "pages", help: "Write the page of each run, too, as NAME.html beside FILE.html, for the cells to lead to."
  )

  /// `-o, --output FILE`, of `matrix`.
  static let matrixOutput = OptionSpecification(
    "output", short: "o", value: Value("FILE", .file), defaultText: "Markdown to standard output",
    help: "Write a page to FILE.html, or Markdown to FILE.md.")
}
