import FTPProtocol

/// The secrets of a conversation so far, to find repetitions.
struct KnownSecrets: Sendable {
  /// The fewest bytes at a cut that count as the beginning of a secret.
  private static let shortestBeginning = 3

  /// The user's name, which is not secret, although some use it as the password too.
  var user: [UInt8]?
  private var finder = SecretFinder()
  /// The secrets as escaped in messages, if they look different there.
  private var escaped = SecretFinder()

  /// True if there is nothing to search for.
  var isEmpty: Bool { finder.isEmpty }

  /// Adds the replaced bytes of a line.
  mutating func learn(_ secrets: [[UInt8]], from line: [UInt8]) {
    let isArgument = Command(parsing: line)?.verb.has(.secret) ?? false
    for secret in secrets {
      let words = secret.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      guard let first = words.first, let last = words.last else { continue }
      learn(secret[first.startIndex..<last.endIndex])
      // A leading hyphen asks many servers for short replies, and is not part of the password.
      if first.first == 0x2D { learn(secret[(first.startIndex + 1)..<last.endIndex]) }
      // Of a password that is changed there may be an old one and a new one, and of `PASSWD x` the end of the verb.
      if !isArgument { words.forEach { learn($0) } }
    }
  }

  /// Adds secrets known from elsewhere.
  mutating func learn(_ secret: some Collection<UInt8>) {
    guard secret.count >= SecretFinder.shortest else { return }
    if let user, Verb(bytes: user) == Verb(bytes: secret) { return }
    finder.add(secret)
    let text = Escaping.ascii(Array(secret)).utf8
    if text.count != secret.count { escaped.add(text) }
  }

  /// The ranges of secrets in bytes of a control connection; an unfinished line may end with the beginning of one.
  func ranges(in bytes: [UInt8], isWhole: Bool = true) -> [Range<Int>] {
    finder.ranges(in: bytes, openEnd: isWhole ? nil : Self.shortestBeginning)
  }

  /// The first bytes of the server, without secrets; they may end in the middle of one.
  func redacting(_ bytes: [UInt8], keeping count: Int) -> [UInt8] {
    Array(bytes.prefix(count)).masking(ranges(in: bytes, isWhole: false).clamped(to: count))
  }

  /// A message without secrets.
  func redacting(_ text: String) -> String { escaped.redacting(finder.redacting(text)) }

  /// The received bytes in a message, without a secret, which escapes may divide.
  private func redacting(received text: String) -> String {
    text.utf8.contains(UInt8(ascii: "\\")) ? "bytes with a secret among them" : redacting(text)
  }

  /// Verdicts without secrets; if another of the same requirement is known to have none, its words.
  func redacting(_ verdicts: [Verdict], preferring words: [Verdict] = []) -> [Verdict] {
    verdicts.map { verdict in
      words.first { $0.requirement == verdict.requirement && $0.party == verdict.party }
        ?? Verdict(
          verdict.requirement, by: verdict.party, expected: redacting(verdict.expected),
          received: redacting(received: verdict.received))
    }
  }

  /// Splits bytes of a data connection into those to show, without secrets, and a possible beginning of a secret.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - after: the next bytes, even if they are not kept.
  /// - Returns: what may be shown, and what is held until more comes.
  func splitting(_ data: [UInt8], before after: [UInt8]) -> (shown: [UInt8], held: [UInt8]) {
    var held = after.isEmpty ? finder.openEnd(of: data) : 0
    if held > 0 {
      // The end of a secret may be the beginning of the next; holding bytes back must not cut it in two.
      let cut = data.count - held
      let whole = finder.ranges(in: data, isText: false)
      if let divided = whole.first(where: { $0.lowerBound < cut && cut < $0.upperBound }) {
        let count = data.count - divided.lowerBound
        held = count <= CommandLines.longestHeld ? count : 0
      }
    }
    let shown = Array(data.dropLast(held))
    // The next bytes may be too few to decide.
    let openEnd = after.isEmpty ? nil : Self.shortestBeginning
    let ranges = finder.ranges(in: held == 0 ? data + after : shown, openEnd: openEnd, isText: false)
    return (shown.masking(ranges.clamped(to: shown.count)), Array(data.suffix(held)))
  }
}

extension ConversationRecorder {
  /// Adds secrets that this conversation does not send, such as the password of another one.
  package func hide(_ secret: some Collection<UInt8>) {
    change { state, _ in state.secrets.learn(secret) }
  }

  /// Records the held bytes of a data connection, unless more may follow in that direction.
  func release(
    _ identifier: DataConnectionID, unless direction: DataDirection? = nil, at time: Duration,
    in state: inout State
  ) {
    guard let held = state.dataConnections[identifier]?.held, held.direction != direction else { return }
    state.dataConnections[identifier]?.held = nil
    let shown = state.secrets.redacting(held.bytes, keeping: held.bytes.count)
    add(.data(identifier, held.direction, shown, omitted: 0), at: time, to: &state)
  }
}

extension ConversationRecorder.DataConnection {
  /// The bytes to show, including those held back before; holds back a possible beginning of a secret.
  mutating func redacting(
    _ piece: [UInt8], _ direction: DataDirection, before after: [UInt8], _ secrets: KnownSecrets
  ) -> [UInt8] {
    let whole = (held?.bytes ?? []) + piece
    let (shown, rest) = secrets.splitting(whole, before: after)
    held = rest.isEmpty ? nil : (direction, rest)
    return shown
  }
}

extension [Range<Int>] {
  /// The ranges below a bound.
  fileprivate func clamped(to bound: Int) -> [Range<Int>] {
    map { $0.clamped(to: 0..<bound) }.filter { !$0.isEmpty }
  }
}
