extension CommandReplies {
  /// The codes that one text gives a command.
  struct List: Sendable {
    private let first: StaticString
    private let mark: StaticString
    private let after: StaticString
    private let origin: Origin
    private let served: StaticString

    /// Lists of codes separated by spaces.
    ///
    /// - Parameters:
    ///   - first: what may be the first reply.
    ///   - mark: what may come while data flows.
    ///   - after: what may follow a 1yz reply.
    ///   - origin: who says so.
    ///   - served: those of the first replies that the mock server gives too, where practice is the origin.
    static func codes(
      _ first: StaticString, mark: StaticString = "", after: StaticString = "", _ origin: Origin,
      served: StaticString = ""
    ) -> List {
      List(first: first, mark: mark, after: after, origin: origin, served: served)
    }

    /// The codes, each with its phase.
    var entries: [Entry] {
      entries(first, .first) + entries(mark, .mark) + entries(after, .afterPreliminary)
    }

    private func entries(_ codes: StaticString, _ phase: Phase) -> [Entry] {
      let served = served.description.split(separator: " ")
      return codes.description.split(separator: " ").compactMap { word in
        UInt16(word).flatMap(ReplyCode.init(rawValue:)).map {
          Entry(code: $0, phase: phase, origin: origin, isServed: phase == .first && served.contains(word))
        }
      }
    }
  }
}
