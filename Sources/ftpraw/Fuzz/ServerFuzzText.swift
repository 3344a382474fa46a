import FTPConformance
import FTPFuzzing
import FTPProtocol
import FTPRequirements
import FTPText

/// What `fuzz server` prints.
struct ServerFuzzText: Sendable {
  /// The command line for the same server with other options.
  let again: @Sendable (String) -> String
  let seed: UInt64?
  /// The folder in which findings are kept; nil for none.
  let saves: String?

  /// Which server is tried, and where it is written to.
  static func beginning(_ grounds: ServerGrounds) -> String {
    "\(grounds.target.url): "
      + (grounds.folder.map { "files are written in \(Escaping.ascii($0.utf8, limit: 200)) alone" }
        ?? "nothing is written: \(PrintableText.line(grounds.reasonAgainstWriting ?? "there is no place to write"))")
  }

  /// How much of the diagram was seen.
  func bar(_ coverage: DiagramCoverage) -> String {
    let width = 20
    let filled = coverage.seen.count * width / max(1, coverage.possible.count)
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
      + "] \(coverage.seen.count) of \(coverage.possible.count) arrows"
  }

  /// How many sequences, how fast, and how much of the diagram.
  func summary(_ summary: ServerCampaign.Summary) -> String {
    let (seconds, attoseconds) = summary.duration.components
    let tenths = seconds * 10 + attoseconds / 100_000_000_000_000_000
    let certain = summary.findings.count { $0.isCertain }
    let hints = summary.findings.count - certain
    let result =
      certain == 0 && hints == 0
      ? "nothing found"
      : [certain == 0 ? nil : certain.counted("finding"), hints == 0 ? nil : hints.counted("hint")]
        .compactMap(\.self).joined(separator: ", ")
    return """
      \(summary.runs.counted("sequence")) with seed \(seed ?? 0) in \(tenths / 10).\(tenths % 10) s
      \(bar(summary.coverage)): state, box, command
      \(result)

      """
  }

  /// What was found, and how to see it again.
  func finding(_ finding: ServerFinding, path: String?) -> String {
    let oracle = finding.fault.kind.oracle
    var place = ""
    if let run = finding.run, let seed { place = " in sequence \(run) of seed \(seed)" }
    var text = "\(finding.isCertain ? "found" : "hint")\(place): \(oracle), \(oracle.claim)\n"
    func add(_ title: String, _ words: String) {
      text += "  " + title + String(repeating: " ", count: max(1, 8 - title.count)) + words + "\n"
    }
    if let rule = RequirementCatalogue.requirement(id: finding.fault.kind.rule) {
      add("rule", "\(rule.id) (\(rule.level.rawValue), by \(rule.word))")
    }
    add("seen", PrintableText.line(finding.fault.detail))
    add("shown", "\(finding.shown) of \(finding.trials) times")
    let count = finding.sequence.commandCount
    let size = count == finding.originalCount ? "" : " of \(finding.originalCount)"
    add("case", "\(count)\(size) command\(count == 1 && size.isEmpty ? "" : "s")")
    for line in finding.sequence.description.split(separator: "\n") {
      text += "          " + (line.count > 160 ? line.prefix(157) + "..." : line) + "\n"
    }
    if let path {
      if saves != nil { add("saved", path) }
      add("again", again("--case \(FuzzText.quoted(path))"))
    } else if let run = finding.run, let seed {
      add("again", again("--seed \(seed) --runs \(run + 1)"))
    }
    return text
  }
}
