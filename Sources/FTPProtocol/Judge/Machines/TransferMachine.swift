// A transfer and its data connection: RFC 959, sections 3.2 and 5.2, and the second diagram of section 6.
//
//     none ── 1yz: wait ─▶ in progress ── success, failure ─▶ none
//
// The two connections have no common order, so the data connection is followed by itself:
//
//     none ── opened ─▶ open ── first byte ─▶ moved ── ended ─▶ (the server's side) ── closed ─▶ counted
//
// The 1yz reply precedes the first byte, and in stream mode the close precedes the reply that reports it. A final
// reply marks the connection as reported: its later events belong to no transfer. In block and
// compressed mode the connection may outlive the transfer and serve the next one.

/// A transfer that has had its 1yz reply and not yet its final one.
package struct TransferState: Hashable, Sendable {
  package let command: Command
  /// Its number in the session.
  package let ordinal: Int
  /// The 1yz reply that began it.
  package let preliminary: ReplyCode
  /// The offset that REST set; nil for the beginning.
  package let restartOffset: UInt64?
  /// Whether ABOR has been sent since.
  package internal(set) var isAborted: Bool
}

/// An event of a data connection.
public enum DataEvent: Hashable, Sendable {
  /// The connection was opened, by either side.
  case opened
  /// The first byte was read or written.
  case firstByte
  /// The server closed its side; bytes that it sent before may not have been read yet. An observer that
  /// cannot see this before reading them omits the event, and reads all data before it reads replies.
  case ended
  /// The connection was closed, after this many bytes in both directions together.
  case closed(byteCount: UInt64)
  /// The connection could not be opened.
  case refused
  /// Bytes of the connection, or its end, were not seen.
  case missing
}

/// The state of the current data connection.
package struct DataConnectionState: Hashable, Sendable {
  /// Made and not yet closed.
  package internal(set) var isOpen = false
  /// At least one byte was seen.
  package internal(set) var hasMoved = false
  /// The server has closed its side.
  package internal(set) var hasEnded = false
  /// It could not be opened.
  package internal(set) var isRefused = false
  /// The number of bytes it carried, known once it is closed.
  package internal(set) var byteCount: UInt64?
  /// The final reply of the transfer has arrived.
  var isReported = false
  /// Bytes or the end are missing in what was seen, so that nothing follows from what was not seen.
  var isIncomplete = false
}

/// The state of the transfer in progress and its data connection, and how events change it.
struct TransferMachine: Sendable {
  /// The transfer in progress, from its 1yz reply to its final one.
  private(set) var current: TransferState?
  private(set) var data = DataConnectionState()

  /// ABOR is sent.
  mutating func sendAbort() { current?.isAborted = true }

  /// Nothing is known of the next data connection yet.
  mutating func expectConnection() { data = DataConnectionState() }

  /// The transfer is given up, or its connection is gone.
  mutating func forget() { current = nil }

  /// A command that the transfer is that of is given up.
  mutating func forget(_ ordinal: Int) {
    if let current, current.ordinal == ordinal { self.current = nil }
  }
}

// What the server answers.
extension TransferMachine {
  /// A transfer has had its 1yz reply.
  mutating func begin(_ transfer: TransferState, _ judgement: inout Judgement) {
    if data.hasMoved, !data.isReported {
      judgement.add(
        "959:4.2:preliminary-before-data", by: .server,
        expected: "\(transfer.preliminary) before the first byte of data",
        received: "data, then \(transfer.preliminary)")
    }
    if data.isReported {
      // A connection that outlives its transfer, as in block mode, serves the next one.
      let isOpen = data.isOpen
      data = DataConnectionState()
      data.isOpen = isOpen
    }
    current = transfer
  }

  /// A transfer got its final reply; true if that used up its data connection.
  mutating func end(_ entry: CommandInFlight, _ box: ReplyOutcome, _ judgement: inout Judgement) -> Bool {
    // A connection whose transfer was reported carried nothing for this one.
    if let count = data.byteCount, !data.isReported, entry.preliminaries > 0 || data.hasMoved {
      judgement.facts.append(.bytes(count))
    }
    if entry.preliminaries == 0, box == .failure, !data.hasMoved { return false }
    data.isReported = true
    return true
  }

  /// The server reports success: judges what that implies for the data connection.
  ///
  /// `endsByClosing` depends on the mode.
  func judgeSuccess(_ code: ReplyCode, endsByClosing: Bool, isAborted: Bool, _ judgement: inout Judgement) {
    if data.isOpen, !data.hasEnded, !data.isIncomplete, endsByClosing, !isAborted {
      judgement.cite(
        "959:5.2:final-after-close", expected: "the close of the data connection before \(code)",
        received: "\(code) while it is open")
    }
    if data.isRefused {
      judgement.cite(
        "959:4.2:success-means-done", expected: "425 without a data connection", received: code.description)
    }
  }
}

// Events of the data connection.
extension TransferMachine {
  mutating func observe(_ event: DataEvent, endsByClosing: Bool, _ judgement: inout Judgement) {
    switch event {
    case .opened:
      if data.byteCount != nil || data.isRefused || data.isReported { data = DataConnectionState() }
      data.isOpen = true
    case .firstByte:
      if data.isReported, !data.hasEnded, !data.isIncomplete, endsByClosing, !data.hasMoved || !data.isOpen {
        judgement.add(
          "959:5.2:final-after-close", by: .server, expected: "the data before the final reply",
          received: "data after it")
      }
      data.hasMoved = true
    case .ended:
      data.hasEnded = true
    case .closed(let count):
      data.isOpen = false
      data.byteCount = count
      data.hasMoved = data.hasMoved || count > 0
      judgement.facts.append(.bytes(count))
    case .refused:
      data = DataConnectionState()
      data.isRefused = true
    case .missing:
      data.isIncomplete = true
    }
  }
}
