import FTPProtocol

/// The line being typed, with the lines typed before.
struct EditedLine {
  /// The state of the line after a key.
  enum Outcome: Hashable, Sendable {
    /// It is still being typed.
    case open
    /// Enter was pressed.
    case done([UInt8])
    /// ^C was pressed.
    case interrupted
    /// ^D was pressed on an empty line.
    case ended
    /// Tab was pressed, and more than one word matches.
    case choices([String])
  }

  /// The bytes typed so far.
  private(set) var bytes: [UInt8] = []
  /// The offset in ``bytes`` at which the next byte goes in.
  private(set) var cursor = 0

  private let history: [[UInt8]]
  /// The words that a beginning of a line may continue with.
  private let words: (_ before: [UInt8]) -> [String]
  /// The search in the history; nil if there is none.
  private var search: HistorySearch?
  /// The place in the history; its count is the new line.
  private var place: Int
  private var newest: [UInt8] = []

  /// Begins an empty line; `history` holds the lines typed before, the oldest first.
  ///
  /// `words` returns the candidates for the last word of the text before the cursor.
  init(history: [[UInt8]] = [], completing words: @escaping (_ before: [UInt8]) -> [String] = { _ in [] }) {
    self.history = history
    self.words = words
    place = history.count
  }

  mutating func take(_ key: Key) -> Outcome {
    if search != nil, takeSearching(key) { return .open }
    switch key {
    case .complete: return complete()
    case .search: search = HistorySearch(before: bytes)
    case .leave: break
    case .text(let byte):
      bytes.insert(byte, at: cursor)
      cursor += 1
    case .left: cursor = before(cursor)
    case .right: cursor = after(cursor)
    case .home: cursor = 0
    case .end: cursor = bytes.count
    case .up: show(place - 1)
    case .down: show(place + 1)
    case .backspace: remove(before(cursor)..<cursor)
    case .delete: remove(cursor..<after(cursor))
    case .killToEnd: remove(cursor..<bytes.count)
    case .killToStart: remove(0..<cursor)
    case .killWord: remove(wordStart..<cursor)
    case .redraw: break
    case .enter: return .done(bytes)
    case .interrupt: return .interrupted
    case .endOfInput:
      if bytes.isEmpty { return .ended }
      remove(cursor..<after(cursor))
    }
    return .open
  }

  /// Takes a key during a search; false for one that ends the search and has its own meaning.
  private mutating func takeSearching(_ key: Key) -> Bool {
    guard var search = search.take() else { return false }
    switch key {
    case .text(let byte): search.look(for: search.text + [byte], in: history)
    case .backspace: search.look(for: search.text.dropLast(), in: history)
    case .search: search.lookFurther(in: history)
    case .leave, .interrupt:
      (bytes, cursor) = (search.before, search.before.count)
      return true
    default: return false
    }
    if let found = search.place { (bytes, cursor) = (history[found], history[found].count) }
    self.search = search
    return true
  }

  /// Inserts the common beginning of all words that match the one before the cursor.
  private mutating func complete() -> Outcome {
    let before = Array(bytes[..<cursor])
    let start = before.lastIndex(of: 0x20).map { $0 + 1 } ?? 0
    let candidates = words(before)
    guard let first = candidates.first else { return .open }
    var common = Array(first.utf8)
    for candidate in candidates.dropFirst() {
      common = Array(zip(common, candidate.utf8).prefix { $0 == $1 }.map(\.0))
    }
    // No blank after it: one at the end of a line would be sent.
    guard common.count > cursor - start || candidates.count == 1 else { return .choices(candidates) }
    bytes.replaceSubrange(start..<cursor, with: common)
    cursor = start + common.count
    return .open
  }

  private mutating func show(_ new: Int) {
    guard new >= 0, new <= history.count, new != place else { return }
    if place == history.count { newest = bytes }
    place = new
    bytes = new == history.count ? newest : history[new]
    cursor = bytes.count
  }

  private mutating func remove(_ range: Range<Int>) {
    bytes.removeSubrange(range)
    cursor = range.lowerBound
  }

  /// The start of the character before an offset; the bytes of one UTF-8 character go together.
  private func before(_ offset: Int) -> Int {
    var offset = max(0, offset - 1)
    while offset > 0, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  private func after(_ offset: Int) -> Int {
    var offset = min(bytes.count, offset + 1)
    while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }

  private var wordStart: Int {
    var start = cursor
    while start > 0, bytes[start - 1] == 0x20 { start -= 1 }
    while start > 0, bytes[start - 1] != 0x20 { start -= 1 }
    return start
  }
}

extension EditedLine {
  /// What to write to show the prompt and the line in one row of `width` columns, with the cursor in its place.
  ///
  /// A line that is too long shows the part around the cursor.
  func drawing(prompt: String, width: Int) -> String {
    let prompt = search?.prompt ?? prompt
    let room = max(8, width - prompt.count - 1)
    let shown = hidingSecret
    let left = characters(shown[..<cursor])
    let right = characters(shown[cursor...])
    let shownLeft = left.suffix(right.isEmpty ? room : max(room / 2, room - right.count))
    let shownRight = right.prefix(room - shownLeft.count)
    let back = shownRight.isEmpty ? "" : "\u{1B}[\(shownRight.count)D"
    return "\r" + prompt + String(shownLeft) + String(shownRight) + "\u{1B}[K" + back
  }

  /// Where the secret of a line begins, such as the argument of PASS.
  ///
  /// In words that are to be explained, such as `? passive`, there is one only after a blank.
  static func secretStart(of line: [UInt8], isTopic: Bool? = nil) -> Int? {
    guard let start = SecretScanner.secretStart(inText: line) else { return nil }
    let isTopic = isTopic ?? (line.first == UInt8(ascii: "?"))
    return isTopic && start > 0 && line[start - 1] != 0x20 ? nil : start
  }

  /// The line with stars in the place of a secret.
  private var hidingSecret: [UInt8] {
    guard let start = Self.secretStart(of: bytes) else { return bytes }
    return bytes[..<start] + [UInt8](repeating: 0x2A, count: bytes.count - start)
  }

  private func characters(_ bytes: ArraySlice<UInt8>) -> [Character] {
    Array(String(decoding: bytes, as: UTF8.self))
  }
}
