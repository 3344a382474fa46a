/// Finds the word that was probably meant.
enum Suggestion {
  /// The candidate closest to a mistyped word, or nil if none is close enough.
  ///
  /// Close enough is a third of the word's length in edits (at least one), or a candidate that begins with the
  /// word. Letter case does not count. Of equally close candidates, the first is used. A single letter, or a
  /// word of more than 64 bytes, gives no suggestion.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let typed = Array(word.lowercased().utf8)
    guard (2...longestWord).contains(typed.count) else { return nil }
    let allowed = max(1, typed.count / 3)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let distance = distance(typed, Array(candidate.lowercased().utf8))
      if distance <= allowed, distance < best?.distance ?? .max {
        best = (distance, candidate)
      }
    }
    return best?.candidate ?? candidates.first { $0.lowercased().utf8.starts(with: typed) }
  }

  /// The number of single-byte insertions, deletions, replacements and swaps of neighbours between two words
  /// (Damerau-Levenshtein, optimal string alignment).
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in 0..<right.count {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }

  /// Bounds the work that a mistyped word can cause, in bytes.
  private static let longestWord = 64
}
