import FTPProtocol

extension ReplyCode.Kind {
  /// What the first digit says, with the place that defines it.
  var explanation: String { CommandText.explanation(of: "\(rawValue)yz") }
}

extension ReplyCode.Subject {
  /// What the second digit says, with the place that defines it.
  var explanation: String { CommandText.explanation(of: "x\(rawValue)z") }
}

extension CommandReplies.Phase {
  /// When the reply comes, in words that fit before a list of replies.
  var title: String {
    switch self {
    case .first: "First reply"
    case .afterPreliminary: "After a 1yz reply"
    case .mark: "While data flows"
    }
  }
}

extension AddressForm {
  /// How the text of a reply gives host and port, with an example.
  var explanation: String { CommandText.meaning(of: "\(replyCode)", in: "reply codes") ?? "" }
}
