import FTPConversation
import FTPProtocol
import FTPVectors

/// Inputs in a file, a case a line in the escapes of a vector: `220-a\r\n\|220 b\r\n`.
///
/// Lines that begin with `#` are comments.
///
/// The ending of the file's name is the ``FuzzEntry/name`` of what the cases are for.
package enum FuzzCases {
  /// A case as the segments that it is in: one, unless there is `\|` in it.
  package typealias Case = [[UInt8]]

  /// Reads a file.
  ///
  /// - Throws: at the first line that is no case.
  package static func read(_ file: [UInt8]) throws(VectorSyntaxError) -> [Case] {
    var cases: [Case] = []
    for (number, line) in file.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && line.first != UInt8(ascii: "#") {
      do throws(VectorSyntaxError) { cases.append(try segments(Array(line))) } catch {
        throw VectorSyntaxError(line: number + 1, column: error.column, error.message)
      }
    }
    return cases
  }

  /// A case as a line of a file, without its end.
  package static func line(_ bytes: [UInt8], cuts: [Int] = []) -> String {
    let text = VectorText.escape(bytes, cuts: cuts)
    return text.hasPrefix("#") ? "\\x23" + text.dropFirst() : text
  }

  private static func segments(_ text: [UInt8]) throws(VectorSyntaxError) -> Case {
    var segments: [[UInt8]] = [[]]
    for part in try VectorLine(reading: text).parts {
      switch part {
      case .bytes(let more): segments[segments.count - 1] += more
      // Nothing is bound here, so that a placeholder is the bytes it is written with.
      case .placeholder(let placeholder): segments[segments.count - 1] += "\(placeholder)".utf8
      case .cut: segments.append([])
      }
    }
    return segments
  }
}
