extension FactList {
  /// The place of an entry, which determines its correct form.
  public enum Source: Hashable, Sendable {
    /// A line of the data that MLSD sends.
    case mlsd
    /// A line inside the 250 that answers MLST, without the leading space.
    case mlst
  }

  /// Reads an entry, with or without its line end.
  ///
  /// The facts end at the first space, and everything after it is the name. If that cannot be right, the
  /// entry is read as far as it is unambiguous, as a deviation: a fact without its semicolon at the
  /// end, a space inside a fact, an item that is not a fact (skipped), a line that is only a name. Facts are
  /// checked against the RFC's rules for names and values; an odd fact keeps its value.
  ///
  /// - Throws: for an empty line, and in strict mode for the first deviation.
  public static func read(
    _ line: some Collection<UInt8>, from source: Source = .mlsd, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<FactList> {
    let (entry, notes, _) = try parse(line)
    return try Reading(entry, notes: notes + entry.notes(source)).checked(leniency)
  }

  /// Reads a line of MLSD strictly by the form of RFC 3659, section 7.2: facts, each with a semicolon after it, one
  /// space, and a name.
  ///
  /// Unlike the lenient reading, it guesses nothing, so that a line of `ls` or half a line is not taken for a name. What
  /// the facts say is not judged.
  ///
  /// - Parameter line: The line, with or without its line end.
  /// - Returns: The entry; nil for a line of another form, also for one without facts, which no server sends unasked.
  public static func entry(ofLine line: some Collection<UInt8>) -> FactList? {
    guard let (entry, _, hasForm) = try? parse(line), hasForm else { return nil }
    return entry
  }

  /// Whether a name has facts inside, as if it were two lines whose line end was lost.
  package static func holdsEntry(_ name: [UInt8]) -> Bool {
    guard let end = name.firstRange(of: [0x3B, 0x20]), let equals = name.firstIndex(of: 0x3D) else {
      return false
    }
    return equals < end.lowerBound
  }

  /// What a line says, what is odd about it, and whether it has the form of an entry with facts.
  private static func parse(
    _ line: some Collection<UInt8>
  ) throws(ValueDeviation) -> (entry: FactList, notes: [ValueDeviation], hasForm: Bool) {
    var bytes = slice(line)
    var notes: [ValueDeviation] = []
    if bytes.last == 0x0A {
      bytes.removeLast()
      if bytes.last == 0x0D {
        bytes.removeLast()
      } else {
        notes.append(ValueDeviation("3659:7.2:mlsd-crlf", "a line that ends with LF alone"))
      }
    }
    guard !bytes.isEmpty else { throw ValueDeviation(lines, "an empty line") }
    var (items, name, hasForm) = cut(bytes, &notes)
    var facts: [Fact] = []
    for item in items.split(separator: 0x3B, omittingEmptySubsequences: false) {
      guard !item.isEmpty || item.endIndex < items.endIndex else { break }
      guard let equals = item.firstIndex(of: 0x3D), equals > item.startIndex else {
        notes.append(ValueDeviation(form, "'\(Escaping.ascii(item, limit: 30))' instead of a fact"))
        hasForm = false
        continue
      }
      hasForm = hasForm && item[..<equals].allSatisfy(\.isFactByte)
      facts.append(Fact(String(decoding: item[..<equals], as: UTF8.self), bytes: item[(equals + 1)...]))
    }
    return (FactList(facts, name: name), notes, hasForm && !facts.isEmpty && !name.isEmpty)
  }

  /// Reads the entries of a 250 that answers MLST: the lines between the first and the last.
  ///
  /// A line without the leading space is a deviation. Throws for any other code, and if there is no entry.
  public static func read(
    _ reply: Reply, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<[FactList]> {
    let form: RequirementID = "3659:7.2:mlst-reply-form"
    guard reply.code == 250, reply.isMultiline else {
      throw ValueDeviation(form, "a \(reply.code) of \(reply.isMultiline ? "several lines" : "one line")")
    }
    var entries: [FactList] = []
    var notes: [ValueDeviation] = []
    for line in reply.lines.dropFirst(reply.leadingLineCount + 1).dropLast() {
      var bytes = Telnet.strip(line.text).text[...]
      if line.text.startIndex > line.bytes.startIndex {
        notes.append(ValueDeviation(form, "an entry with the code of the reply in front"))
      } else if bytes.first != 0x20 {
        notes.append(ValueDeviation(form, "an entry without the space in front"))
      }
      if bytes.first == 0x20 { bytes.removeFirst() }
      guard !bytes.isEmpty else { throw ValueDeviation(form, "an empty line among the entries") }
      let entry = try read(bytes, from: .mlst, .lenient)
      entries.append(entry.value)
      notes += entry.notes
    }
    guard !entries.isEmpty else { throw ValueDeviation(form, "no entry") }
    if Set(entries.map(\.name)).count > 1 {
      notes.append(ValueDeviation("3659:7.2:mlst-same-name", "entries of different names"))
    }
    return try Reading(entries, notes: notes).checked(leniency)
  }

  private static let form: RequirementID = "3659:7.2:fact-form"
  private static let lines: RequirementID = "3659:7.2:mlsd-lines"

  /// The line cut into facts and name, and whether it is certain where to cut.
  private static func cut(
    _ bytes: ArraySlice<UInt8>, _ notes: inout [ValueDeviation]
  ) -> (facts: ArraySlice<UInt8>, name: ArraySlice<UInt8>, isCertain: Bool) {
    guard let space = bytes.firstIndex(of: 0x20) else {
      if bytes.last == 0x3B, bytes.contains(0x3D) {
        notes.append(ValueDeviation(lines, "facts without a space and a name after them"))
        return (bytes, [], false)
      }
      notes.append(ValueDeviation(lines, "a name without a space in front"))
      return ([], bytes, false)
    }
    let facts = bytes[..<space]
    let name = bytes[(space + 1)...]
    guard space > bytes.startIndex, bytes[space - 1] != 0x3B else { return (facts, name, true) }
    guard facts.contains(0x3D) else {
      notes.append(ValueDeviation(lines, "a name without a space in front"))
      return ([], bytes, false)
    }
    // The space may be inside a fact: then everything up to a semicolon and a space must look like facts.
    var index = space + 1
    while let semicolon = bytes[index...].firstIndex(of: 0x3B) {
      index = semicolon + 1
      guard index < bytes.endIndex, bytes[index] == 0x20 else { continue }
      let items = bytes[..<semicolon].split(separator: 0x3B, omittingEmptySubsequences: false)
      guard items.allSatisfy({ ($0.firstIndex(of: 0x3D) ?? $0.startIndex) > $0.startIndex }) else { break }
      notes.append(ValueDeviation(form, "a space inside a fact"))
      return (bytes[..<index], bytes[(index + 1)...], true)
    }
    notes.append(ValueDeviation(form, "no semicolon after the last fact"))
    return (facts, name, false)
  }
}
