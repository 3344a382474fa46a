import FTPConformance
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPRequirements

/// What `ftpraw explain` prints about a topic, made from the tables.
struct Explanation: Sendable {
  /// The width of a line in columns.
  let width: Int

  /// The text for a topic, ending with a line feed.
  func text(for topic: Topic) -> String {
    switch topic {
    case .code(let code): text(code)
    case .reply(let reply): text(reply)
    case .codes(let group): text(group)
    case .verb(let verb): text(verb)
    case .fault(let name): FaultCatalogue.kind(named: name).map(text) ?? ""
    case .requirement(let requirement): text(requirement)
    case .cases(let prefix, let ids): text(prefix, ids)
    case .requirements(let prefix, let requirements): text(prefix, requirements)
    }
  }

  private var layout: TextLayout { TextLayout(width: width) }

  private func section(_ title: String, _ entries: [(term: String, explanation: String)]) -> String {
    entries.isEmpty ? "" : "\n\(title):\n" + layout.entries(entries)
  }

  private func text(_ group: CodeGroup) -> String {
    var text = "\(group.name)\n"
    for sentence in [group.kind?.explanation, group.subject?.explanation].compactMap({ $0 }) {
      text += layout.paragraph(sentence, indent: 2)
    }
    return text + section("Codes", group.codes.map { ($0.description, Self.names($0)) })
  }

  private func text(_ prefix: String, _ requirements: [Requirement]) -> String {
    let count = requirements.count == 1 ? "1 requirement" : "\(requirements.count) requirements"
    return "\(prefix): \(count)\n" + list(requirements)
  }

  private func text(_ prefix: String, _ ids: [CaseID]) -> String {
    let cases = CaseCatalogue.servers.filter { ids.contains($0.id) }
    let listing = CaseListing(width: width)
    if cases.count == 1, let only = cases.first { return listing.explanation(only) }
    return "\(prefix): \(cases.count) cases\n" + listing.text(cases)
  }

  private func text(_ fault: FaultKind) -> String {
    var text = "\(fault.description)\n" + layout.paragraph(FaultListing.explanation(of: fault), indent: 2)
    text += layout.paragraph(
      "A fault of the embedded server: ftpraw serve --fault \(fault.description)", indent: 2)
    let cases = CaseCatalogue.servers.filter { server in
      server.entry.failsWith.contains { $0.prefix { $0 != "=" } == fault.name }
    }
    return text + section("Cases of check that find it", cases.map { ($0.id.rawValue, $0.entry.title) })
  }

  private func text(_ requirement: Requirement) -> String {
    var text = "\(requirement.id)\n" + layout.paragraph(requirement.text, indent: 2)
    text += "\n" + layout.paragraph("Level: \(requirement.force)", indent: 2)
    text += layout.paragraph("Who: \(requirement.side.rawValue)", indent: 2)
    text += layout.paragraph("Where: \(requirement.place)", indent: 2)
    if let condition = requirement.condition {
      text += layout.paragraph("When: if \(condition.phrase)", indent: 2)
    }
    if let harm = requirement.harm {
      text += layout.paragraph("Harm: \(harm.kind.words). \(harm.sentence)", indent: 2)
    }
    if !requirement.observables.isEmpty {
      text += layout.paragraph(
        "Seen in: \(requirement.observables.map(\.rawValue).joined(separator: ", "))", indent: 2)
    }
    if let link = requirement.link { text += layout.paragraph("Source: \(link)", indent: 2) }
    for conflict in requirement.conflicts.compactMap({ Conflict.conflict(id: $0) }) {
      text += layout.paragraph("Graded, never a failure: \(Markup.plain(conflict.text))", indent: 2)
    }
    if let waiver = requirement.waiver { text += layout.paragraph("Not tested: \(waiver)", indent: 2) }
    return text
  }

  /// The requirements, each id on a line of its own with its sentence below, since ids are long.
  private func list(_ requirements: [Requirement]) -> String {
    requirements.map { requirement in
      let head = "  \(requirement.id) (\(requirement.level.rawValue), \(requirement.side.rawValue))\n"
      return head + layout.paragraph(requirement.text, indent: 6)
    }.joined()
  }

  /// The requirements whose sentence has a word, which may be a verb or a code.
  private func naming(_ word: String) -> String {
    let requirements = RequirementCatalogue.all.filter { requirement in
      requirement.text.split { !($0.isLetter || $0.isNumber) }.contains { $0 == word }
    }
    return requirements.isEmpty ? "" : "\nRequirements that name it:\n" + list(requirements)
  }

