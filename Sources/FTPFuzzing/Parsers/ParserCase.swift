import FTPConversation
import FTPVectors

/// An input of a parser and where it is cut: what one run of a parser's campaign tries.
package struct ParserCase: Hashable, Sendable {
  /// The input.
  package var bytes: [UInt8]
  /// Where segments end, in ascending order, from 1 to one less than the number of bytes.
  package var cuts: [Int]
  /// The index into ``ReplySettings/all()``.
  package var settings: Int

  package init(_ bytes: [UInt8] = [], cuts: [Int] = [], settings: Int = 0) {
    self.bytes = bytes
    self.cuts = cuts
    self.settings = settings
  }

  /// Makes a case of segments, in the default settings.
  package init(segments: [[UInt8]]) {
    self.init()
    for segment in segments where !segment.isEmpty {
      if !bytes.isEmpty { cuts.append(bytes.count) }
      bytes += segment
    }
  }

  /// The case without a range of its bytes; the cuts outside the range stay.
  func without(_ missing: Range<Int>) -> ParserCase {
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

extension ParserCase: CampaignCase {
  package static var passes: [MinimizerPass<ParserCase>] {
    let settings = MinimizerPass<ParserCase>.first { kept in
      (0..<kept.settings).map { ParserCase(kept.bytes, cuts: kept.cuts, settings: $0) }
    }
    let bytes = MinimizerPass<ParserCase>.shorten(\.bytes) { kept, _, missing in kept.without(missing) }
    // What goes at the end of one round may let the next round remove more.
    return [settings, .repeated([.shorten(\.cuts), bytes, plainCodes, .plainBytes(\.bytes)])]
  }

  /// Puts 222 for a code wherever it occurs, for each code at the beginning of a line.
  ///
  /// Changing one digit at a time would not do if the code occurs twice.
  private static var plainCodes: MinimizerPass<ParserCase> {
    .then { kept in
      let lines = kept.bytes.split(separator: 0x0A)
      let codes = Set(
        lines.map { $0.prefix(3) }.filter { $0.count == 3 && $0.allSatisfy { 0x30...0x39 ~= $0 } })
      return codes.sorted { $0.lexicographicallyPrecedes($1) }.map { code in
        .first { kept in
          var plain = kept
          for start in plain.bytes.indices.dropLast(2)
          where plain.bytes[start..<(start + 3)].elementsEqual(code) {
            plain.bytes.replaceSubrange(start..<(start + 3), with: "222".utf8)
          }
          return plain == kept ? [] : [plain]
        }
      }
    }
  }

  package var size: Int { bytes.count }

  /// The input in the escapes of a vector, with `\|` at the end of each segment.
  package var description: String { VectorText.escape(bytes, cuts: cuts) }

  package func file(_ comment: [String]) -> String {
    let text = description
    return comment.map { $0.isEmpty ? "#\n" : "# \($0)\n" }.joined()
      + (text.hasPrefix("#") ? "\\x23" + text.dropFirst() : text) + "\n"
  }
}

// Files of cases: one case per line, and comments after `#`.
extension ParserCase {
  /// Reads a file; throws at the first line that is not a case.
  static func read(_ file: [UInt8]) throws(VectorSyntaxError) -> [ParserCase] {
    var cases: [ParserCase] = []
    for (number, line) in file.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && line.first != UInt8(ascii: "#") {
      do throws(VectorSyntaxError) { cases.append(try ParserCase(line: Array(line))) } catch {
        throw VectorSyntaxError(line: number + 1, column: error.column, error.message)
      }
    }
    return cases
  }

  private init(line: [UInt8]) throws(VectorSyntaxError) {
    var segments: [[UInt8]] = [[]]
    for part in try VectorLine(reading: line).parts {
      switch part {
      case .bytes(let more): segments[segments.count - 1] += more
      // Cases bind no placeholders: a placeholder means the bytes with which it is written.
      case .placeholder(let placeholder): segments[segments.count - 1] += "\(placeholder)".utf8
      case .cut: segments.append([])
      }
    }
    self.init(segments: segments)
  }
}
