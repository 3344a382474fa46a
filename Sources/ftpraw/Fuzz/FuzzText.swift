import FTPFuzzing
import FTPText

/// What `fuzz` prints of a search.
enum FuzzText {
  /// How many runs, how fast, and of which shapes.
  static func summary(_ summary: ReplyCampaign.Summary, seed: UInt64) -> String {
    let tenths =
      Int(summary.duration.components.seconds) * 10
      + Int(summary.duration.components.attoseconds / 100_000_000_000_000_000)
    let runs = "\(summary.runs) run\(summary.runs == 1 ? "" : "s")"
    return """
      \(runs) with seed \(seed) in \(tenths / 10).\(tenths % 10) s, \(Int(summary.rate)) a second
      \(summary.shapes.count) of \(ReplyShapes.possibleCount) shapes: first digit, form of the line, place of the cut

      """
  }

  /// What was found, and how to see it again.
  static func finding(_ finding: ReplyFinding, seed: UInt64?) -> String {
    let tried = finding.smallest
    var place = ""
    if let run = finding.run, let seed { place = " in run \(run) of seed \(seed)" }
    let count = tried.bytes.count
    let size = finding.originalCount == count ? "\(count)" : "\(count) of \(finding.originalCount)"
    return """
      found\(place): \(finding.oracle), \(finding.oracle.claim)
        parser  \(finding.settings.name)
        input   \(tried.text)  (\(size) byte\(size == "1" ? "" : "s"))
        detail  \(PrintableText.line(finding.detail))
        again   ftpraw fuzz replies --case \(quoted(tried.text))

      """
  }

  /// Printable ASCII as one word of a POSIX shell.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
