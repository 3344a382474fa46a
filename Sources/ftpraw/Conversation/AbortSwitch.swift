import FTPClient
import FTPConversation
import FTPProtocol

/// Lets other code stop the transfer in progress, such as an interrupt from the keyboard.
final class AbortSwitch: Sendable {
  /// The replies to an aborted transfer and to ABOR.
  typealias Replies = (cut: Reply?, abor: Reply?)

  private struct State {
    var transfer: DataTransfer?
    var aborting: Task<Replies, any Error>?
  }

  private let state = Guarded(State())

  /// Says that a transfer is in progress.
  func begin(_ transfer: DataTransfer) {
    state.withLock { $0 = State(transfer: transfer) }
  }

  /// Ends the transfer; returns the task that aborts it, if there is one.
  @discardableResult
  func end() -> Task<Replies, any Error>? {
    state.withLock { state in
      defer { state = State() }
      return state.aborting
    }
  }

  /// Sends ABOR if a transfer is in progress and none has been sent; false if there is nothing to abort.
  func abort() -> Bool {
    state.withLock { state in
      guard let transfer = state.transfer, state.aborting == nil else { return false }
      state.aborting = Task { try await transfer.abort() }
      return true
    }
  }
}
