import FTPConversation
import FTPProtocol

extension CaseReport {
  /// The part of a conversation that shows what was found.
  public struct Excerpt: Hashable, Sendable {
    /// The rows, in vector notation.
    public let rows: [TranscriptPrinter.Row]
    /// How many rows stand before them.
    public let omittedBefore: Int
    /// How many rows stand after them.
    public let omittedAfter: Int
    /// The case in whose traffic it was seen, where that is another one.
    public let seenIn: CaseID?

    /// The rows as text, with three dots where some are left out.
    public var lines: [String] {
      (omittedBefore > 0 ? ["..."] : []) + rows.map(\.text) + (omittedAfter > 0 ? ["..."] : [])
    }
  }

  /// The conversation around what was found first, at most so many rows; nil where nothing was said.
  public func excerpt(rows limit: Int = 14) -> Excerpt? {
    let own = tellingAttempt?.conversations ?? []
    if let requirement = findings.first?.requirement {
      if let place = place(of: requirement, in: own) {
        return Self.cut(place.rows, around: place.index, limit, seenIn: nil)
      }
      if let witness = witnesses.first(where: { $0.verdict.requirement == requirement }) {
        let rows = witness.conversation.rows
        let place = place(of: requirement, in: [witness.conversation])
        return Self.cut(rows, around: place?.index ?? rows.count - 1, limit, seenIn: witness.seenIn)
      }
    }
    return tellingAttempt?.excerpt(rows: limit)
  }

  private func place(
    of requirement: RequirementID, in conversations: [CaseEvidence.Conversation]
  ) -> (rows: [TranscriptPrinter.Row], index: Int)? {
    for conversation in conversations {
      let rows = conversation.rows
      let fault = "!! \(requirement) \(entry.party)"
      let index = rows.firstIndex { $0.kind == .verdict && $0.text.hasPrefix(fault) }
      if let index { return (rows, index) }
    }
    return nil
  }

  fileprivate static func cut(
    _ rows: [TranscriptPrinter.Row], around index: Int, _ limit: Int, seenIn: CaseID?
  ) -> Excerpt? {
    guard !rows.isEmpty else { return nil }
    let end = min(rows.count, index + 3)
    let start = max(0, end - limit)
    return Excerpt(
      rows: Array(rows[start..<end]), omittedBefore: start, omittedAfter: rows.count - end, seenIn: seenIn)
  }
}

extension CaseEvidence.Conversation {
  /// The conversation as rows; of data only how much there was, and of verdicts none on the tester: what a case sends
  /// wrong it sends on purpose.
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
  /// The end of the conversation, up to the farewell that every case ends with.
  public func excerpt(rows limit: Int = 14) -> CaseReport.Excerpt? {
    // The last connection is the one that the steps were about when they ended.
    guard let last = conversations.last else { return nil }
    let rows = last.rows
    let end = rows.lastIndex { $0.text == "C> QUIT" } ?? rows.count
    return CaseReport.cut(rows, around: max(0, end - 1), limit, seenIn: nil)
  }
}
