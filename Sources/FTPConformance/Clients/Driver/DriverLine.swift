import FTPProtocol

/// A line of a driver file, with its continuations.
struct DriverLine {
  let number: Int
  let keyword: String
  var text: String

  static func lines(of bytes: [UInt8]) throws(ClientDriverError) -> [DriverLine] {
    var lines: [DriverLine] = []
    for (index, part) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let text = String(decoding: part.last == 0x0D ? part.dropLast() : part, as: UTF8.self)
      let isMore = text.first == " " || text.first == "\t"
      let words = text.drop { $0 == " " || $0 == "\t" }
      guard let first = words.first, first != "#" else { continue }
      if isMore {
        guard !lines.isEmpty else {
          throw ClientDriverError(line: index + 1, message: "no line precedes this one")
        }
        lines[lines.count - 1].text += " " + words
        continue
      }
      let keyword = words.prefix { $0 != " " && $0 != "\t" }
      let rest = words.dropFirst(keyword.count).drop { $0 == " " || $0 == "\t" }
      let line = DriverLine(number: index + 1, keyword: String(keyword), text: String(rest))
      guard !line.text.isEmpty else { throw line.error("'\(line.keyword)' has no value") }
      lines.append(line)
    }
    return lines
  }

  func error(_ message: String) -> ClientDriverError {
    ClientDriverError(line: number, message: Escaping.ascii(message.utf8))
  }

  /// The words of a command, as a shell splits them.
  func words() throws(ClientDriverError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let mark = quote {
        if character == mark { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil, !isEscaped else { throw error("a quotation mark or a backslash is not closed") }
    if let word { words.append(word) }
    return words
  }
}
