/// A search for the newest line that contains the text typed after ^R.
struct HistorySearch: Hashable, Sendable {
  /// The line as it was before.
  let before: [UInt8]
  /// The text to find.
  private(set) var text: [UInt8] = []
  /// Where it was found in the history; nil if it was not.
  private(set) var place: Int?

  init(before: [UInt8]) { self.before = before }

  /// Looks for another text, from the newest line on.
  mutating func look(for text: some Sequence<UInt8>, in history: [[UInt8]]) {
    self.text = Array(text)
    place = find(below: history.count, in: history)
  }

  /// Looks for the same in older lines; stays where it is if there is no match.
  mutating func lookFurther(in history: [[UInt8]]) {
    place = find(below: place ?? history.count, in: history) ?? place
  }

  /// The prompt during the search.
  var prompt: String {
    let isMissing = place == nil && !text.isEmpty
    return "(\(isMissing ? "nothing with" : "last with") '\(String(decoding: text, as: UTF8.self))') "
  }

  private func find(below end: Int, in history: [[UInt8]]) -> Int? {
    guard !text.isEmpty else { return nil }
    return history[..<end].lastIndex { line in
      line.count >= text.count && (0...(line.count - text.count)).contains { line[$0...].starts(with: text) }
    }
  }
}
