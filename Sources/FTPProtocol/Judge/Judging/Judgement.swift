/// The judge's result for one event: what it means, and what was wrong with it.
public struct Judgement: Hashable, Sendable {
  /// The code, if the event was a reply.
  public internal(set) var code: ReplyCode?
  /// The command: the one that was sent, or the one that the reply answers; nil for a greeting, for a reply
  /// to nothing, and for events of the data connection that belong to no command.
  public internal(set) var command: Command?
  /// The number of that command in the session, counted from 0.
  ///
  /// It distinguishes two pipelined `NOOP`s.
  public internal(set) var ordinal: Int?
  /// The state of the diagram the reply arrived in, or that the command leads to; nil for a reply to nothing.
  public internal(set) var step: ReplyState?
  /// Where the reply leads; nil for events other than replies.
  public internal(set) var box: ReplyOutcome?
  /// True if the reply ends its command: every reply but 1yz.
  public internal(set) var isFinal = false
  /// Other facts worth printing.
  package var facts: [Fact] = []
  /// Every deviation found, in the order of the checks; mostly empty.
  public package(set) var verdicts: [Verdict] = []

  init() {}

  /// Restores a judgement from a recording.
  package init(code: ReplyCode, command: Command?, step: ReplyState?, box: ReplyOutcome?) {
    self.code = code
    self.command = command
    self.step = step
    self.box = box
  }

  mutating func add(
    _ requirement: RequirementID, by party: Verdict.Party, expected: String, received: String
  ) {
    verdicts.append(Verdict(requirement, by: party, expected: expected, received: received))
  }

  /// Adds a verdict on the server, unless the same requirement was cited for this event already.
  mutating func cite(_ requirement: RequirementID, expected: String, received: String) {
    guard !verdicts.contains(where: { $0.requirement == requirement }) else { return }
    add(requirement, by: .server, expected: expected, received: received)
  }
}

extension Judgement: CustomStringConvertible {
  /// One line as transcripts have it after `=>`: code, step, box and facts (`227 simple success addr=…`).
  public var description: String {
    var words: [String] = []
    if let code { words.append(code.description) }
    words.append(step?.rawValue ?? "none")
    if let box { words.append(box.description) }
    words += facts.map(\.description)
    return words.joined(separator: " ")
  }
}

/// One fact about an event that is worth printing although nothing is wrong with it.
package enum Fact: Hashable, Sendable {
  /// The reply has several lines.
  case lines(Int)
  /// The address that a passive reply announced.
  case address(DataAddress)
  /// The number of bytes the data connection carried, with the final reply of the transfer.
  case bytes(UInt64)
  /// The reply was sent before those to this many earlier commands, which are still open, as for STAT and NOOP during
  /// a transfer.
  case ahead(Int)
  /// NOOP came between the two halves of a sequence; the RFCs disagree on whether that breaks it.
  case between(ReplyState)
  /// The server lists the code nowhere, but general rules or practice cover it.
  case practice(ReplyCode)

  /// The name before the equals sign.
  package var name: String {
    switch self {
    case .lines: "lines"
    case .address: "addr"
    case .bytes: "bytes"
    case .ahead: "ahead"
    case .between: "between"
    case .practice: "practice"
    }
  }

  /// The value after the equals sign.
  package var value: String {
    switch self {
    case .lines(let count): "\(count)"
    case .address(let address): "\(address)"
    case .bytes(let count): "\(count)"
    case .ahead(let count): "\(count)"
    case .between(let step): step.rawValue
    case .practice(let code): code.description
    }
  }
}

extension Fact: CustomStringConvertible {
  /// Name and value, as in `lines=3`.
  package var description: String { "\(name)=\(value)" }
}
