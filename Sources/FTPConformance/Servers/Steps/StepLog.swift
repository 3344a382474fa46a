import FTPConversation
import FTPText

/// The calls of a case's steps, each with its outcome: written while the case runs against a server, and read when it is
/// judged again without one.
///
/// Steps reach the world only by calls that are logged here. So what they do, and the verdict, follow from the case and
/// the log alone, whatever the machine is doing.
final class StepLog: Sendable {
  /// A call and its outcome.
  struct Call: Hashable, Sendable {
    /// On what it was called: `1` for the first control connection, `1.2` for its second data connection, `1 hand 1` for
    /// the first data connection made by hand, `run` for anything else.
    let subject: String
    /// The call, such as `send NOOP`.
    let words: String
    /// How many events of the control connection had been recorded when it returned.
    let place: Int
    /// What it returned or threw.
    let outcome: JSONText
  }

  private struct State {
    var calls: [Call] = []
    /// About how many bytes the calls take.
    var size = 0
    /// The calls that were read and not made again yet, by subject.
    var rest: [String: ArraySlice<Call>] = [:]
    /// What was sent over data connections, to which contents may refer.
    var sent: [[UInt8]] = []
    /// Where in it the last contents ended that came back.
    var mark = (index: 0, end: 0)
    var departure: CaseStop?
    /// Whether calls are missing: the steps were ended before the last, or there were too many.
    var isCut = false
    /// How many things of each kind have a number.
    var counts: [String: Int] = [:]
  }

  /// Whether the outcomes come from the log.
  let isRead: Bool
  /// Whether calls are kept.
  let isWritten: Bool
  /// Replaces secrets.
  let redacting: @Sendable (String) -> String
  private let limit: Int
  private let state: Guarded<State>

  /// Begins a log.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that it may take, so that no server can fill the memory; nil to keep nothing, which costs
  ///     nothing.
  ///   - redacting: Replaces secrets.
  init(atMost limit: Int?, redacting: @escaping @Sendable (String) -> String) {
    isRead = false
    isWritten = limit != nil
    self.limit = limit ?? 0
    self.redacting = redacting
    state = Guarded(State())
  }

  /// Reads calls that were written.
  init(reading calls: [Call], redacting: @escaping @Sendable (String) -> String) {
    isRead = true
    isWritten = false
    limit = 0
    self.redacting = redacting
    var state = State()
    for (subject, calls) in Dictionary(grouping: calls, by: \.subject) { state.rest[subject] = calls[...] }
    self.state = Guarded(state)
  }

  /// The calls so far, in the order in which they returned.
  var calls: [Call] { state.withLock { $0.calls } }

  /// That the steps call something else than they did when the log was written; nil if they do not.
  var departure: CaseStop? { state.withLock { $0.departure } }

  /// About how many bytes the calls take.
  var size: Int { state.withLock { $0.size } }

  /// Whether calls are missing: the steps were ended before the last, or there were too many.
  var isCut: Bool { state.withLock { $0.isCut } }

  /// Notes that the steps are ended before their last call.
  func cut() { state.withLock { $0.isCut = true } }

  /// The next number for a thing of this kind, from 1.
  func number(_ kind: String) -> Int {
    state.withLock { state in
      state.counts[kind, default: 0] += 1
      return state.counts[kind] ?? 1
    }
  }

  /// Whether the log has no more calls on a subject.
  func isOver(for subject: String) -> Bool { isRead && state.withLock { $0.rest[subject]?.isEmpty ?? true } }

  /// Keeps what is sent over a data connection, so that contents that come back need not be written again.
  func noteSent(_ bytes: [UInt8]) {
    guard isRead || isWritten else { return }
    state.withLock { $0.sent.append(bytes) }
  }

  /// Makes a call, or takes its outcome from the log.
  ///
  /// - Parameters:
  ///   - words: The call, with all that its outcome may depend on.
  ///   - subject: On what it is made.
  ///   - place: How many events its control connection has now.
  ///   - advance: Takes the recording of the connection to the place of the call.
  ///   - body: The call itself.
  /// - Returns: What the call returns or returned.
  /// - Throws: What it throws or threw, and that the case is impossible if the log has another call.
  func call<Value: Codable>(
    _ words: @autoclosure () -> String, on subject: String, at place: () -> Int = { 0 },
    advancing advance: (Int) -> Void = { _ in }, _ body: () async throws -> Value
  ) async throws -> Value {
    if isRead {
      let call = try next(words(), on: subject)
      advance(call.place)
      return try read(call)
    }
    guard isWritten else { return try await body() }
    do {
      let value = try await body()
      let json = JSONText(value, in: self)
      write(words(), on: subject, at: place(), [.null, [:]].contains(json) ? [:] : ["value": json])
      return value
    } catch {
      write(words(), on: subject, at: place(), ["error": JSONText(LoggedError(error), in: self)])
      throw error
    }
  }

