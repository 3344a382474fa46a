import EmbeddedTexts
import FTPConversation
import FTPProtocol

/// What known servers do in each case: the table that `Tests/Interop/run --write-baselines` writes.
struct KnownAnswers: Sendable {
  /// A server that was tested.
  struct Server: Sendable {
    /// The letter by which the table calls it.
    let letter: Character
    /// Its name and version.
    let name: String
    /// The software that it says it is; empty if it does not say.
    let software: String
  }

  /// What the servers did in one case, each named by its letter.
  struct Row: Sendable {
    /// Those that do not pass.
    var failing = ""
    /// Those without a verdict.
    var silent = ""
    /// The commands to which not all gave the same final reply, with the codes.
    var answers: [String: [(code: String, servers: String)]] = [:]
  }

  private(set) var servers: [Server] = []
  private(set) var rows: [CaseID: Row] = [:]

  /// The table in the program; nil if it cannot be read.
  static let table = KnownAnswers(String(decoding: embedded_answers().bytes, as: UTF8.self))

  /// Reads a table, whose form `Tests/Interop/lib/answers.py` describes; nil if a line has another form.
  init?(_ text: String) {
    var id: CaseID?
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if let letter = fields[0].first, fields[0].count == 1 {
        guard fields.count == 3 else { return nil }
        servers.append(Server(letter: letter, name: fields[1], software: fields[2]))
      } else if let current = id, fields[0].isEmpty {
        let answers = fields.dropFirst(2).map {
          (code: String($0.prefix(3)), servers: String($0.dropFirst(3)))
        }
        guard answers.count > 1, answers.allSatisfy({ Int($0.code) != nil && areKnown($0.servers) }) else {
          return nil
        }
        rows[current]?.answers[fields[1]] = answers
      } else {
        var row = Row()
        for field in fields.dropFirst() {
          guard areKnown(field.dropFirst()) else { return nil }
          switch field.first {
          case "!": row.failing = String(field.dropFirst())
          case "-": row.silent = String(field.dropFirst())
          default: return nil
          }
        }
        id = CaseID(rawValue: fields[0])
        guard let id, rows.updateValue(row, forKey: id) == nil else { return nil }
      }
    }
  }

  private func areKnown(_ letters: some StringProtocol) -> Bool {
    !letters.isEmpty && letters.allSatisfy { letter in servers.contains { $0.letter == letter } }
  }

  /// What servers do where a case found something, in one line; nil if none of them was tested there.
  ///
  /// It is about their replies if the one that a finding quotes may be what is wrong: no server that passes gives its
  /// code to that command. Otherwise, it says which of them do not pass either. Servers that say that they are
  /// `software` are left out.
  func words(about id: CaseID, _ answer: (command: String, code: String)?, without software: String?)
    -> String?
  {
    guard let row = rows[id] else { return nil }
    let others = servers.filter { $0.software.isEmpty || $0.software != software }
    func names(_ isMeant: (Character) -> Bool) -> [String] {
      others.filter { isMeant($0.letter) }.map(\.name)
    }
    if let answer, let answers = row.answers[answer.command] {
      let same = answers.first { $0.code == answer.code }?.servers ?? ""
      if same.allSatisfy({ (row.failing + row.silent).contains($0) }) {
        return Self.words(
          answer.code, names(same.contains),
          answers.filter { $0.code != answer.code }.map { ($0.code, names($0.servers.contains)) })
      }
    }
    let failing = names(row.failing.contains)
    let passing = names { !(row.failing + row.silent).contains($0) }
    guard !failing.isEmpty else {
      return passing.count > 1
        ? "all \(passing.count) known servers pass" : passing.first.map { "\($0) passes" }
    }
    let verb = failing.count == 1 ? "does" : "do"
    return "\(failing.count) of \(failing.count + passing.count) known servers \(verb) not pass either: "
      + Self.words(failing)
  }

  /// Who answers with this code, and who with others; the verb is said once.
  private static func words(
    _ code: String, _ same: [String], _ others: [(code: String, names: [String])]
  ) -> String {
    let rest = others.filter { !$0.names.isEmpty }
      .sorted { ($1.names.count, $0.code) < ($0.names.count, $1.code) }
    let first = same.isEmpty ? "none answers \(code)" : words(same, "answer", "answers") + " \(code) too"
    return
      ([first]
      + rest.enumerated().map { place, group in
        let isSaid = !same.isEmpty || place > 0
        return words(group.names, isSaid ? nil : "answer", isSaid ? nil : "answers") + " \(group.code)"
      }).joined(separator: "; ")
  }

  /// `proftpd 1.3.8 and 5 more answer`.
  private static func words(_ names: [String], _ plural: String? = nil, _ singular: String? = nil) -> String {
    let rest = names.count - 1
    let text = names[0] + (rest == 0 ? "" : rest == 1 ? " and \(names[1])" : " and \(rest) more")
    return text + ((rest == 0 ? singular : plural).map { " \($0)" } ?? "")
  }

  /// A command line as the table has it: in printable ASCII, without digits and the names of scratch folders.
  static func command(_ line: [UInt8]) -> String {
    // The table shows no more than the beginning.
    let words = Cause.withoutDigits(Escaping.ascii(line.prefix(512))).split(
      separator: " ", omittingEmptySubsequences: false)
    return String(words.map { withoutScratch($0) }.joined(separator: " ").prefix(80))
  }

  private static func withoutScratch(_ word: Substring) -> String {
    guard let name = word.ranges(of: ServerRunner.folderPrefix).last else { return String(word) }
    let rest = word[name.upperBound...].drop { $0 != "/" }
    return "SCRATCH" + (rest.hasPrefix("/c#") ? rest.dropFirst(3) : rest)
  }
}

extension RunReport {
  /// What known servers do where a case found something, in one line; nil if that is not known.
  package func others(_ finding: Finding, of report: CaseReport) -> String? {
    KnownAnswers.table?.words(about: report.entry.id, report.answer(in: finding), without: party.software)
  }
}

extension CaseReport {
  /// The command and the code of the reply that a finding quotes; nil if it quotes none.
  fileprivate func answer(in finding: Finding) -> (command: String, code: String)? {
    for events in (tellingAttempt?.conversations ?? []).map({ $0.transcript.events[...] }) {
      for place in events.replies(quotedBy: finding) {
        guard case .reply(let reply, _, _) = events[place].content,
          let line = events.line(answeredAt: place)
        else { continue }
        return (KnownAnswers.command(line), "\(reply.code)")
      }
    }
    return nil
  }
}
