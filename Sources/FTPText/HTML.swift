/// A piece of a page: interpolated text is escaped, unless it is such a piece itself.
///
/// ```swift
/// let row: HTML = "<td>\(text)</td>"
/// ```
package struct HTML: Sendable {
  /// The markup.
  package private(set) var text: String

  /// Concatenates pieces.
  package init(_ pieces: [HTML]) { text = pieces.map(\.text).joined() }

  /// Wraps markup of our own, which must contain nothing from elsewhere.
  package init(trusted text: String) { self.text = text }

  /// Foreign text, safe between tags and in a quoted attribute.
  ///
  /// Control characters, and characters that change the direction of the text or are invisible, become `\xHH`.
  package static func escape(_ text: some StringProtocol) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", " "..."~": escaped.unicodeScalars.append(scalar)
      case _ where PrintableText.isUnseen(scalar): PrintableText.appendEscaped(scalar, to: &escaped)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension HTML: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(2 * literalCapacity) }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ piece: HTML) { text += piece.text }

    package mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { text += piece.text } }

    package mutating func appendInterpolation(_ text: some StringProtocol) { self.text += HTML.escape(text) }

    package mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
  }

  package init(stringLiteral value: String) { text = value }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}

extension HTML {
  /// Prose of our own, with code between backticks.
  package static func prose(_ text: String) -> HTML {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return HTML(
      parts.enumerated().map { index, part in index.isMultiple(of: 2) ? "\(part)" : "<code>\(part)</code>" })
  }
}
