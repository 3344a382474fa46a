import FTPMockServer
import FTPRequirements

/// A line of a text with fields, or the part of it that is a value.
struct FieldedLine {
  let file: String
  let number: Int
  let text: String

  /// What comes before the first colon, and what comes after it and a space.
  var divided: (name: FieldedLine, value: FieldedLine)? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let rest = text[colon...].dropFirst()
    guard rest.isEmpty || rest.first == " " else { return nil }
    return (part(text[..<colon]), part(rest.dropFirst()))
  }

  /// What is between the separators.
  func split(_ separator: String) -> [FieldedLine] {
    text.split(separator: separator, omittingEmptySubsequences: false).map(part)
  }

  private func part(_ text: Substring) -> Self { Self(file: file, number: number, text: String(text)) }

  func problem(_ message: String) -> CatalogueProblem {
    CatalogueProblem(file: file, line: number, message: message)
  }

  /// The words, which are as in a file for `--tree`; `long 3 times` is one long word.
  func words() throws(CatalogueProblem) -> [String] {
    var words: [String] = []
    for word in try wordBytes() {
      words.append(String(decoding: word, as: UTF8.self))
      guard words.last == "times", words.count > 2, let count = Int(words[words.count - 2]), count > 0 else {
        continue
      }
      let repeated = String(repeating: words[words.count - 3], count: count)
      words.replaceSubrange((words.count - 3)..., with: [repeated])
    }
    return Self.numbered(words)
  }

  func wordBytes() throws(CatalogueProblem) -> [[UInt8]] {
    var reader = TreeFileWords(Array(text.utf8)[...], line: number)
    var words: [[UInt8]] = []
    do throws(TreeFileError) {
      while let word = try reader.next() { words.append(word) }
    } catch { throw problem(error.message) }
    return words
  }

  /// Words in a row that contain `{1...3}` are there once for each number.
  static func numbered(_ words: [String]) -> [String] {
    guard let start = words.firstIndex(where: { range(in: $0) != nil }),
      let (text, numbers) = range(in: words[start])
    else { return words }
    let end = words[start...].firstIndex { !$0.contains(text) } ?? words.endIndex
    let series = numbers.flatMap { number in words[start..<end].map { $0.replacing(text, with: "\(number)") }
    }
    return words[..<start] + series + words[end...]
  }

  private static func range(in word: String) -> (text: Substring, numbers: ClosedRange<Int>)? {
    guard let open = word.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = word.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    let ends = word[open..<close].dropFirst().split(separator: "...").map { Int($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return nil }
    return (word[open...close], first...last)
  }

  /// Pairs of words as files and their contents; nil if one has no contents or is there twice.
  static func files(_ words: [String]) -> [String: String]? {
    var files: [String: String] = [:]
    for index in stride(from: 0, to: words.count, by: 2) {
      guard index + 1 < words.count, files.updateValue(words[index + 1], forKey: words[index]) == nil else {
        return nil
      }
    }
    return files
  }
}
