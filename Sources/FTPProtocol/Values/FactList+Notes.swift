extension FactList {
  /// The names that RFC 3659, section 7.5, gives to facts.
  static let standardNames = [
    "type", "unique", "modify", "create", "perm", "lang", "size", "media-type", "charset",
  ]

  /// Notes about the facts and the name, after they are separated.
  func notes(_ source: Source) -> [ValueDeviation] {
    var notes: [ValueDeviation] = []
    for fact in facts { notes += fact.notes }
    var seen: Set<[UInt8]> = []
    if let twice = facts.first(where: { !seen.insert($0.name.utf8.map(\.lowercased)).inserted }) {
      notes.append(.remark("3659:7.2:fact-form", "the fact \(twice.shownName) twice"))
    }
    let type = type
    if source == .mlst, type == .current {
      notes.append(ValueDeviation("3659:7.5.1:cdir-mlsd-only", "type cdir in answer to MLST"))
    }
    if let create, let modify, modify < create {
      notes.append(ValueDeviation("3659:7.5.4:create-before-modify", "created after it was modified"))
    }
    if name.contains(where: \.endsLine) {
      notes.append(ValueDeviation("3659:2.2:crlf-in-names", "CR, LF or NUL in the name"))
    }
    guard source == .mlsd else { return notes }
    if name.isEmpty {
      notes.append(ValueDeviation("3659:7.2:mlsd-lines", "no name"))
    } else if name.contains(0x2F), type != .current, type != .parent {
      notes.append(.remark("3659:7.3:mlsd-plain-names", "a slash in the name"))
    }
    return notes
  }
}

extension FactList.Fact {
  fileprivate var shownName: String { "'\(Escaping.ascii(name.utf8, limit: 30))'" }

  /// Notes about this fact.
  fileprivate var notes: [ValueDeviation] {
    var notes: [ValueDeviation] = []
    func depart(_ requirement: RequirementID, _ what: String) {
      notes.append(ValueDeviation(requirement, "the fact \(shownName) \(what)"))
    }
    let shown = "with the value '\(Escaping.ascii(value, limit: 30))'"
    if !name.utf8.allSatisfy(\.isFactByte) {
      depart("3659:7.2:fact-form", "with a name that no fact may have")
    } else if !name.utf8.contains(0x2E), !FactList.standardNames.contains(where: isNamed) {
      depart("3659:7.6:fact-names", "that is neither standard, nor of a system, nor local")
    }
    if !value.allSatisfy({ $0.isFactByte || $0 == 0x3D }) { depart("3659:7.2:fact-form", shown) }
    switch name.lowercased() {
    case "size": if !value[...].isNumber { depart("3659:7.5.7:size-fact", shown) }
    case "modify", "create":
      if (try? TimeValue.read(value, .strict)) == nil { depart("3659:2.3:time-form", shown) }
    case "type":
      if !EntryType(rawValue: text).isWellFormed { depart("3659:7.5.1:type-values", shown) }
    case "perm":
      if !value.allSatisfy(\.isPermission) { depart("3659:7.5.5:perm-letters", shown) }
    default: break
    }
    return notes
  }
}

extension ArraySlice<UInt8> {
  /// True for one or more digits that are below 2^64.
  fileprivate var isNumber: Bool { decimal(as: UInt64.self) != nil }
}

extension UInt8 {
  fileprivate var isPermission: Bool {
    let letter = Permissions([self])
    return !letter.isEmpty && Permissions.known.isSuperset(of: letter)
  }
}
