import FTPText

extension ConversationMark {
  /// The name of the mark as an event, and its members.
  var jsonMembers: (name: String, members: [JSONText.Member]) {
    switch self {
    case .controlOpened(let peer, let local):
      ("control-open", [.init("local", .optional(local)), .init("peer", .optional(peer))])
    case .controlHalfClosed(let side): ("control-half-close", [side.jsonMember])
    case .controlClosed(let end): ("control-close", [.init("ending", .string(end.phrase))])
    case .dataOpened(let connection, let opening):
      (
        "data-open",
        [
          connection.jsonMember, .init("passive", .boolean(opening.isPassive)),
          .init("local", .optional(opening.local)), .init("peer", .optional(opening.address)),
        ]
      )
    case .dataRefused: ("data-refuse", [])
    case .dataHalfClosed(let connection, let side):
      ("data-half-close", [connection.jsonMember, side.jsonMember])
    case .dataClosed(let connection, let closing):
      (
        "data-close",
        [
          connection.jsonMember,
          .init("bytes", closing.byteCount.map { .integer(Int64($0)) } ?? .null),
          .init("ending", .optional(closing.ending?.rawValue)),
        ]
      )
    case .use(let connection): ("use", [connection.jsonMember])
    case .tls(let connection, let event): ("tls", [Self.jsonMember(connection)] + event.jsonMembers)
    case .wait(let duration): ("wait", [.init("duration", .seconds(duration))])
    case .noReply(let verb): ("no-reply", [.init("command", .string(verb.name))])
    case .missing(let connection, let count, let side):
      ("missing", [Self.jsonMember(connection), .init("bytes", .integer(Int64(count))), side.jsonMember])
    case .cutShort: ("cut-short", [])
    case .note(let text): ("note", [.init("text", .string(text))])
    }
  }

  /// The number of a data connection, or null for the control connection.
  private static func jsonMember(_ connection: DataConnectionID?) -> JSONText.Member {
    connection?.jsonMember ?? .init("connection", .null)
  }
}

extension ConversationMark.Side {
  fileprivate var jsonMember: JSONText.Member { .init("by", .string(rawValue)) }
}

extension ConversationMark.TLSEvent {
  fileprivate var jsonMembers: [JSONText.Member] {
    switch self {
    case .established: [.init("what", .string("established"))]
    case .failed: [.init("what", .string("failed"))]
    case .ended: [.init("what", .string("ended"))]
    case .record(let record, let count, let side):
      [
        .init("what", .string("record")), .init("record", .string(record.rawValue)),
        .init("bytes", .integer(Int64(count))), side.jsonMember,
      ]
    }
  }
}

extension DataConnectionID {
  var jsonMember: JSONText.Member { .init("connection", .integer(Int64(rawValue))) }
}
