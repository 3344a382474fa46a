// A restart: RFC 959, sections 3.5 and 4.1.3, RFC 3659, section 5, and the fourth diagram of section 6.
//
//     none ── REST, RANG ── then(restarted) ─▶ a point ── the end of any transfer ─▶ none
//
// REST should be the last command before its transfer (RFC 3659, section 5.3). Every client sets up the data connection
// in between, so those commands, TYPE and ABOR do not break the sequence (`VerbRow.Traits.keepsREST`). `REST 0` agrees on
// the beginning, which need not be kept.

/// What the restart commands have agreed on.
package enum RestartPoint: Hashable, Sendable {
  /// REST with a number: the offset of the first byte, as stream mode has it (RFC 3659, section 5.3).
  case offset(UInt64)
  /// REST with a marker of block or compressed mode (RFC 959, section 3.5), as it was sent.
  case marker([UInt8])
  /// RANG with the offsets of the first and the last byte (draft-bryan-ftp-range-08).
  case range(UInt64, UInt64)

  /// What an accepted REST agrees on; nil for the beginning.
  init?(offsetOrMarker argument: [UInt8]) {
    guard let offset = argument[...].decimal(as: UInt64.self) else {
      self = .marker(argument)
      return
    }
    if offset == 0 { return nil }
    self = .offset(offset)
  }

  /// What an accepted RANG agrees on; nil if it cancels a range, as `RANG 1 0` does.
  init?(range argument: [UInt8]) {
    let numbers = argument.split(separator: 0x20).map { $0.decimal(as: UInt64.self) }
    guard numbers.count == 2, let first = numbers[0], let last = numbers[1], first <= last else { return nil }
    self = .range(first, last)
  }
}

/// The state of a restart, and how commands and replies change it.
struct RestartMachine: Sendable {
  /// What was agreed on for the next transfer, or nil.
  private(set) var point: RestartPoint?
  /// The offset that REST set; nil if there is none, and for markers and ranges.
  var offset: UInt64? {
    if case .offset(let offset) = point { offset } else { nil }
  }

  /// REST or RANG, then the transfer, as the client has sent them.
  private(set) var sequence = CommandSequence()
}

// What the client sends.
extension RestartMachine {
  mutating func sendPoint() { sequence.begin() }

  mutating func sendOther(_ verb: Verb) { sequence.interrupt(with: verb) }

  /// A transfer is sent, which uses the sequence up.
  mutating func sendTransfer(_ command: Command, _ judgement: inout Judgement) {
    defer { sequence = CommandSequence() }
    guard sequence.isOpen else { return }
    if let verb = sequence.interruption {
      judgement.add(
        "3659:5.3:rest-last-before-transfer", by: .client,
        expected: "REST as the last command before the transfer",
        received: "\(verb.printable) between REST and \(command.printable)")
    }
    guard let row = command.verb.row, row.data != .upload, !row.traits.contains(.followsREST) else { return }
    judgement.add(
      "959:6:rest-command", by: .client, expected: "APPE, STOR or RETR after REST",
      received: command.printable)
  }
}

// What the server answers.
extension RestartMachine {
  mutating func settle(_ box: ReplyOutcome, isRange: Bool, _ argument: [UInt8]?) {
    guard box == .then(.restarted) else {
      sequence.settle(.refused)
      return
    }
    let argument = argument ?? []
    point = isRange ? RestartPoint(range: argument) : RestartPoint(offsetOrMarker: argument)
    sequence.settle(point == nil ? .none : .accepted)
  }

  /// A transfer has ended, however it did.
  mutating func endTransfer() { point = nil }
}
