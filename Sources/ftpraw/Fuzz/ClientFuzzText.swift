import FTPFuzzing
import FTPProtocol
import FTPRequirements
import FTPText

/// What `fuzz client` prints.
struct ClientFuzzText: Sendable {
  /// The command line for the same client with other options.
  let again: @Sendable (String) -> String
  let seed: UInt64?
  /// The folder in which findings are kept; nil for none.
  let saves: String?

  /// What the client sent in the run without faults.
  func beginning(_ places: [String]) -> String {
    "the client sends \(places.map { Escaping.ascii($0.utf8, limit: 40) }.joined(separator: ", "))"
  }

  /// How many runs, how fast, and how many ways to deviate.
  func summary(_ summary: ClientCampaign.Summary) -> String {
    FuzzText.summary(summary.runs.counted("run"), seed ?? 0, summary.duration, summary.runs)
      + "\n\(FuzzText.bar(summary.seen.count, summary.possible.count, "ways")): command, change\n"
      + FuzzText.count(summary.findings.count { $0.isCertain }, of: summary.findings.count) + "\n"
  }

  /// What was found, and how to see it again.
  func finding(_ finding: ClientFinding, path: String?) -> String {
    let oracle = finding.fault.kind.oracle
    var text = FindingText(isCertain: finding.isCertain, "\(oracle), \(oracle.claim)")
    if let run = finding.run, let seed { text.place = " in run \(run) of seed \(seed)" }
    text.add(rule: finding.fault.kind.rule)
    text.add("seen", PrintableText.line(finding.fault.detail))
    text.add("shown", "\(finding.shown) of \(finding.trials) times")
    let size = finding.ruleCount == finding.originalCount ? "" : " of \(finding.originalCount)"
    text.add("case", "\(finding.ruleCount)\(size) rule\(finding.ruleCount == 1 && size.isEmpty ? "" : "s")")
    text.add(lines: finding.script.split(separator: "\n").filter { !$0.isEmpty && !$0.hasPrefix("#") })
    for line in finding.output.suffix(3) { text.add("wrote", PrintableText.line(line)) }
    if let path {
      if saves != nil { text.add("saved", path) }
      text.add("again", again("--case \(FuzzText.word(path))"))
    } else if let run = finding.run, let seed {
      text.add("again", again("--seed \(seed) --first \(run) --runs 1"))
    }
    return text.description
  }
}
