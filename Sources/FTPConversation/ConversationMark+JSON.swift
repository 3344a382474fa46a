import FTPText

extension ConversationMark {
  /// The name of the mark as an event, and its members; the control connection is null.
  var jsonMembers: (name: String, members: [JSONText.Member]) {
    switch self {
    case .controlOpened(let peer, let local): ("control-open", .of(["local": local, "peer": peer]))
    case .controlHalfClosed(let side): ("control-half-close", .of(["by": side.rawValue]))
    case .controlClosed(let end): ("control-close", .of(["ending": end.phrase]))
    case .dataOpened(let connection, let opening):
      (
        "data-open",
        .of([
          "connection": connection.rawValue, "passive": opening.isPassive, "local": opening.local,
          "peer": opening.address,
        ])
      )
    case .dataRefused: ("data-refuse", [])
    case .dataHalfClosed(let connection, let side):
      ("data-half-close", .of(["connection": connection.rawValue, "by": side.rawValue]))
    case .dataClosed(let connection, let closing):
      (
        "data-close",
        .of([
          "connection": connection.rawValue, "bytes": closing.byteCount, "ending": closing.ending?.rawValue,
        ])
      )
    case .use(let connection): ("use", .of(["connection": connection.rawValue]))
    case .tls(let connection, let event):
      ("tls", .of(["connection": connection?.rawValue]) + event.jsonMembers)
    case .wait(let duration): ("wait", .of(["duration": duration]))
    case .noReply(let verb): ("no-reply", .of(["command": verb.name]))
    case .missing(let connection, let count, let side):
      ("missing", .of(["connection": connection?.rawValue, "bytes": count, "by": side.rawValue]))
    case .cutShort: ("cut-short", [])
    case .note(let text): ("note", .of(["text": text]))
    }
  }
}

extension ConversationMark.TLSEvent {
  fileprivate var jsonMembers: [JSONText.Member] {
    switch self {
    case .established: .of(["what": "established"])
    case .failed: .of(["what": "failed"])
    case .ended: .of(["what": "ended"])
    case .record(let record, let count, let side):
      .of(["what": "record", "record": record.rawValue, "bytes": count, "by": side.rawValue])
    }
  }
}