  /// The short names of a code, one for each meaning; only those of the document that lists the code, if it
  /// is given and gives the code a meaning of its own.
  private static func names(_ code: ReplyCode, by origin: Origin? = nil) -> String {
    let document = origin?.rawValue.prefix { $0 != "," } ?? ""
    let own = code.meanings.filter { !document.isEmpty && $0.source.hasPrefix(document) }
    var names: [String] = []
    for meaning in own.isEmpty ? code.meanings : own where !names.contains(meaning.name) {
      names.append(meaning.name)
    }
    return names.isEmpty ? "defined nowhere" : names.joined(separator: ", or ")
  }
}

extension Explanation {
  private func text(_ code: ReplyCode) -> String {
    let meanings = code.meanings
    var text = "\(code)\n"
    if meanings.isEmpty {
      text += layout.paragraph(
        "No document defines this code; a client reads it by its first digit (RFC 1123, section 4.1.2.11).",
        indent: 2)
    }
    if code.isAmbiguous {
      text += layout.paragraph(
        "Documents use this code for different things; the command shows which one is meant.", indent: 2)
    }
    for (index, meaning) in meanings.enumerated() {
      let number = meanings.count > 1 ? "\(index + 1). " : ""
      let requirement = meaning.requirement.map { "; \($0)" } ?? ""
      text += layout.paragraph("\(number)\(meaning.name): \(meaning.text)", indent: 2)
      text += layout.paragraph("\(meaning.source)\(requirement)", indent: 6)
    }
    text += "\n"
    for sentence in [code.kind?.explanation, code.subject?.explanation].compactMap({ $0 }) {
      text += layout.paragraph(sentence, indent: 2)
    }
    if let form = AddressForm(announcedBy: code) { text += layout.paragraph(form.explanation, indent: 2) }
    text += section("Commands that may get it", commands(answering: code))
    return text + naming(code.description)
  }

  /// A code, and the address in its text.
  private func text(_ reply: Reply) -> String {
    guard let form = AddressForm(announcedBy: reply.code) else { return text(reply.code) }
    let address: String
    do {
      let announced = try AnnouncedAddress(reply, askedFor: form).address
      let host = announced.host.map { "host \($0)" } ?? "the host of the control connection"
      address = "This reply: \(host), port \(announced.port)."
    } catch {
      address = "This reply has no address: \(error.reason)."
    }
    return text(reply.code) + "\n" + layout.paragraph(address, indent: 2)
  }

  /// The commands that a code may answer, with when, and which document says so.
  private func commands(answering code: ReplyCode) -> [(term: String, explanation: String)] {
    CommandReplies.verbs.flatMap { verb in
      CommandReplies.entries(for: verb).filter { $0.code == code }.map { entry in
        (Topic.name(verb), "\(entry.phase.title.lowercased()): \(entry.origin)")
      }
    }
  }

  private func text(_ verb: Verb) -> String {
    var text = "\(Topic.name(verb))\n"
    // `EPSV ALL` and the like have replies of their own and are defined with their verb.
    let plain = Verb(bytes: verb.name.utf8.prefix { $0 != 0x20 })
    if verb != CommandReplies.connection, let row = plain.row ?? VerbTable.custom(plain) {
      text += layout.paragraph(row.text, indent: 2)
      text += layout.paragraph(row.source, indent: 2)
      text += "\n" + layout.paragraph("Syntax: \(row.syntax)", indent: 2)
    }
    let row = StateDiagram.ftp.row(
      verb == CommandReplies.connection ? .greeting : StateDiagram.ftp.step(for: plain))
    let arrows = (UInt8(1)...5).map { "\($0)yz \(row.box(firstDigit: $0))" }.joined(separator: ", ")
    text += layout.paragraph("State: \(row.step.rawValue) (\(arrows); \(row.source))", indent: 2)
    for phase in [CommandReplies.Phase.first, .mark, .afterPreliminary] {
      let entries = CommandReplies.entries(for: verb).filter { $0.phase == phase }
      text += section(
        phase.title,
        entries.map { ($0.code.description, "\(Self.names($0.code, by: $0.origin)) (\($0.origin))") })
    }
    return text + (verb == plain && verb != CommandReplies.connection ? naming(verb.name) : "")
  }
}
