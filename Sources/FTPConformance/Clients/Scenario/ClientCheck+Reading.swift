import FTPProtocol
import FTPRequirements

extension ClientCheck {
  /// Reads a check.
  ///
  /// ```text
  /// check = one *(" or " one) [" about " rule] [" at-most " level]
  /// one   = name *(" " argument)
  /// ```
  static func reading(_ line: FieldedLine) throws(CatalogueProblem) -> ClientCheck {
    var words = try line.words()[...]
    var check = try one(&words, line)
    while let joint = words.popFirst() {
      if joint == "or" {
        check = check.or(try one(&words, line))
      } else if joint == "about", let rule = words.popFirst() {
        check.rule = RequirementID(rawValue: rule)
      } else if joint == "at-most", let level = words.popFirst().flatMap(CaseLevel.init) {
        check.ceiling = level
      } else {
        throw line.problem("a check ends with 'about' and a rule, and with 'at-most' and a level")
      }
    }
    return check
  }

  private static func one(
    _ words: inout ArraySlice<String>, _ line: FieldedLine
  ) throws(CatalogueProblem) -> ClientCheck {
    guard let name = words.popFirst() else { throw line.problem("a check is missing") }
    let arguments = Array(words.prefix { !["or", "about", "at-most"].contains($0) })
    words = words.dropFirst(arguments.count)
    if arguments.isEmpty, let check = plain[name] { return check }
    guard let check = check(name, arguments) else {
      throw line.problem(
        "no such check, or not with these words after it: \(([name] + arguments).joined(separator: " "))")
    }
    return check
  }

  private static let plain: [String: ClientCheck] = [
    "succeeds": .succeeds, "fails": .fails, "gets": .gets, "gets-or-fails": .getsOrFails, "puts": .puts,
    "puts-or-fails": .putsOrFails, "leaves-no-file": .leavesNoFile, "dates-sanely": .datesSanely,
    "sets-no-id": .setsNoID, "stays-inside": .staysInside, "mirrors-inside": .mirrorsInside,
    "sets-up-each-transfer": .setsUpEachTransfer, "ignores-foreign-host": .ignoresForeignHost,
    "names-own-address": .namesOwnAddress, "resets-no-data": .resetsNoData,
    "waits-for-each-reply": .waitsForEachReply, "quits-under-tls": .quitsUnderTLS,
    "ends-when-interrupted": .endsWhenInterrupted, "bounds-memory": .boundsMemory,
    "sends-plain-lines": .sendsPlainLines, "sends-no-suffix": .sendsNoSuffix,
    "sends-no-telnet": .sendsNoTelnet, "sends-no-empty-argument": .sendsNoEmptyArgument,
  ]

  private static func check(_ name: String, _ words: [String]) -> ClientCheck? {
    switch (name, words.count) {
    case ("holds", 1): holds(words[0])
    case ("keeps", 1): keeps(words[0])
    case ("mirrors", 2...): FieldedLine.files(words).map(mirrors)
    case ("mirror-keeps", 2...): FieldedLine.files(words).map(mirrorKeeps)
    case ("mirror-lacks", 1): mirrorLacks(words[0])
    case ("server-holds", 2): serverHolds(words[0], words[1])
    case ("server-keeps", 1): serverKeeps(words[0])
    case ("server-lacks", 1): serverLacks(words[0])
    case ("dates", 1): Int64(words[0]).map(dates)
    case ("shows", 1...): shows(words)
    case ("shows-each", 1...): showsEach(of: words)
    case ("hides", 2): hides(words[0], Array(words[1].utf8))
    case ("sends", 1): sends(Verb(words[0]))
    case ("sends", 2): sends(Verb(words[0]), words[1])
    case ("sends", 3) where words[1] == "before": sends(Verb(words[0]), before: Verb(words[2]))
    case ("sends", 3) where words[1] == "up-to": Int(words[2]).map { sends(Verb(words[0]), atMost: $0) }
    case ("sends-no", 1...): sendsNo(words.map { Verb($0) })
    case ("sends-no-part-of", 1): sendsNoPart(of: words[0])
    case ("sends-nothing-after", 1): sendsNothing(after: Verb(words[0]))
    case ("sends-nothing-between", 2): sendsNothing(between: Verb(words[0]), and: Verb(words[1]))
    case ("lists-up-to", 1): Int(words[0]).map(lists)
    case ("connects-up-to", 1): Int(words[0]).map(connects)
    case ("uploads-up-to", 1): Int(words[0]).map(uploads)
    case ("keeps-to", 1...): keepsTo(words.map { RequirementID(rawValue: $0) })
    default: nil
    }
  }
}
