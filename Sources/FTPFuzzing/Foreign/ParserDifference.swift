import FTPProtocol

/// A stream that another parser reads in another way than ours.
package struct ParserDifference: Sendable {
  /// In what they differ.
  package enum Kind: String, CaseIterable, Sendable {
    /// The process ends.
    case crash
    /// There is no answer in time.
    case hang
    /// The other takes for replies what ours does not.
    case stricter
    /// The other gives up, or waits for more, where ours has a reply.
    case laxer
    /// Both find replies, and not the same ones.
    case different

    /// The kind as a phrase.
    package var name: String {
      switch self {
      case .crash: "crash"
      case .hang: "hang"
      case .stricter: "ours is stricter"
      case .laxer: "ours is laxer"
      case .different: "different replies"
      }
    }
  }

  /// In what they differ.
  package let kind: Kind
  /// The smallest stream that shows it.
  package let bytes: [UInt8]
  /// What ours says of it, in the words of the protocol.
  package let ours: String
  /// What the other says of it; nothing for a crash or a hang.
  package let theirs: String
  /// The rule that the stream is about: what the reply in question breaks, or what tells where a reply ends.
  package let requirement: RequirementID
  /// The run that found it; nil where the stream was given.
  package let run: UInt64?
}

/// What a parser says of a stream, in the words of the protocol: `220/3 226/1 end`.
struct ReplyAccount: Hashable {
  /// The replies in order: `CODE/LINES`.
  var replies: [Substring] = []
  /// Whether all of the stream was read, and nothing was left.
  var isClean = false

  /// Reads an answer.
  init(_ line: String) {
    replies = line.split(separator: " ")
    isClean = replies.last == "end"
    replies.removeAll { !$0.contains("/") }
  }

  /// In what another account of the same stream differs from this one; nil where it does not.
  func difference(from other: ReplyAccount) -> ParserDifference.Kind? {
    if replies == other.replies { return isClean == other.isClean ? nil : isClean ? .laxer : .stricter }
    if replies.starts(with: other.replies) { return other.isClean ? .different : .laxer }
    if other.replies.starts(with: replies) { return isClean ? .different : .stricter }
    return .different
  }
}

extension ReplyTrace {
  /// The trace in the words of the protocol. Lines in front of a reply are no lines of it.
  var account: String {
    var words: [String] = []
    for entry in entries {
      let digits = String(entry.code)
      let lines = Int(entry.lineCount) - Int(entry.strayLineCount)
      words.append(String(repeating: "0", count: max(0, 3 - digits.count)) + digits + "/\(lines)")
    }
    words.append(ending == .complete ? "end" : ending == .unfinished ? "open" : "error")
    return words.joined(separator: " ")
  }
}
