import FTPClient
import FTPConversation
import FTPProtocol
import FTPText
import FTPTransport

/// What a call of a case's steps may return.
protocol LoggedValue: Sendable {
  /// Reads what ``logged(in:)`` wrote; nil for anything else.
  init?(logged json: JSONText, in log: StepLog)

  /// The value for the log.
  func logged(in log: StepLog) -> JSONText
}

/// The outcome of a call that returns nothing.
struct Done: LoggedValue {
  init() {}
  init?(logged json: JSONText, in log: StepLog) {}
  func logged(in log: StepLog) -> JSONText { .null }
}

extension Bool: LoggedValue {
  init?(logged json: JSONText, in log: StepLog) {
    guard let value = json.boolean else { return nil }
    self = value
  }

  func logged(in log: StepLog) -> JSONText { .boolean(self) }
}

extension Int: LoggedValue {
  init?(logged json: JSONText, in log: StepLog) {
    guard let value = json.wholeNumber(as: Int.self) else { return nil }
    self = value
  }

  func logged(in log: StepLog) -> JSONText { .integer(Int64(self)) }
}

extension Optional: LoggedValue where Wrapped: LoggedValue {
  init?(logged json: JSONText, in log: StepLog) {
    if json == .null {
      self = .none
    } else {
      guard let value = Wrapped(logged: json, in: log) else { return nil }
      self = value
    }
  }

  func logged(in log: StepLog) -> JSONText { self?.logged(in: log) ?? .null }
}

extension Array: LoggedValue where Element: LoggedValue {
  init?(logged json: JSONText, in log: StepLog) {
    guard let elements = json.elements else { return nil }
    self = []
    for element in elements {
      guard let value = Element(logged: element, in: log) else { return nil }
      append(value)
    }
  }

  func logged(in log: StepLog) -> JSONText { .array(map { $0.logged(in: log) }) }
}

/// Bytes of a data connection.
struct Contents: LoggedValue {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init?(logged json: JSONText, in log: StepLog) {
    guard let bytes = log.bytes(json) else { return nil }
    self.bytes = bytes
  }

  func logged(in log: StepLog) -> JSONText { log.json(bytes) }
}

extension Reply: LoggedValue {
  init?(logged json: JSONText, in log: StepLog) {
    guard let bytes = json.string.flatMap({ VectorText.unescape($0) }) else { return nil }
    self.init(recorded: bytes)
  }

  func logged(in log: StepLog) -> JSONText { .string(log.redacting(VectorText.escape(bytes))) }
}

extension DataAddress: LoggedValue {
  init?(logged json: JSONText, in log: StepLog) {
    guard let text = json.string else { return nil }
    self.init(text)
  }

  func logged(in log: StepLog) -> JSONText { .string(description) }
}

extension SocketAddress: LoggedValue {
  init?(logged json: JSONText, in log: StepLog) {
    guard let text = json.string else { return nil }
    self.init(text)
  }

  func logged(in log: StepLog) -> JSONText { .string(description) }
}

/// A login: its last reply, and whether that answered USER.
struct LoginOutcome: LoggedValue {
  let reply: Reply
  let answersUSER: Bool

  init(reply: Reply, answersUSER: Bool) {
    self.reply = reply
    self.answersUSER = answersUSER
  }

  init?(logged json: JSONText, in log: StepLog) {
    guard let reply = json["reply"].flatMap({ Reply(logged: $0, in: log) }),
      let answersUSER = json["to_user"]?.boolean
    else { return nil }
    self.init(reply: reply, answersUSER: answersUSER)
  }

  func logged(in log: StepLog) -> JSONText {
    .object([.init("reply", reply.logged(in: log)), .init("to_user", .boolean(answersUSER))])
  }
}

extension TLSHandshake: LoggedValue {
  init?(logged json: JSONText, in log: StepLog) {
    guard let version = json["version"]?.string, let cipher = json["cipher"]?.string,
      let isResumed = json["resumed"]?.boolean
    else { return nil }
    self.init(
      version: version, cipher: cipher, isResumed: isResumed, applicationProtocol: json["alpn"]?.string,
      certificate: json["certificate"].flatMap { TLSCertificate(logged: $0) })
  }

  func logged(in log: StepLog) -> JSONText {
    .object([
      .init("version", .string(version)), .init("cipher", .string(cipher)),
      .init("resumed", .boolean(isResumed)), .init("alpn", .optional(applicationProtocol)),
      .init("certificate", certificate?.logged ?? .null),
    ])
  }
}

extension TLSCertificate {
  fileprivate init?(logged json: JSONText) {
    guard let subject = json["subject"]?.string, let issuer = json["issuer"]?.string,
      let notBefore = json["not_before"]?.string, let notAfter = json["not_after"]?.string,
      let isInForce = json["in_force"]?.boolean, let fingerprint = json["fingerprint"]?.string
    else { return nil }
    self.init(
      subject: subject, issuer: issuer, names: json["names"]?.elements?.compactMap(\.string) ?? [],
      notBefore: notBefore, notAfter: notAfter, isInForce: isInForce, fingerprint: fingerprint)
  }

  fileprivate var logged: JSONText {
    .object([
      .init("subject", .string(subject)), .init("issuer", .string(issuer)),
      .init("names", .array(names.map { .string($0) })), .init("not_before", .string(notBefore)),
      .init("not_after", .string(notAfter)), .init("in_force", .boolean(isInForce)),
      .init("fingerprint", .string(fingerprint)),
    ])
  }
}
