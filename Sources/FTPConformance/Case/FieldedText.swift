import FTPRequirements

/// A name of a field in texts of one kind.
protocol FieldName: RawRepresentable<String>, Hashable, Sendable {
  /// What the text consists of, and the second and third part of an id of it.
  static var entry: (noun: String, example: String) { get }
  /// Whether a section may say it for all that it contains.
  var isShared: Bool { get }
  /// Whether lines that are indented further belong to it.
  var isBlock: Bool { get }
}

/// Reads a text of `EmbeddedTexts/Cases` or `EmbeddedTexts/Scenarios`, whatever its fields mean.
///
/// ```text
/// file    = *field *entry *section
/// section = "## " heading LF *field *entry
/// entry   = id ": " title LF *field
/// field   = "  " name ": " value LF *("  " field)
/// ```
///
/// A field that an entry does not have is that of its section, or else that of the file; a field without a value is
/// none at all. An empty line and one that begins with a number sign mean nothing.
struct FieldedText<Name: FieldName> {
  struct Entry {
    let id: FieldedLine
    let title: String
    var own = Fields<Name>()
    /// Those of its section and its file.
    let shared: Fields<Name>

    /// All of them.
    var fields: Fields<Name> { own.over(shared) }
  }

  private let group: String
  private var file = Fields<Name>()
  private var section: Fields<Name>?
  private var ids: Set<String> = []
  private var isInEntry = false
  private var entries: [Entry] = []

  /// Reads a whole text; throws at the first line that is not in the form.
  ///
  /// - Parameters:
  ///   - group: The first part of every id, and the name of the file.
  ///   - text: The text.
  /// - Returns: Its entries.
  /// - Throws: What is wrong with a line.
  static func entries(
    of group: String, in text: some Collection<UInt8>
  ) throws(CatalogueProblem) -> [Entry] {
    var reader = FieldedText(group: group)
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      try reader.take(
        FieldedLine(file: "\(group).txt", number: index + 1, text: String(decoding: line, as: UTF8.self)))
    }
    return reader.entries
  }

  private init(group: String) { self.group = group }

  private mutating func take(_ line: FieldedLine) throws(CatalogueProblem) {
    if line.text.hasPrefix("## ") {
      section = Fields()
      isInEntry = false
    } else if [nil, UInt8(ascii: "#")].contains(line.text.utf8.first { $0 != UInt8(ascii: " ") }) {
      return
    } else if line.text.hasPrefix("  ") {
      try takeField(line)
    } else {
      try takeEntry(line)
    }
  }

  private mutating func takeEntry(_ line: FieldedLine) throws(CatalogueProblem) {
    let (noun, example) = Name.entry
    guard let (id, title) = line.divided, !title.text.isEmpty else {
      throw line.problem("a \(noun) begins with its id and its title: \(group)/\(example): A sentence.")
    }
    let parts = id.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == group, !parts.contains("") else {
      throw line.problem("an id has three parts, such as \(group)/\(example): \(id.text)")
    }
    guard ids.insert(id.text).inserted else { throw line.problem("the id is used twice: \(id.text)") }
    entries.append(Entry(id: id, title: title.text, shared: (section ?? file).over(file)))
    isInEntry = true
  }

  private mutating func takeField(_ line: FieldedLine) throws(CatalogueProblem) {
    guard let (start, value) = line.divided else {
      throw line.problem("a field is a name, a colon and a value: tags: one another")
    }
    let word = start.text.drop { $0 == " " }
    guard let name = Name(rawValue: String(word)) else { throw line.problem("no such field: \(word)") }
    guard isInEntry || name.isShared else {
      throw line.problem("'\(word)' stands only in a \(Name.entry.noun)")
    }
    let field = Fields<Name>.Field(name: name, indentation: start.text.count - word.count, value: value)
    if isInEntry {
      try entries[entries.count - 1].own.add(field)
    } else if section != nil {
      try section?.add(field)
    } else {
      try file.add(field)
    }
  }
}

/// Fields with their values, in the order of their lines.
struct Fields<Name: FieldName> {
  struct Field {
    let name: Name
    let indentation: Int
    let value: FieldedLine
  }

  private(set) var all: [Field] = []

  init(_ all: [Field] = []) { self.all = all }

  /// Adds the field of the next line.
  fileprivate mutating func add(_ field: Field) throws(CatalogueProblem) {
    let deepest = all.last.map { $0.indentation + ($0.name.isBlock ? 2 : 0) } ?? 2
    guard field.indentation <= deepest, field.indentation.isMultiple(of: 2) else {
      throw field.value.problem("a field is indented by two spaces more than what it belongs to")
    }
    all.append(field)
  }

  /// These, and those of `others` that are not among them.
  func over(_ others: Self) -> Self { Self(all + others.all.filter { !has($0.name) }) }

  func has(_ name: Name) -> Bool { all.contains { $0.name == name } }

  /// The values, line by line.
  func lines(_ name: Name) -> [FieldedLine] {
    all.filter { $0.name == name && !$0.value.text.isEmpty }.map(\.value)
  }

  /// The only line of a field.
  func text(_ name: Name) throws(CatalogueProblem) -> String? {
    let lines = lines(name)
    guard lines.count < 2 else { throw lines[1].problem("'\(name.rawValue)' has one value") }
    return lines.first?.text
  }

  func words(_ name: Name) throws(CatalogueProblem) -> [String] {
    var words: [String] = []
    for line in lines(name) { words += try line.words() }
    return words
  }

  func word(_ name: Name) throws(CatalogueProblem) -> String? {
    let words = try words(name)
    guard words.count < 2 else {
      throw lines(name)[lines(name).count - 1].problem(
        "'\(name.rawValue)' has one value; quote one with spaces")
    }
    return words.first
  }

  func number(_ name: Name) throws(CatalogueProblem) -> Int? {
    guard let word = try word(name) else { return nil }
    guard let number = Int(word) else { throw lines(name)[0].problem("not a number: \(word)") }
    return number
  }

  /// What each word of a field means; throws at one that means nothing.
  func values<Value>(
    _ name: Name, _ meaning: (String) -> Value?
  ) throws(CatalogueProblem) -> [Value] {
    var values: [Value] = []
    for line in lines(name) {
      for word in try line.words() {
        guard let value = meaning(word) else {
          throw line.problem("no such word in '\(name.rawValue)': \(word)")
        }
        values.append(value)
      }
    }
    return values
  }
}
