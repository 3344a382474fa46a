extension CommandReplies {
  /// The codes that one text gives a command.
  struct List: Sendable {
    private let first: StaticString
    private let mark: StaticString
    private let after: StaticString
    private let origin: Origin

    /// Lists of codes separated by spaces.
    ///
    /// - Parameters:
    ///   - first: what may be the first reply.
    ///   - mark: what may come while data flows.
    ///   - after: what may follow a 1yz reply.
    ///   - origin: who says so.
    static func codes(
      _ first: StaticString, mark: StaticString = "", after: StaticString = "", _ origin: Origin
    ) -> List {
      List(first: first, mark: mark, after: after, origin: origin)
    }

    /// The codes, each with its phase.
    var entries: [Entry] {
      entries(first, .first) + entries(mark, .mark) + entries(after, .afterPreliminary)
    }

    private func entries(_ codes: StaticString, _ phase: Phase) -> [Entry] {
      codes.description.split(separator: " ").compactMap { word in
        UInt16(word).flatMap(ReplyCode.init(rawValue:)).map { Entry(code: $0, phase: phase, origin: origin) }
      }
    }
  }
}
