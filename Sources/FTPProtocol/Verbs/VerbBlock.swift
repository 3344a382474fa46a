/// What `EmbeddedTexts/verbs.txt`, whose first lines explain its form, says about one verb.
struct VerbBlock {
  let verb: Verb
  var arguments = ""
  var text = ""
  /// The section that it is under; empty for a verb with an argument that has its own replies.
  var source = ""
  /// The lines of the block.
  var fields: [(name: String, value: String)] = []

  /// The blocks of lines, in their order.
  static func all(in lines: [Words.Line]) -> [VerbBlock] {
    var blocks: [VerbBlock] = []
    for line in lines {
      if !line.isIndented {
        blocks.append(VerbBlock(line))
      } else if !blocks.isEmpty {
        blocks[blocks.count - 1].fields.append((line.name, line.value ?? ""))
      }
    }
    return blocks
  }

  /// Removes a field and reads its value; leaves it if that cannot be read, so that tests find it and no user is stopped.
  mutating func take<Value>(_ name: String, _ read: (String) -> Value?) -> Value? {
    guard let index = fields.firstIndex(where: { $0.name == name }), let value = read(fields[index].value)
    else { return nil }
    fields.remove(at: index)
    return value
  }

  /// Removes the lists of codes; the first that has a code is its source.
  mutating func takeCodes() -> [CommandReplies.Entry] {
    var entries: [CommandReplies.Entry] = []
    fields.removeAll { name, codes in
      let origin = name == "wrong" ? .wrong : Origin(rawValue: name)
      var phase = CommandReplies.Phase.first
      for word in Array(codes.utf8).split(separator: 0x20) {
        let isServed = word.last == 0x2A
        let digits = isServed ? word.dropLast() : word
        if digits.count == 3, digits.isAllDigits,
          let code = ReplyCode(rawValue: digits.reduce(0) { $0 * 10 + UInt16($1 - 0x30) })
        {
          if !entries.contains(where: { $0.code == code && $0.phase == phase }) {
            entries.append(CommandReplies.Entry(code: code, phase: phase, origin: origin, isServed: isServed))
          }
        } else if word.elementsEqual("mark".utf8) {
          phase = .mark
        } else if word.elementsEqual("after".utf8) {
          phase = .afterPreliminary
        } else {
          return false
        }
      }
      return true
    }
    return entries
  }
}

extension VerbBlock {
  /// A block with this first line: the name and the syntax, and the sentence, which is missing for the greeting and for a
  /// verb with an argument that has its own replies.
  private init(_ line: Words.Line) {
    let space = line.name.firstIndex(of: " ") ?? line.name.endIndex
    if let text = line.value {
      self.init(
        verb: Verb(String(line.name[..<space])), arguments: String(line.name[space...].dropFirst()),
        text: text,
        source: line.heading)
    } else {
      self.init(verb: Verb(line.name), source: space == line.name.endIndex ? line.heading : "")
    }
  }
}
