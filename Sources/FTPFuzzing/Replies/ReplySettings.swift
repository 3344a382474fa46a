import FTPProtocol

/// The settings of a parser in a run.
package struct ReplySettings: Sendable {
  /// The name of the settings in messages.
  package let name: String
  package let leniency: Leniency
  package let limits: ReplyLimits
  /// Whether every deviation from the grammar is rejected.
  package var isStrict: Bool { leniency.rejected.count == ReplyDeviation.Kind.allCases.count }

  /// Limits that short streams exceed.
  package static let tight = ReplyLimits(lineLength: 24, lines: 3, bytes: 48)

  /// All combinations of settings: each leniency, first with the standard limits and then with tight ones.
  ///
  /// The first are the default settings.
  ///
  /// Each thread makes its own, because threads that count references to the same set slow each other down.
  package static func all() -> [ReplySettings] {
    let leniencies: [(String, Leniency)] = [
      ("lenient", .lenient),
      (
        "strict",
        Leniency(rejected: Set(ReplyDeviation.Kind.allCases), rejectsBreaches: true)
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

  /// The same, but with nothing rejected.
  package var withoutRefusals: Leniency {
    var leniency = leniency
    leniency.rejected = []
    return leniency
  }
}
