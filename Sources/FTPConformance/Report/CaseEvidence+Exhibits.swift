extension CaseEvidence {
  /// What readers see of it, next to what else an attempt shows.
  var exhibits: [CaseAttempt.Exhibit] {
    var exhibits: [CaseAttempt.Exhibit] = []
    if let smallest {
      if !smallest.lines.isEmpty {
        exhibits.append(.init("the same, \(smallest.omitted.counted("command")) shorter", smallest.lines))
      }
      if let send = smallest.send { exhibits.append(.init("the same by hand", [send])) }
    }
    if let contrast {
      let said = [contrast.wrong, contrast.other].map(\.commands)
      // What both begin with need not be read twice.
      let count = zip(said[0].dropLast(), said[1].dropLast()).prefix { $0 == $1 }.count
      let name = contrast.isSame ? "the same answer to" : "in contrast:"
      exhibits.append(
        .init(
          "\(name) \(contrast.difference)",
          [
            contrast.wrong.line("wrong", without: count),
            contrast.other.line(contrast.isSame ? "same" : "right", without: count),
          ]))
    }
    return exhibits
  }
}

extension ConversationContrast.Side {
  fileprivate func line(_ word: String, without count: Int) -> String {
    let shown = (count > 0 ? ["..."] : []) + commands.dropFirst(count)
    return "\(word): \(shown.joined(separator: ", ")) -> \(received)"
  }
}

extension CaseReport {
  /// What the decisive attempt shows besides its conversations, one line each, and what shows the same with less.
  package var exhibitLines: [String] {
    ((tellingAttempt?.exhibits ?? []) + (evidence?.exhibits ?? [])).flatMap { exhibit in
      ["-- \(exhibit.name)"] + exhibit.lines.map { "   \($0)" }
    }
  }
}
