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
    return .object([.init("event", .string(name)), .init("time", .seconds(time))] + members)
  }
}

extension ConversationEvent.Content {
  /// The name of the event and its members.
  fileprivate var jsonMembers: (name: String, members: [JSONText.Member]) {
    switch self {
    case .command(let line, _):
      (
        "command",
        [
          .init("raw", .string(VectorText.escape(line.bytes))), .init("ends", .boolean(line.endsLine)),
          .init("cuts", .offsets(line.cuts)),
        ]
      )
    case .reply(let reply, let cuts, let judgement): ("reply", reply.jsonMembers(judgement, cuts: cuts))
    case .unfinishedReply(let bytes, let omitted):
      (
        "unfinished-reply",
        [
          .init("raw", .string(VectorText.escape(bytes))),
          .init("bytes", .integer(Int64(bytes.count + omitted))), .init("omitted", .integer(Int64(omitted))),
        ]
      )
    case .stateChanged(let from, let to):
      ("state", [.init("from", .string(from.rawValue)), .init("to", .string(to.rawValue))])
    case .verdict(let verdict):
      (
        "verdict",
        [
          .init("requirement", .string(verdict.requirement.rawValue)),
          .init("party", .string(verdict.party.rawValue)),
          .init("expected", .string(verdict.expected)), .init("received", .string(verdict.received)),
        ]
      )
    case .data(let connection, let direction, let bytes, let omitted):
      (
        "data",
        [
          connection.jsonMember, .init("direction", .string(direction.rawValue)),
          .init("raw", .string(VectorText.escape(bytes))),
          .init("bytes", .integer(Int64(bytes.count + omitted))),
          .init("omitted", .integer(Int64(omitted))),
        ]
      )
    case .mark(let mark): mark.jsonMembers
    }
  }
}

extension Reply {
  fileprivate func jsonMembers(_ judgement: Judgement, cuts: [Int]) -> [JSONText.Member] {
    [
      .init("code", .integer(Int64(code.rawValue))),
      .init("command", .optional(judgement.command?.verb.name)),
      .init("step", .optional(judgement.step?.rawValue)),
      .init("box", .optional(judgement.box?.description)),
      .init("text", .string(text)),
      .init("raw", .array(lines.map { .string(VectorText.escape($0.bytes)) })),
      .init("cuts", .offsets(cuts)),
    ]
  }
}

extension JSONText {
  fileprivate static func offsets(_ offsets: [Int]) -> JSONText {
    .array(offsets.map { .integer(Int64($0)) })
  }
}
