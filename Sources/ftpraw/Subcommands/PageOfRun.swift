import FTPSystem
import FTPText

/// The page of a run that a matrix links to: an existing one, or one written with the matrix.
struct PageOfRun {
  private let report: String
  private let name: String
  private let folder: String
  private let matrix: String

  /// - Parameters:
  ///   - report: the path of the report in JSON.
  ///   - name: what the run is called in the matrix.
  ///   - matrix: the path of the matrix.
  init(report: String, named name: String, matrix: String) {
    self.report = report
    self.name = String(name.map { $0 == "/" ? "-" : $0 }) + ".html"
    self.matrix = matrix
    folder = matrix.lastIndex(of: "/").map { String(matrix[...$0]) } ?? ""
    let isSame = folder + self.name == matrix
    written = folder + (isSame ? "run-" + self.name : self.name)
  }

  /// The path of the page to write: beside the matrix, and never in its place.
  let written: String

  /// A page as a link in the matrix; nil if the paths alone show no way to it.
  func link(to page: String) -> String? {
    guard !page.hasPrefix(folder) else { return PercentEncoding.path(String(page.dropFirst(folder.count))) }
    return Self.way(from: folder, to: page).map(PercentEncoding.path)
  }

  /// The page beside the report, as a link in the matrix; nil if there is none, or if the
  /// paths alone show no way to it.
  var foundLink: String? {
    guard report.hasSuffix(".json") else { return nil }
    let page = String(report.dropLast(5)) + ".html"
    guard page != matrix, let file = try? LocalFile.open(page) else { return nil }
    try? file.close()
    return link(to: page)
  }

  /// A relative path; nil if one of the two begins at the root and the other does not, or goes up.
  static func way(from folder: String, to file: String) -> String? {
    guard folder.hasPrefix("/") == file.hasPrefix("/") else { return nil }
    func parts(_ path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }
    let (start, end) = (parts(folder), parts(file))
    guard !start.contains(".."), !end.contains("..") else { return nil }
    let common = zip(start, end).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: start.count - common) + end.dropFirst(common)).joined(
      separator: "/")
  }
}
