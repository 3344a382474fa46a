import FTPConversation
import FTPProtocol
import FTPVectors

/// Inputs in a file, one case per line in the escapes of a vector: `220-a\r\n\|220 b\r\n`.
///
/// Lines that begin with `#` are comments.
///
/// The extension of the file is the ``FuzzEntry/name`` of the entry that the cases are for.
package enum FuzzCases {
  /// A case as segments; it is one segment unless it contains `\|`.
  package typealias Case = [[UInt8]]

  /// Reads a file.
  ///
  /// - Throws: at the first line that is not a case.
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

  /// A case as a line of a file, without its line end.
  package static func line(_ bytes: [UInt8], cuts: [Int] = []) -> String {
    let text = VectorText.escape(bytes, cuts: cuts)
    return text.hasPrefix("#") ? "\\x23" + text.dropFirst() : text
  }

  private static func segments(_ text: [UInt8]) throws(VectorSyntaxError) -> Case {
    var segments: [[UInt8]] = [[]]
    for part in try VectorLine(reading: text).parts {
      switch part {
      case .bytes(let more): segments[segments.count - 1] += more
      // Cases bind no placeholders: a placeholder means the bytes with which it is written.
      case .placeholder(let placeholder): segments[segments.count - 1] += "\(placeholder)".utf8
      case .cut: segments.append([])
      }
    }
    return segments
  }
}
