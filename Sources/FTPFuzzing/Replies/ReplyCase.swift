import FTPConversation
import FTPProtocol

/// A stream of replies and where it is cut: what one run of the fuzzer tries.
package struct ReplyCase: Hashable, Sendable {
  /// What the server sends.
  package var bytes: [UInt8]
  /// Where segments end, in ascending order, from 1 to one less than the number of bytes.
  package var cuts: [Int]
  /// The index into ``ReplySettings/all()``.
  package var settings: Int
  /// Which way to use the parser is compared with way 0.
  package var way: Int

  package init(_ bytes: [UInt8] = [], cuts: [Int] = [], settings: Int = 0, way: Int = 0) {
    self.bytes = bytes
    self.cuts = cuts
    self.settings = settings
    self.way = way
  }

  /// Makes a case of segments, in the default settings.
  package init(segments: [[UInt8]]) {
    self.init()
    for segment in segments where !segment.isEmpty {
      if !bytes.isEmpty { cuts.append(bytes.count) }
      bytes += segment
    }
  }

  /// The stream in the escapes of a vector, with `\|` at the end of each segment.
  package var text: String { VectorText.escape(bytes, cuts: cuts) }

  /// The case without a range of its bytes; the cuts outside the range stay.
  func without(_ missing: Range<Int>) -> ReplyCase {
    var rest = self
    rest.bytes.removeSubrange(missing)
    rest.cuts.removeAll()
    for cut in cuts {
      let place = cut <= missing.lowerBound ? cut : max(missing.lowerBound, cut - missing.count)
      if place > 0, place < rest.bytes.count, rest.cuts.last != place { rest.cuts.append(place) }
    }
    return rest
  }
}
