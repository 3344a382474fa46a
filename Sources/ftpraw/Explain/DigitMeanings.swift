import FTPProtocol

extension ReplyCode.Kind {
  /// What the first digit says, with the place that defines it.
  var explanation: String {
    switch self {
    case .preliminary: "1yz: the action has begun; another reply follows (RFC 959, section 4.2.1)."
    case .completion: "2yz: the action is completed (RFC 959, section 4.2.1)."
    case .intermediate: "3yz: accepted so far; another command is needed to go on (RFC 959, section 4.2.1)."
    case .transientFailure: "4yz: not done; another try may succeed later (RFC 959, section 4.2.1)."
    case .permanentFailure: "5yz: not done; another try will not succeed (RFC 959, section 4.2.1)."
    case .protected: "6yz: the reply proper is inside, protected (RFC 2228, section 5)."
    }
  }
}

extension ReplyCode.Subject {
  /// What the second digit says, with the place that defines it.
  var explanation: String {
    switch self {
    case .syntax: "x0z: the syntax of a command (RFC 959, section 4.2.1)."
    case .information: "x1z: information, such as status or help (RFC 959, section 4.2.1)."
    case .connections: "x2z: the control connection or the data connection (RFC 959, section 4.2.1)."
    case .authentication:
      "x3z: login and accounting (RFC 959, section 4.2.1), and protection (RFC 2228, section 5)."
    case .unspecified: "x4z: not specified (RFC 959, section 4.2.1)."
    case .fileSystem: "x5z: the file system (RFC 959, section 4.2.1)."
    }
  }
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
  var explanation: String {
    switch self {
    case .hostPort:
      """
      The text has host and port as h1,h2,h3,h4,p1,p2: the host is h1.h2.h3.h4, the port is p1 * 256 + p2. \
      (192,0,2,1,195,81) is host 192.0.2.1, port 50001.
      """
    case .extended:
      """
      The text has the port between delimiters; the host is that of the control connection. (|||50001|) is port 50001.
      """
    case .long:
      """
      The text has the family, the length and the bytes of the address, then the length and the bytes of the port. \
      (4,4,192,0,2,1,2,195,81) is host 192.0.2.1, port 50001.
      """
    }
  }
}
