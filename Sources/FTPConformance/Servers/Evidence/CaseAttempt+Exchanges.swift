import FTPConversation
import FTPProtocol

extension CaseAttempt {
  /// A command of the steps and the last reply to it.
  struct Exchange {
    let command: String
    var reply: Reply?
  }

  /// What the steps said, on all connections, without the QUIT at the end.
  var exchanges: [Exchange] {
    conversations.enumerated().flatMap { place, conversation in
      var all: [Exchange] = []
      for event in conversation.transcript.events.dropFirst(place == 0 ? begin : 0) {
        if let line = event.lineSent {
          all.append(Exchange(command: Escaping.ascii(line, limit: 200)))
        } else if case .reply(let reply, _, _) = event.content, !all.isEmpty {
          all[all.count - 1].reply = reply
        }
      }
      return all.count > 1 && all.last?.command == "QUIT" ? all.dropLast() : all
    }
  }

  /// Whether the steps sent nothing but lines of plain text, one after the other, on one control connection
  /// and nothing else.
  var isPlain: Bool {
    guard conversations.count == 1, let events = conversations.first?.transcript.events.dropFirst(begin)
    else {
      return false
    }
    var isAnswered = true
    for event in events {
      switch event.content {
      case .command(let line, let judgement):
        let isText = line.bytes.dropLast(2).allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x7B }
        guard isAnswered || event.lineSent == Array("QUIT".utf8), isText,
          line.bytes.suffix(2).elementsEqual([0x0D, 0x0A]), let verb = judgement?.command?.verb,
          !verb.has(.secret), verb.row?.data == nil
        else { return false }
        isAnswered = false
      case .reply: isAnswered = true
      case .data, .mark(.dataOpened), .mark(.dataRefused), .mark(.tls): return false
      default: break
      }
    }
    return true
  }
}
