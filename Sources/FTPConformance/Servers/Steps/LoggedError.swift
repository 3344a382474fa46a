import FTPClient
import FTPConversation
import FTPProtocol
import FTPSystem
import FTPText
import FTPTransport

/// What a call of a case's steps may throw, in the log.
enum LoggedError {
  /// An error that steps do not tell apart, with its words.
  struct Other: Error, CustomStringConvertible {
    let description: String
  }

  /// The error for the log.
  static func json(_ error: any Error, in log: StepLog) -> JSONText {
    switch error {
    case let error as FTPClientError: .object([.init("client", json(error, in: log))])
    case let error as TransportError: .object([.init("transport", error.logged)])
    case let error as DownloadTooLarge: .object([.init("too_large", .integer(Int64(error.limit)))])
    case let stop as CaseStop: .object([.init("stop", json(stop, in: log))])
    default: .object([.init("other", .string(log.redacting("\(error)")))])
    }
  }

  /// The error that ``json(_:in:)`` wrote; for anything else, one that says so.
  static func error(_ json: JSONText) -> any Error {
    if let error = json["client"].flatMap({ clientError($0) }) { return error }
    if let error = json["transport"].flatMap(TransportError.init(logged:)) { return error }
    if let limit = json["too_large"]?.wholeNumber(as: Int.self) {
      return DownloadTooLarge(limit: limit)
    }
    if let stop = json["stop"].flatMap(stop) { return stop }
    return Other(description: json["other"]?.string ?? "an error that cannot be read")
  }

  /// A stop without a finding: findings are made by the steps, not by what they call.
  private static func json(_ stop: CaseStop, in log: StepLog) -> JSONText {
    let (kind, reason) =
      switch stop {
      case .impossible(let reason): ("impossible", reason)
      case .crowdedOut(let reason): ("crowded", reason)
      case .turnedAway(let reason): ("turned_away", reason)
      case .skipped(let reason): ("skipped", reason)
      case .unsupported(let reason): ("unsupported", reason)
      case .found(let finding), .broken(let finding): ("impossible", finding.line)
      }
    return .object([.init("kind", .string(kind)), .init("reason", .string(log.redacting(reason)))])
  }

  private static func stop(_ json: JSONText) -> CaseStop? {
    guard let reason = json["reason"]?.string else { return nil }
    return switch json["kind"]?.string {
    case "impossible": .impossible(reason)
    case "crowded": .crowdedOut(reason)
    case "turned_away": .turnedAway(reason)
    case "skipped": .skipped(reason)
    case "unsupported": .unsupported(reason)
    default: nil
    }
  }

  private static func json(_ error: FTPClientError, in log: StepLog) -> JSONText {
    func object(_ kind: String, _ members: JSONText.Member...) -> JSONText {
      .object([.init("kind", .string(kind))] + members)
    }
    func text(_ name: String, _ text: String) -> JSONText.Member { .init(name, .string(log.redacting(text))) }
    switch error {
    case .transport(let error): return object("transport", .init("cause", error.logged))
    case .timedOut(let awaited, let limit, let unfinished):
      return object(
        "timed_out", text("awaiting", awaited), .init("after", .seconds(limit)),
        text("unfinished", unfinished))
    case .closedByServer(let awaited, let unfinished):
      return object("closed", text("awaiting", awaited), text("unfinished", unfinished))
    case .malformedReply(let error): return object("malformed", .init("cause", error.logged))
    case .unexpectedReply(let reply, let command, let expected):
      return object(
        "unexpected", .init("reply", reply.logged(in: log)), text("to", command), text("expected", expected))
    case .unusableAddress(let reply, let reason):
      return object("unusable", .init("reply", reply.logged(in: log)), text("reason", reason))
    case .inexpressibleAddress(let reason): return object("inexpressible", text("reason", reason))
    case .lineBreakInCommand: return object("line_break")
    case .notConnected: return object("not_connected")
    case .tlsUnavailable(let reason): return object("no_tls", text("reason", reason))
    case .noDataConnection: return object("no_data")
    case .cancelled(let ends): return object("cancelled", .init("ends", .boolean(ends)))
    case .transferUnderWay: return object("under_way")
    case .transferFinished: return object("finished")
    case .transferAborted: return object("aborted")
    case .incomplete(let count, let expected, let reply):
      return object(
        "incomplete", .init("bytes", .integer(Int64(count))),
        .init("of", expected.map(JSONText.whole) ?? .null),
        .init("reply", reply.logged(in: log)))
    }
  }

