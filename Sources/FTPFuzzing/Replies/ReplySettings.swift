import FTPProtocol

/// What a parser accepts in a run.
package struct ReplySettings: Sendable {
  /// What it is called in a message.
  package let name: String
  package let leniency: Leniency
  package let limits: ReplyLimits
  /// Whether every departure from the grammar is refused.
  package var isStrict: Bool { leniency.rejected.count == Deviation.Kind.allCases.count }

  /// Bounds that short streams exceed.
  package static let tight = ReplyLimits(lineLength: 24, lines: 3, bytes: 48)

  /// Every combination that is tried: the leniencies, first with the standard bounds and then with tight ones.
  ///
  /// The plain reading comes first.
  ///
  /// Made again for each thread, because threads that count references to the same set get in each other's way.
  package static func all() -> [ReplySettings] {
    let leniencies: [(String, Leniency)] = [
      ("lenient", .lenient),
      (
        "strict",
        Leniency(rejected: Set(Deviation.Kind.allCases), rejectsBreaches: true)
      ),
      ("lenient, any code ends a reply", Leniency(multilineEnd: .anyCode)),
      ("lenient, CR ends lines", Leniency(carriageReturnEndsLine: true)),
      (
        "without NUL and bad UTF-8, any code ends a reply, CR ends lines",
        Leniency(rejected: [.nul, .invalidUTF8], multilineEnd: .anyCode, carriageReturnEndsLine: true)
      ),
    ]
    return leniencies.map { ReplySettings(name: $0, leniency: $1, limits: .standard) }
      + leniencies.map { ReplySettings(name: $0 + ", tight limits", leniency: $1, limits: tight) }
  }

  /// The same without refusals.
  package var withoutRefusals: Leniency {
    var leniency = leniency
    leniency.rejected = []
    return leniency
  }
}
