import FTPConformance
import FTPFuzzing
import FTPText

/// What `fuzz` prints of a search.
enum FuzzText {
  /// How many runs, how fast, and of which shapes.
  static func summary(_ summary: ReplyCampaign.Summary, seed: UInt64) -> String {
    """
    \(pace(Int(summary.runs).counted("run"), seed, summary.duration, (Int64(summary.rate), "second")))
    \(summary.shapes.count) of \(ReplyShapes.possibleCount) shapes: first digit, form of the line, place of the cut

    """
  }

  /// How many streams were compared, how fast, and how many of them were read differently.
  static func summary(_ summary: DifferentialCampaign.Summary, seed: UInt64?) -> String {
    var text = ""
    if let seed {
      let count = Int(summary.runs).counted("input")
      text = pace(count, seed, summary.duration, (Int64(summary.rate), "second")) + "\n"
    }
    for kind in ParserDifference.Kind.allCases {
      guard let count = summary.counts[kind] else { continue }
      text += "\(count) of \(summary.runs): \(kind.rawValue)\n"
    }
    return text + (summary.counts.isEmpty ? "no difference\n" : "")
  }

  /// How many there were, how long they took, and how many that is in a unit of time.
  static func pace(
    _ count: String, _ seed: UInt64, _ duration: Duration, _ rate: (number: Int64, unit: String)?
  ) -> String {
    let tenths = Int64(duration / .milliseconds(100))
    return "\(count) with seed \(seed) in \(tenths / 10).\(tenths % 10) s"
      + (rate.map { ", \($0.number) a \($0.unit)" } ?? "")
  }

  /// How many there were in a minute, if they took this long.
  static func perMinute(_ count: Int, _ duration: Duration) -> Int64 {
    Int64(count) * 600 / max(1, Int64(duration / .milliseconds(100)))
  }

  /// A bar that shows how many of the possible ones were seen.
  static func bar(_ seen: Int, _ possible: Int, _ noun: String) -> String {
    let width = 20
    let filled = seen * width / max(1, possible)
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
      + "] \(seen) of \(possible) \(noun)"
  }

  /// How many findings and hints there are.
  static func count(_ certain: Int, of all: Int) -> String {
    guard all > 0 else { return "nothing found" }
    return [
      certain == 0 ? nil : certain.counted("finding"), all == certain ? nil : (all - certain).counted("hint"),
    ]
    .compactMap(\.self).joined(separator: ", ")
  }

  /// An input that two parsers read in different ways, and how to see it again.
  static func difference(
    _ difference: ParserDifference, _ option: OptionSpecification, command: String
  ) -> String {
    let input = ReplyCase(difference.bytes).text
    var text = FindingText(difference.kind.rawValue)
    text.add("input", "\(input)  (\(difference.bytes.count.counted("byte")))")
    text.add("ours", difference.ours)
    text.add("theirs", difference.theirs.isEmpty ? "-" : PrintableText.line(difference.theirs))
    text.add("rule", "\(difference.requirement)")
    text.add(
      "again",
      "ftpraw fuzz replies \(option.name) \(ShellWord.alwaysQuoted(command)) --case \(ShellWord.alwaysQuoted(input))"
    )
    return text.description
  }

  /// What was found, and how to see it again.
  static func finding(_ finding: ReplyFinding, seed: UInt64?) -> String {
    let input = finding.smallest.text
    var text = FindingText(
      "found", finding.run, of: seed, "\(finding.oracle), \(finding.oracle.claimOfReplies)")
    let count = finding.smallest.bytes.count
    let size =
      finding.originalCount == count ? count.counted("byte") : "\(count) of \(finding.originalCount) bytes"
    text.add("parser", finding.settings.name)
    text.add("input", "\(input)  (\(size))")
    text.add("detail", PrintableText.line(finding.detail))
    text.add("again", "ftpraw fuzz replies --case \(ShellWord.alwaysQuoted(input))")
    return text.description
  }
}
