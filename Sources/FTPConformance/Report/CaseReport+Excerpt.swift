import FTPConversation
import FTPProtocol

extension CaseReport {
  /// The part of a conversation that shows the finding.
  package struct Excerpt: Hashable, Sendable {
    /// The rows in vector notation; dots replace omitted rows, and the greeting and login that every case begins with.
    package let lines: [String]
    /// The line that shows the finding; nil if none of them does by itself.
    package var guilty: Int?
    /// The other case in whose traffic the finding was seen, or nil.
    package let seenIn: CaseID?
  }

  /// The conversation around the first finding, about `limit` rows; nil if there is no conversation.
  package func excerpt(rows limit: Int = 14) -> Excerpt? {
    guard let finding = findings.first else { return tellingAttempt?.excerpt(rows: limit) }
    let own = (tellingAttempt?.conversations ?? []).map(\.rows)
    let witness = witnesses.first { $0.verdict.requirement == finding.requirement }
    let fault = "!! \(finding.requirement) \(entry.party)"
    // Looks for the verdict in these words first, then for the reply in these words, then for similar rows. A finding
    // of the case's own steps is usually at the end of the conversation.
    let place =
      Self.place(in: own) { $0.text.hasPrefix(fault) && $0.text.hasSuffix("; received \(finding.received)") }
      ?? Self.place(in: own.reversed(), last: true) {
        $0.kind == .reply && $0.text.dropFirst(3) == finding.received
      }
      ?? Self.place(in: own) { $0.text.hasPrefix(fault) }
      ?? Self.place(in: own) { row in
        // A command that a client should not have sent matches too.
        entry.party == .client && row.kind == .command && finding.received.hasPrefix(row.text.dropFirst(3))
      }
    if let place { return Excerpt(ConversationWindow(place.rows, around: place.index, limit), isShown: true) }
    if let witness {
      let rows = witness.conversation.rows
      let index = rows.firstIndex { $0.text.hasPrefix(fault) } ?? rows.count - 1
      return Excerpt(ConversationWindow(rows, around: index, limit), isShown: true, seenIn: witness.seenIn)
    }
    // A view puts what it shows in quotation marks.
    let isShown = finding.received.hasPrefix("'") && finding.received.hasSuffix("'")
    let words = isShown ? finding.received.dropFirst().dropLast() : finding.received[...]
    let quoted = Self.place(in: own.reversed(), last: true) {
      $0.kind == .reply && words.utf8.count >= 4 && $0.text.contains(words)
    }
    if let quoted {
      return Excerpt(ConversationWindow(quoted.rows, around: quoted.index, limit), isShown: true)
    }
    return tellingAttempt?.excerpt(rows: limit)
  }

  /// For a flaky case, the end of the conversation of an attempt that had another result, with a title; otherwise nil.
  package func contrast(rows limit: Int = 14) -> (title: String, excerpt: Excerpt)? {
    guard let other = otherAttempt, let excerpt = other.excerpt(rows: limit) else { return nil }
    return ("another attempt, \(other.verdict)", excerpt)
  }

  private typealias Rows = [TranscriptPrinter.Row]

  /// The first matching row, in the first conversation that has one, or the last there.
  private static func place(
    in conversations: [Rows], last: Bool = false, _ isWanted: (TranscriptPrinter.Row) -> Bool
  ) -> (rows: Rows, index: Int)? {
    for rows in conversations {
      let index = last ? rows.lastIndex(where: isWanted) : rows.firstIndex(where: isWanted)
      if let index { return (rows, index) }
    }
    return nil
  }
}

extension CaseReport.Excerpt {
  fileprivate init?(_ window: ConversationWindow?, isShown: Bool = false, seenIn: CaseID? = nil) {
    guard let window else { return nil }
    self.init(lines: window.lines, guilty: isShown ? window.center : nil, seenIn: seenIn)
  }

  /// The lines with a mark before each: `> ` before the guilty one, blanks before the others.
  package var marked: [String] {
    lines.enumerated().map { ($0.offset == guilty ? "> " : "  ") + $0.element }
  }
}

/// The rows of a conversation that a reader needs to follow what happened at one of them.
struct ConversationWindow {
  let lines: [String]
  /// The line of the row that readers are to look at; nil if it is not shown.
  private(set) var center: Int?

  init?(_ rows: [TranscriptPrinter.Row], around index: Int, _ limit: Int) {
    guard rows.indices.contains(index) else { return nil }
    let opening = Self.opening(of: rows, before: index)
    let farewell = rows.lastIndex { $0.text == "C> QUIT" } ?? rows.count
    let end = index < farewell ? min(farewell, index + 3) : min(rows.count, index + 3)
    var shown = Set(max(opening?.count ?? 0, end - limit)..<end)
    // The command that row `index` answers is shown even if the reply is long.
    if let command = rows[...index].lastIndex(where: { $0.kind == .command }) { shown.insert(command) }
    var lines: [String] = []
    var next = 0
    if let opening {
      lines.append("... \(opening.words)")
      next = opening.count
    }
    for row in shown.sorted() where row >= next {
      if row > next, lines.last != "..." { lines.append("...") }
      if row == index { center = lines.count }
      lines.append(rows[row].text)
      next = row + 1
    }
    self.lines = lines + (next < rows.count ? ["..."] : [])
  }

  /// The greeting and login, with the commands that put both channels under TLS, if they went as usual.
  private static func opening(
    of rows: [TranscriptPrinter.Row], before index: Int
  ) -> (count: Int, words: String)? {
    var login = ["C> AUTH TLS", "C> USER ", "C> PASS ", "C> ACCT ", "C> PBSZ 0", "C> PROT P"][...]
    let end = rows.firstIndex { row in
      guard row.kind == .command else { return false }
      guard let next = login.firstIndex(where: { row.text.hasPrefix($0) }) else { return true }
      login = login[(next + 1)...]
      return false
    }
    guard let end, end <= index, login.count < 5 else { return nil }
    let codes = rows[..<end].compactMap { (row: TranscriptPrinter.Row) -> String? in
      let code = row.text.dropFirst(3).prefix(4)
      return row.kind == .reply && code.last == " " ? String(code.dropLast()) : nil
    }
    let isUsual = codes.last == "230" || (login.isEmpty && codes.suffix(3) == ["230", "200", "200"])
    guard codes.first == "220", isUsual else { return nil }
    return (end, "greeting and login: \(codes.joined(separator: ", "))")
  }
}

extension CaseAttempt.Conversation {
  /// The conversation as rows: only the amount of data, and no verdicts on the tester, whose errors are on purpose.
  var rows: [TranscriptPrinter.Row] {
    var options = TranscriptPrinter.Options()
    options.showsDownloads = false
    options.showsUploads = false
    var printer = TranscriptPrinter(options: options)
    return transcript.events.filter { !isOnTester($0) }.flatMap { printer.rows(for: $0) } + printer.finish()
  }

  /// Whether an event is a verdict on the side that is not under test.
  func isOnTester(_ event: ConversationEvent) -> Bool {
    guard case .verdict(let verdict) = event.content else { return false }
    return verdict.party != party && verdict.party != .network
  }
}

extension CaseAttempt {
  /// The end of the conversation, up to the QUIT that ends every case.
  package func excerpt(rows limit: Int = 14) -> CaseReport.Excerpt? {
    // The steps ended on the last connection.
    guard let rows = conversations.last?.rows else { return nil }
    let end = rows.lastIndex { $0.text == "C> QUIT" } ?? rows.count
    return CaseReport.Excerpt(ConversationWindow(rows, around: max(0, end - 1), limit))
  }
}
