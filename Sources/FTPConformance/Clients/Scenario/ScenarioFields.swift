import FTPMockServer
import FTPProtocol
import FTPRequirements

/// The fields of a scenario, a section or a file, each with its lines.
struct ScenarioFields {
  /// What a scenario says: first about itself, then about a step.
  ///
  /// A name with several values has a line for each, or several words in a line.
  enum Name: String, CaseIterable {
    /// The requirements, of which the first decides the level.
    case rules
    /// Where the behaviour was seen, or the RFC that requires it.
    case seen
    /// What the user loses if the client gets it wrong.
    case loses
    /// The habits of `BadClient` that the scenario must find.
    case finds
    /// What it needs besides its jobs.
    case needs
    /// Words that select it.
    case tags
    /// A check of a correct client, as ``ClientCheck/reading(_:)`` reads it.
    case right

    /// The job, if it is not that of the id.
    case job
    /// The path on the server.
    case path
    /// The path in the URL, if different.
    case url
    /// The user; `""` for anonymous.
    case user
    case password
    /// A file in the client's folder and its contents.
    case has
    /// How many bytes of the server's file the client has.
    case begun
    /// A variable of the client's environment.
    case environment
    /// The most bytes that the client can write to a file.
    case disk
    /// The command after which the client is interrupted.
    case interrupt
    /// What is special about the server: `ipv6`, `patient`, `trapped` or `untrusted`.
    case server
    /// The options of `ftpraw serve` with these names.
    case tls
    case without
    case dialect
    case tree
    case faults
    case script

    /// Whether each step has its own.
    var isOfStep: Bool { ![.rules, .seen, .loses, .finds, .needs, .tags, .right].contains(self) }
  }

  private var lines: [Name: [ScenarioLine]] = [:]

  mutating func add(_ name: Name, _ line: ScenarioLine) { lines[name, default: []].append(line) }

  /// These, and those of `others` that are not among them.
  func over(_ others: Self) -> Self {
    var fields = self
    fields.lines.merge(others.lines) { own, _ in own }
    return fields
  }

  /// The values, line by line.
  func lines(_ name: Name) -> [ScenarioLine] { (lines[name] ?? []).filter { !$0.text.isEmpty } }

  /// The only line of a field.
  func text(_ name: Name) throws(CatalogueProblem) -> String? {
    let lines = lines(name)
    guard lines.count < 2 else { throw lines[1].problem("'\(name)' has one value") }
    return lines.first?.text
  }

  func words(_ name: Name) throws(CatalogueProblem) -> [String] {
    var words: [String] = []
    for line in lines(name) { words += try line.words() }
    return words
  }

  /// The only word of a field.
  func word(_ name: Name) throws(CatalogueProblem) -> String? {
    let words = try words(name)
    guard words.count < 2 else {
      throw lines(name)[lines(name).count - 1].problem("'\(name)' has one value; quote one with spaces")
    }
    return words.first
  }

  func number(_ name: Name) throws(CatalogueProblem) -> Int? {
    guard let word = try word(name) else { return nil }
    guard let number = Int(word) else { throw lines(name)[0].problem("not a number: \(word)") }
    return number
  }
}

/// A line of a text with scenarios, or the part of it that is a value.
struct ScenarioLine {
  let file: String
  let number: Int
  let text: String

  /// What comes before the first colon, and what comes after it and a space.
  var divided: (name: ScenarioLine, value: ScenarioLine)? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let rest = text[colon...].dropFirst()
    guard rest.isEmpty || rest.first == " " else { return nil }
    return (part(text[..<colon]), part(rest.dropFirst()))
  }

  private func part(_ text: Substring) -> Self { Self(file: file, number: number, text: String(text)) }

  func problem(_ message: String) -> CatalogueProblem {
    CatalogueProblem(file: file, line: number, message: message)
  }

  /// The words, which are as in a file for `--tree`; `long 3 times` is one long word.
  func words() throws(CatalogueProblem) -> [String] {
    var reader = TreeFileWords(Array(text.utf8)[...], line: number)
    var words: [String] = []
    do throws(TreeFileError) {
      while let word = try reader.next() {
        words.append(String(decoding: word, as: UTF8.self))
        guard words.last == "times", words.count > 2, let count = Int(words[words.count - 2]), count > 0
        else {
          continue
        }
        let repeated = String(repeating: words[words.count - 3], count: count)
        words.replaceSubrange((words.count - 3)..., with: [repeated])
      }
    } catch { throw problem(error.message) }
    return Self.numbered(words)
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
