import FTPProtocol
import FTPText

extension ConversationEvent {
  /// The event as a JSON object.
  ///
  /// Every object has `event` (what happened) and `time` (seconds since the recording began). The others are:
  ///
  /// | `event` | further members |
  /// |---|---|
  /// | `control-open` | `local`, `peer` |
  /// | `command` | `raw`, `ends` (whether the line is complete), `cuts` |
  /// | `reply` | `code`, `command` (the verb answered, or null), `step`, `box`, `text`, `raw` (a list of lines), `cuts` |
  /// | `unfinished-reply` | `raw`, `bytes` (how many arrived), `omitted` (how many are not shown) |
  /// | `state` | `from`, `to` |
  /// | `verdict` | `requirement`, `party`, `expected`, `received` |
  /// | `data-open` | `connection`, `passive`, `local`, `peer` |
  /// | `data` | `connection`, `direction`, `raw`, `bytes` (how many were sent), `omitted` (how many are not shown) |
  /// | `data-close` | `connection`, `bytes`, `ending` |
  /// | `control-close` | `ending` |
  /// | `data-refuse` | |
  /// | `data-half-close` | `connection`, `by` (`client` or `server`) |
  /// | `control-half-close` | `by` |
  /// | `tls` | `connection` (null for the control connection), `what`; for a `record` also `record`, `bytes`, `by` |
  /// | `no-reply` | `command` (the verb whose reply is no longer awaited) |
  /// | `missing` | `connection` (null for the control connection), `bytes`, `by` |
  /// | `cut-short` | |
  /// | `note` | `text` |
  ///
  /// `raw` is vector text: printable ASCII with the escapes `\r`, `\n`, `\t`, `\\` and `\xHH`.
  package var json: JSONText {
    let (name, members) = content.jsonMembers
    return JSONText(.of(["event": name, "time": time]), members)
  }
}

extension ConversationEvent.Content {
  fileprivate var jsonMembers: (name: String, members: [JSONText.Member]) {
    switch self {
    case .command(let line, _):
      ("command", .of(["raw": VectorText.escape(line.bytes), "ends": line.endsLine, "cuts": line.cuts]))
    case .reply(let reply, let cuts, let judgement):
      (
        "reply",
        .of([
          "code": reply.code.rawValue, "command": judgement.command?.verb.name,
          "step": judgement.step?.rawValue, "box": judgement.box?.description, "text": reply.text,
          "raw": reply.lines.map { VectorText.escape($0.bytes) }, "cuts": cuts,
        ])
      )
    case .unfinishedReply(let bytes, let omitted):
      (
        "unfinished-reply",
        .of(["raw": VectorText.escape(bytes), "bytes": bytes.count + omitted, "omitted": omitted])
      )
    case .stateChanged(let from, let to): ("state", .of(["from": from.rawValue, "to": to.rawValue]))
    case .verdict(let verdict):
      (
        "verdict",
        .of([
          "requirement": verdict.requirement.rawValue, "party": verdict.party.rawValue,
          "expected": verdict.expected, "received": verdict.received,
        ])
      )
    case .data(let connection, let direction, let bytes, let omitted):
      (
        "data",
        .of([
          "connection": connection.rawValue, "direction": direction.rawValue,
          "raw": VectorText.escape(bytes), "bytes": bytes.count + omitted, "omitted": omitted,
        ])
      )
    case .mark(let mark): mark.jsonMembers
    }
  }
}