  private func write(_ words: String, on subject: String, at place: Int, _ outcome: JSONText) {
    let call = Call(subject: subject, words: redacting(words), place: place, outcome: outcome)
    let size = 200 + call.words.utf8.count + call.outcome.text.utf8.count
    state.withLock { state in
      guard !state.isCut, state.size + size <= limit else {
        state.isCut = true
        return
      }
      state.size += size
      state.calls.append(call)
    }
  }

  private func next(_ words: String, on subject: String) throws -> Call {
    let call = state.withLock { $0.rest[subject]?.popFirst() }
    guard let call, call.words == words || call.hides(words) else {
      throw departing(
        "the steps call '\(words)' on \(subject), and the recording has '\(call?.words ?? "nothing")'")
    }
    return call
  }

  private func read<Value: Codable>(_ call: Call) throws -> Value {
    let thrown: LoggedError?
    do throws(DecodingError) {
      thrown = try call.outcome["error"]?.read(in: self)
      if thrown == nil { return try (call.outcome["value"] ?? .null).read(in: self) }
    } catch {
      throw departing("the outcome of '\(call.words)' on \(call.subject) cannot be read")
    }
    throw thrown?.error ?? CancellationError()
  }

  /// Keeps the first reason why the log does not fit the steps.
  private func departing(_ reason: String) -> CaseStop {
    state.withLock { state in
      let departure = state.departure ?? .impossible(redacting(reason))
      state.departure = departure
      return departure
    }
  }

}

extension StepLog: JSONNotation {
  func text(_ text: String) -> String { redacting(text) }

  /// Bytes as a string, or where in what was sent they are.
  func json(_ bytes: [UInt8]) -> JSONText {
    if !bytes.isEmpty, let (index, start) = place(of: bytes) {
      return .array([.integer(Int64(index)), .integer(Int64(start)), .integer(Int64(bytes.count))])
    }
    return .string(redacting(VectorText.escape(bytes)))
  }

  /// The bytes that ``json(_:)`` wrote.
  func bytes(_ json: JSONText) -> [UInt8]? {
    if let text = json.string { return VectorText.unescape(text) }
    guard let numbers = json.elements?.compactMap({ $0.wholeNumber(as: Int.self) }),
      numbers.count == 3, numbers.allSatisfy({ $0 >= 0 })
    else { return nil }
    return state.withLock { state in
      guard numbers[0] < state.sent.count, numbers[1] <= state.sent[numbers[0]].count,
        numbers[2] <= state.sent[numbers[0]].count - numbers[1]
      else { return nil }
      return Array(state.sent[numbers[0]][numbers[1]..<(numbers[1] + numbers[2])])
    }
  }

  /// Where in what was sent these bytes begin: after the last ones that came back, or at the beginning or the end of any.
  private func place(of bytes: [UInt8]) -> (index: Int, start: Int)? {
    let found = state.withLock { state -> (index: Int, start: Int)? in
      let mark = state.mark
      if mark.index < state.sent.count, state.sent[mark.index].dropFirst(mark.end).starts(with: bytes) {
        return (mark.index, mark.end)
      }
      // A few bytes are not worth a search, and may be anywhere.
      guard bytes.count > 64 else { return nil }
      for (index, sent) in state.sent.enumerated() where sent.count >= bytes.count {
        if sent.starts(with: bytes) { return (index, 0) }
        if sent.suffix(bytes.count).elementsEqual(bytes) { return (index, sent.count - bytes.count) }
      }
      return nil
    }
    if let found { state.withLock { $0.mark = (found.index, found.start + bytes.count) } }
    return found
  }
}

extension StepLog.Call {
  /// Whether these are its words, with secrets replaced.
  fileprivate func hides(_ other: String) -> Bool {
    let mask = Array("****".utf8)
    let parts = Array(words.utf8).split(separator: mask, omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return false }
    var rest = Array(other.utf8)[...]
    guard rest.starts(with: first) else { return false }
    rest = rest.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}

extension StepLog.Call: Codable {
  /// Reads a list: subject, words, place and outcome.
  init(from decoder: any Decoder) throws {
    var parts = try decoder.unkeyedContainer()
    subject = try parts.decode(String.self)
    words = try parts.decode(String.self)
    place = try parts.decode(Int.self)
    outcome = try parts.decode(JSONText.self)
  }

  func encode(to encoder: any Encoder) throws {
    var parts = encoder.unkeyedContainer()
    try parts.encode(subject)
    try parts.encode(words)
    try parts.encode(place)
    try parts.encode(outcome)
  }
}
