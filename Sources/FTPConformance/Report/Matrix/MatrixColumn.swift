import FTPProtocol
import FTPText

/// The results of one run, from a report in JSON.
package struct MatrixColumn: Sendable {
  /// The result of one case.
  package struct Result: Hashable, Sendable {
    package let id: CaseID
    /// What a good server, or client, does.
    package let title: String
    package let verdict: CaseVerdict
    /// Whether the party offers the subject of the case, as far as known.
    package let isOffered: Bool
    /// The problem, or why there is no verdict, in one line; nil for a pass.
    package let line: String?
    /// The baseline's reason for the problem, empty if it gave none; nil for a problem that is not known.
    package let known: String?
    /// The command that repeats a finding, or nil.
    package let rerun: String?
    /// The part of the conversation that shows a problem, one row per line.
    let excerpt: [String]

    /// The tally that the result counts towards.
    package var tally: Tally { Tally(verdict, isOffered: isOffered) }
  }

  /// The name of the party in the matrix.
  package let name: String
  /// Whether it is a server or a client.
  package let side: Verdict.Party
  /// The software that it claims to be, or nil.
  package let software: String?
  /// What it says about itself, one entry per line.
  package let words: [String]
  /// Why the run ended early; nil if it did not.
  package let problem: String?
  /// The cases in the order of the report.
  package let results: [Result]
  /// The RFCs and drafts that the party does not offer.
  let textsNotOffered: Set<String>
  /// The link to the page of the run, or nil.
  package var page: String?

  /// Reads a JSON report that ``RunReport/bytes(as:program:)`` made; unknown members are ignored.
  ///
  /// - Throws: ``ReportError`` if the bytes are not a report.
  package init(name: String, report: some Collection<UInt8>) throws(ReportError) {
    try self.init(name: name, report: try JSONText(report: report))
  }

  package init(name: String, report: JSONText) throws(ReportError) {
    let (side, cases) = try RunReport.cases(in: report)
    self.name = PrintableText.line(name)
    self.side = side
    let tested: JSONText? = report["tested"]
    software = tested?["software"]
    words = tested?["words"] ?? Self.words(report[side.rawValue])
    problem = report["problem"]
    results = try cases.enumerated().map { index, entry throws(ReportError) in
      guard let id: CaseID = entry["id"], let verdict = CaseVerdict(reported: entry["verdict"]) else {
        throw ReportError("case \(index + 1) has no id or no verdict")
      }
      return Result(
        id: id, title: entry["title"] ?? "", verdict: verdict,
        isOffered: entry["offered"] ?? (verdict != .unsupported),
        line: verdict == .pass ? nil : Self.line(entry),
        known: verdict.isProblem ? Self.known(entry) : nil,
        rerun: verdict.isProblem ? entry["rerun"] : nil,
        excerpt: verdict.isProblem ? Self.excerpt(entry, of: side, number: index + 1) : [])
    }
    textsNotOffered = Set(
      report.list("texts").filter { $0["offered"] == false }.compactMap { $0["text"] })
  }

  /// What a party says about itself: the last lines of a server's greeting and of its reply to SYST.
  private static func words(_ facts: JSONText?) -> [String] {
    if let says = facts?["says"]?.elements { return says.compactMap(\.string) }
    return ["greeting", "system"].compactMap { facts?[$0]?.elements?.last?.string }
      .map { $0.hasSuffix("\\r\\n") ? String($0.dropLast(4)) : $0 }
  }

  private static func excerpt(_ entry: JSONText, of side: Verdict.Party, number: Int) -> [String] {
    let excerpt = (try? CaseReport(entry, of: side, number: number))?.excerpt()
    return (excerpt?.seenIn.map { ["-- seen in \($0)"] } ?? []) + (excerpt?.lines ?? [])
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
