/// An XML element (XML 1.0), for output only.
///
/// The text is ASCII: everything above it is written as a reference to its character, so that no encoding can be
/// guessed wrong. Control characters, which XML cannot hold, are shown as `\xHH`.
package struct XMLText: Hashable, Sendable {
  /// A name and its value in a start tag.
  package struct Attribute: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The content between the tags.
  package enum Content: Hashable, Sendable {
    /// Characters.
    case text(String)
    /// Another element.
    case element(XMLText)
  }

  /// The name of the element, which must be allowed in XML.
  package var name: String
  /// The attributes in their order.
  package var attributes: [Attribute]
  /// The content between the tags.
  package var contents: [Content]

  /// Makes an element.
  package init(_ name: String, _ attributes: [Attribute] = [], _ contents: [Content] = []) {
    self.name = name
    self.attributes = attributes
    self.contents = contents
  }

  /// The element as a whole document, with declaration and a line end at its end.
  package var document: String {
    var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    append(to: &bytes, indentation: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the element, on separate lines if it contains only elements.
  private func append(to bytes: inout [UInt8], indentation: Int) {
    let margin = Array(repeating: UInt8(ascii: " "), count: indentation * 2)
    bytes += margin
    bytes += "<\(name)".utf8
    for attribute in attributes {
      bytes += " \(attribute.name)=\"".utf8
      Self.append(attribute.value, to: &bytes, inAttribute: true)
      bytes.append(UInt8(ascii: "\""))
    }
    guard !contents.isEmpty else {
      bytes += "/>\n".utf8
      return
    }
    bytes.append(UInt8(ascii: ">"))
    var isOnLine = true
    for content in contents {
      switch content {
      case .text(let text):
        Self.append(text, to: &bytes, inAttribute: false)
        isOnLine = true
      case .element(let element):
        if isOnLine { bytes.append(UInt8(ascii: "\n")) }
        element.append(to: &bytes, indentation: indentation + 1)
        isOnLine = false
      }
    }
    if !isOnLine { bytes += margin }
    bytes += "</\(name)>\n".utf8
  }

  private static func append(_ text: String, to bytes: inout [UInt8], inAttribute: Bool) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes += "&amp;".utf8
      case "<": bytes += "&lt;".utf8
      case ">": bytes += "&gt;".utf8
      case "\"": bytes += "&quot;".utf8
      // After `##` it would be a command to a runner of GitHub.
      case "[" where bytes.endsInHashes: bytes += "&#x5B;".utf8
      case "\n" where !inAttribute: bytes.append(0x0A)
      // A reader would make a space of these in an attribute, and LF of CR anywhere.
      case "\n", "\t", "\r": bytes += "&#\(scalar.value);".utf8
      case " "..."~": bytes.append(UInt8(scalar.value))
      case "\u{0}"..."\u{1F}", "\u{7F}": bytes += shown(scalar).utf8
      case "\u{FFFE}", "\u{FFFF}": bytes += "&#xFFFD;".utf8
      default: bytes += "&#x\(String(scalar.value, radix: 16, uppercase: true));".utf8
      }
    }
  }

  private static func shown(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\x" + (digits.count < 2 ? "0" : "") + digits
  }
}