  private static func clientError(_ json: JSONText) -> FTPClientError? {
    func text(_ name: String) -> String? { json[name]?.string }
    let reply = json["reply"]?.string.flatMap { VectorText.unescape($0) }.flatMap(Reply.init(recorded:))
    switch text("kind") {
    case "transport": return json["cause"].flatMap(TransportError.init(logged:)).map(FTPClientError.transport)
    case "timed_out":
      guard let awaited = text("awaiting"), let limit = json["after"]?.duration else { return nil }
      return .timedOut(awaiting: awaited, after: limit, unfinished: text("unfinished") ?? "")
    case "closed":
      return .closedByServer(awaiting: text("awaiting") ?? "", unfinished: text("unfinished") ?? "")
    case "malformed":
      return json["cause"].flatMap(ReplyParserError.init(logged:)).map(FTPClientError.malformedReply)
    case "unexpected":
      guard let reply else { return nil }
      return .unexpectedReply(reply, to: text("to") ?? "", expected: text("expected") ?? "")
    case "unusable": return reply.map { .unusableAddress(in: $0, reason: text("reason") ?? "") }
    case "inexpressible": return .inexpressibleAddress(text("reason") ?? "")
    case "line_break": return .lineBreakInCommand
    case "not_connected": return .notConnected
    case "no_tls": return .tlsUnavailable(text("reason") ?? "")
    case "no_data": return .noDataConnection
    case "cancelled": return .cancelled(endsConversation: json["ends"]?.boolean ?? false)
    case "under_way": return .transferUnderWay
    case "finished": return .transferFinished
    case "aborted": return .transferAborted
    case "incomplete":
      return .incomplete(
        byteCount: json["bytes"]?.wholeNumber(as: Int.self) ?? 0,
        expected: json["of"]?.wholeNumber(as: UInt64.self), reply: reply)
    default: return nil
    }
  }
}

extension TransportError {
  fileprivate init?(logged json: JSONText) {
    guard let step = json["step"]?.string.flatMap(Step.init), let cause = Cause(logged: json) else {
      return nil
    }
    self.init(step: step, peer: json["peer"]?.string ?? "", cause: cause)
  }

  fileprivate var logged: JSONText {
    .object([.init("step", .string(step.rawValue)), .init("peer", .string(peer)), cause.logged])
  }
}

extension TransportError.Cause {
  fileprivate init?(logged json: JSONText) {
    switch json["cause"]?.string {
    case "closed": self = .closedByPeer
    case "truncated": self = .truncated
    case "cancelled": self = .cancelled
    default:
      if let limit = json["timed_out"]?.duration {
        self = .timedOut(after: limit)
      } else if let code = json["system"]?.wholeNumber(as: Int32.self) {
        self = .system(SystemError(code: code))
      } else if let text = json["layer"]?.string {
        self = .layer(text)
      } else if let text = json["unknown_name"]?.string {
        self = .nameNotFound(text)
      } else if let errors = json["attempts"]?.elements {
        self = .attempts(errors.compactMap(TransportError.init(logged:)))
      } else {
        return nil
      }
    }
  }

  fileprivate var logged: JSONText.Member {
    switch self {
    case .closedByPeer: .init("cause", .string("closed"))
    case .truncated: .init("cause", .string("truncated"))
    case .cancelled: .init("cause", .string("cancelled"))
    case .timedOut(let limit): .init("timed_out", .seconds(limit))
    case .system(let error): .init("system", .integer(Int64(error.code)))
    case .layer(let text): .init("layer", .string(text))
    case .nameNotFound(let text): .init("unknown_name", .string(text))
    case .attempts(let errors): .init("attempts", .array(errors.map(\.logged)))
    }
  }
}

extension Optional<TransportError> {
  /// The error for the log; null for none.
  var logged: JSONText { self?.logged ?? .null }

  /// Reads ``logged``; nil for none.
  init(logged json: JSONText?) { self = json.flatMap(TransportError.init(logged:)) }
}

extension ReplyParserError {
  fileprivate init?(logged json: JSONText) {
    func number(_ json: JSONText?) -> Int? { json?.wholeNumber(as: Int.self) }
    let reason: Reason
    switch (json["reason"]?.string, number(json["limit"])) {
    case ("line", let limit?): reason = .lineTooLong(limit: limit)
    case ("lines", let limit?): reason = .tooManyLines(limit: limit)
    case ("reply", let limit?): reason = .replyTooLong(limit: limit)
    case ("unfinished", _): reason = .unfinished
    case (let kind?, _):
      guard let kind = Deviation.Kind(rawValue: kind) else { return nil }
      reason = .deviation(
        Deviation(kind: kind, line: number(json["in_line"]) ?? 0, offset: number(json["at"]) ?? 0))
    default: return nil
    }
    self.init(
      reason: reason, offset: number(json["offset"]) ?? 0, line: number(json["line"]) ?? 0,
      held: json["held"]?.string ?? "")
  }

  fileprivate var logged: JSONText {
    let members: [JSONText.Member] =
      switch reason {
      case .lineTooLong(let limit):
        [.init("reason", .string("line")), .init("limit", .integer(Int64(limit)))]
      case .tooManyLines(let limit):
        [.init("reason", .string("lines")), .init("limit", .integer(Int64(limit)))]
      case .replyTooLong(let limit):
        [.init("reason", .string("reply")), .init("limit", .integer(Int64(limit)))]
      case .unfinished: [.init("reason", .string("unfinished"))]
      case .deviation(let deviation):
        [
          .init("reason", .string(deviation.kind.rawValue)),
          .init("in_line", .integer(Int64(deviation.line))),
          .init("at", .integer(Int64(deviation.offset))),
        ]
      }
    return .object(
      members + [
        .init("offset", .integer(Int64(offset))), .init("line", .integer(Int64(line))),
        .init("held", .string(held)),
      ])
  }
}
