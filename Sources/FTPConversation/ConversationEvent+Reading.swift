import FTPProtocol
import FTPText

extension ConversationEvent {
  /// Reads an event that ``json`` made; nil for any other value, and for an unknown event.
  ///
  /// Of the judge's result for a reply, the verb, the step and the box are read.
  package init?(json: JSONText) {
    guard let time = json["time"]?.duration, let name = json["event"]?.string,
      let content = Content(name, json)
    else { return nil }
    self.init(time: time, content)
  }
}

extension ConversationEvent.Content {
  fileprivate init?(_ name: String, _ json: JSONText) {
    switch name {
    case "command":
      guard let bytes = json["raw"]?.vectorBytes, let ends = json["ends"]?.boolean else { return nil }
      let line = CommandLines.Line(
        bytes: bytes, cuts: json["cuts"]?.offsets ?? [], startsLine: true, endsLine: ends)
      self = .command(line, nil)
    case "reply":
      guard let lines = json["raw"]?.elements?.map(\.vectorBytes), let code = json["code"]?.wholeNumber,
        let code = UInt16(exactly: code).map(ReplyCode.init(rawValue:)) ?? nil
      else { return nil }
      let bytes = lines.flatMap { $0 ?? [] }
      let judgement = Judgement(
        code: code, command: json["command"]?.string.map { Command(Verb($0)) },
        step: json["step"]?.string.flatMap(ReplyState.init),
        box: json["box"]?.string.flatMap(ReplyOutcome.init))
      self = .reply(
        Reply(recorded: bytes) ?? Reply(code, String(decoding: bytes.dropFirst(4), as: UTF8.self)),
        cuts: json["cuts"]?.offsets ?? [], judgement)
    case "unfinished-reply":
      guard let bytes = json["raw"]?.vectorBytes else { return nil }
      self = .unfinishedReply(bytes, omitted: json["omitted"]?.count ?? 0)
    case "state":
      guard let from = json["from"]?.string.flatMap(ConnectionState.init),
        let to = json["to"]?.string.flatMap(ConnectionState.init)
      else { return nil }
      self = .stateChanged(from: from, to: to)
    case "verdict":
      guard let requirement = json["requirement"]?.string,
        let party = json["party"]?.string.flatMap(Verdict.Party.init),
        let expected = json["expected"]?.string,
        let received = json["received"]?.string
      else { return nil }
      self = .verdict(
        Verdict(RequirementID(rawValue: requirement), by: party, expected: expected, received: received))
    case "data":
      guard let connection = json.connection, let bytes = json["raw"]?.vectorBytes,
        let direction = json["direction"]?.string.flatMap(DataDirection.init)
      else { return nil }
      self = .data(connection, direction, bytes, omitted: json["omitted"]?.count ?? 0)
    default:
      guard let mark = ConversationMark(name, json) else { return nil }
      self = .mark(mark)
    }
  }
}

extension ConversationMark {
  fileprivate init?(_ name: String, _ json: JSONText) {
    let side = json["by"]?.string.flatMap(Side.init)
    switch name {
    case "control-open":
      guard let peer = json["peer"]?.string, let local = json["local"]?.string else { return nil }
      self = .controlOpened(to: peer, from: local)
    case "control-close":
      let ends: [ControlEnd] = [.byServer, .byClient, .lost]
      guard let end = ends.first(where: { $0.phrase == json["ending"]?.string }) else { return nil }
      self = .controlClosed(end)
    case "data-open":
      guard let connection = json.connection, let isPassive = json["passive"]?.boolean,
        let local = json["local"]?.string, let peer = json["peer"]?.string
      else { return nil }
      self = .dataOpened(connection, Opening(isPassive: isPassive, local: local, peer: peer))
    case "data-close":
      guard let connection = json.connection, let count = json["bytes"]?.count,
        let ending = json["ending"]?.string.flatMap(DataEnding.init)
      else { return nil }
      self = .dataClosed(connection, Closing(byteCount: count, ending: ending))
    case "data-refuse": self = .dataRefused(.first)
    case "data-half-close":
      guard let connection = json.connection, let side else { return nil }
      self = .dataHalfClosed(connection, by: side)
    case "control-half-close":
      guard let side else { return nil }
      self = .controlHalfClosed(by: side)
    case "tls":
      guard let event = TLSEvent(json, side) else { return nil }
      self = .tls(json.connection, event)
    case "use":
      guard let connection = json.connection else { return nil }
      self = .use(connection)
    case "wait":
      guard let duration = json["duration"]?.duration else { return nil }
      self = .wait(duration)
    case "no-reply":
      guard let verb = json["command"]?.string else { return nil }
      self = .noReply(Verb(verb))
    case "missing":
      guard let count = json["bytes"]?.count, let side else { return nil }
      self = .missing(json.connection, byteCount: count, from: side)
    case "cut-short": self = .cutShort
    case "note":
      guard let text = json["text"]?.string else { return nil }
      self = .note(text)
    default: return nil
    }
  }
}

extension ConversationMark.TLSEvent {
  fileprivate init?(_ json: JSONText, _ side: ConversationMark.Side?) {
    switch json["what"]?.string {
    case "established": self = .established
    case "failed": self = .failed
    case "ended": self = .ended
    case "record":
      guard let record = json["record"]?.string.flatMap(ConversationMark.Record.init),
        let count = json["bytes"]?.count, let side
      else { return nil }
      self = .record(record, byteCount: count, from: side)
    default: return nil
    }
  }
}

extension JSONText {
  fileprivate var vectorBytes: [UInt8]? { string.flatMap { VectorText.unescape($0) } }

  /// A number of bytes, small enough that sums cannot overflow.
  fileprivate var count: Int? { wholeNumber.flatMap { (0...(1 << 48)).contains($0) ? Int($0) : nil } }

  fileprivate var offsets: [Int]? { elements?.compactMap(\.count) }

  fileprivate var connection: DataConnectionID? {
    self["connection"]?.count.map(DataConnectionID.init(rawValue:))
  }
}
