import FTPFuzzing
import FTPText

/// What `fuzz` prints of a search.
enum FuzzText {
  /// How many runs, how fast, and of which shapes.
  static func summary(_ summary: ReplyCampaign.Summary, seed: UInt64) -> String {
    """
    \(pace(summary.runs, "run", seed, summary.duration, summary.rate))
    \(summary.shapes.count) of \(ReplyShapes.possibleCount) shapes: first digit, form of the line, place of the cut

    """
  }

  /// How many streams were compared, how fast, and how many of them were read differently.
  static func summary(_ summary: DifferentialCampaign.Summary, seed: UInt64?) -> String {
    var text = ""
    if let seed { text = pace(summary.runs, "input", seed, summary.duration, summary.rate) + "\n" }
    for kind in ParserDifference.Kind.allCases {
      guard let count = summary.counts[kind] else { continue }
      text += "\(count) of \(summary.runs): \(kind.name)\n"
    }
    return text + (summary.counts.isEmpty ? "no difference\n" : "")
  }

  /// How many there were, and how long they took; how many a minute, if their number is given.
  static func summary(_ count: String, _ seed: UInt64, _ duration: Duration, _ runs: Int? = nil) -> String {
    let (seconds, attoseconds) = duration.components
    let tenths = seconds * 10 + attoseconds / 100_000_000_000_000_000
    let rate = runs.map { ", \(Int64($0) * 600 / max(1, tenths)) a minute" } ?? ""
    return "\(count) with seed \(seed) in \(tenths / 10).\(tenths % 10) s\(rate)"
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

  private static func pace(
    _ count: UInt64, _ noun: String, _ seed: UInt64, _ duration: Duration, _ rate: Double
  ) -> String {
    let (seconds, attoseconds) = duration.components
    let tenths = seconds * 10 + attoseconds / 100_000_000_000_000_000
    return "\(count) \(noun)\(count == 1 ? "" : "s") with seed \(seed) in \(tenths / 10).\(tenths % 10) s, "
      + "\(Int(rate)) a second"
  }

  /// An input that two parsers read in different ways, and how to see it again.
  static func difference(
    _ difference: ParserDifference, _ option: OptionSpecification, command: String
  ) -> String {
    let text = ReplyCase(difference.bytes).text
    let count = difference.bytes.count
    return """
      \(difference.kind.name)
        input   \(text)  (\(count) byte\(count == 1 ? "" : "s"))
        ours    \(difference.ours)
        theirs  \(difference.theirs.isEmpty ? "-" : PrintableText.line(difference.theirs))
        rule    \(difference.requirement)
        again   ftpraw fuzz replies \(option.name) \(quoted(command)) --case \(quoted(text))

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

  /// A text as one word of a POSIX shell, quoted if necessary.
  static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "-_./:=,+@".utf8.contains(byte)
      }
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// A text as one word of a POSIX shell.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
