import FTPConformance
import FTPFuzzing
import FTPProtocol
import FTPText

/// What `fuzz server` prints.
struct ServerFuzzText: Sendable {
  /// The command line for the same server with other options.
  let again: @Sendable (String) -> String
  let seed: UInt64?
  /// The folder in which findings are kept; nil for none.
  let saves: String?

  /// Which server is tried, and in which folder it may write.
  static func beginning(_ grounds: ServerGrounds) -> String {
    "\(grounds.target.url): "
      + (grounds.folder.map { "files are written in \(Escaping.ascii($0.utf8, limit: 200)) alone" }
        ?? "nothing is written: \(PrintableText.line(grounds.reasonAgainstWriting ?? "no folder is writable"))")
  }

  /// How much of the diagram was seen.
  func bar(_ coverage: DiagramCoverage) -> String {
    FuzzText.bar(coverage.seen.count, coverage.possible.count, "arrows")
  }

  /// How many sequences, how fast, and how much of the diagram.
  func summary(_ summary: ServerCampaign.Summary) -> String {
    FuzzText.summary(summary.runs.counted("sequence"), seed ?? 0, summary.duration)
      + "\n\(bar(summary.coverage)): state, box, command\n"
      + FuzzText.count(summary.findings.count { $0.isCertain }, of: summary.findings.count) + "\n"
  }

  /// What was found, and how to see it again.
  func finding(_ finding: ServerFinding, path: String?) -> String {
    let oracle = finding.fault.kind.oracle
    var text = FindingText(isCertain: finding.isCertain, "\(oracle), \(oracle.claim)")
    if let run = finding.run, let seed { text.place = " in sequence \(run) of seed \(seed)" }
    text.add(rule: finding.fault.kind.rule)
    text.add("seen", PrintableText.line(finding.fault.detail))
    text.add("shown", "\(finding.shown) of \(finding.trials) times")
    let count = finding.sequence.commandCount
    let size = count == finding.originalCount ? "" : " of \(finding.originalCount)"
    text.add("case", "\(count)\(size) command\(count == 1 && size.isEmpty ? "" : "s")")
    text.add(lines: finding.sequence.description.split(separator: "\n"))
    if let path {
      if saves != nil { text.add("saved", path) }
      text.add("again", again("--case \(FuzzText.quoted(path))"))
    } else if let run = finding.run, let seed {
      text.add("again", again("--seed \(seed) --runs \(run + 1)"))
    }
    return text.description
  }
}
