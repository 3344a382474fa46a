import FTPText

/// What became of the cases at one server, as a report in JSON tells it.
public struct MatrixServer: Sendable {
  /// What became of one case.
  public struct Result: Hashable, Sendable {
    /// The case.
    public let id: CaseID
    /// What a good server does.
    public let title: String
    /// What became of it.
    public let verdict: CaseVerdict
    /// What is wrong, or why there is no verdict, in one line; nil for a pass.
    public let line: String?
    /// The reason that a baseline gave for the problem, empty where it gave none; nil for one that is not known.
    public let known: String?
  }

  /// Why a report cannot be used.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it, as a phrase.
    public let description: String
  }

  /// What the server is called in the matrix.
  public var name: String
  /// What it says of itself: the last lines of the greeting and of the answer to SYST.
  public let words: [String]
  /// Why the run did not come to its end; nil where it did.
  public let problem: String?
  /// The cases in the order of the report.
  public let results: [Result]

  /// Reads a report that ``RunReport/json(program:)`` has made; members that are not known are passed over.
  public init(name: String, report: JSONText) throws(Failure) {
    guard report["format"]?.string == "ftpraw-check" else {
      throw Failure(description: "it is no report of `ftpraw check`")
    }
    guard report["version"]?.wholeNumber == Int64(RunReport.jsonVersion) else {
      throw Failure(description: "its version is not \(RunReport.jsonVersion)")
    }
    guard let cases = report["cases"]?.elements else { throw Failure(description: "it has no cases") }
    self.name = name
    words = ["greeting", "system"].compactMap { report["server"]?[$0]?.elements?.last?.string }
      .map { $0.hasSuffix("\\r\\n") ? String($0.dropLast(4)) : $0 }
    problem = report["problem"]?.string
    var results: [Result] = []
    for (index, entry) in cases.enumerated() {
      guard let id = entry["id"]?.string, let verdict = entry["verdict"]?.string.flatMap(CaseVerdict.init)
      else {
        throw Failure(description: "case \(index + 1) has no id or no verdict")
      }
      results.append(
        Result(
          id: CaseID(rawValue: id), title: entry["title"]?.string ?? "", verdict: verdict,
          line: verdict == .pass ? nil : Self.line(entry),
          known: verdict.isProblem ? Self.known(entry) : nil))
    }
    self.results = results
  }

  private static func known(_ entry: JSONText) -> String? {
    guard entry["standing"]?.string == BaselineComparison.Standing.known.rawValue else { return nil }
    return entry["listed"]?["reason"]?.string ?? ""
  }

  private static func line(_ entry: JSONText) -> String? {
    guard let finding = entry["findings"]?.elements?.first, let expected = finding["expected"]?.string,
      let received = finding["received"]?.string
    else { return entry["reason"]?.string }
    return "expected \(expected); received \(received)"
  }
}
