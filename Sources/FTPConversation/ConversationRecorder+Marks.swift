import FTPProtocol

/// Events of connections other than bytes, opening and closing.
extension ConversationRecorder {
  /// An agreed data connection could not be opened.
  package func dataRefused() {
    mark { .dataRefused(DataConnectionID(rawValue: $0.openedDataConnections + 1)) }
  }

  /// One side has closed its half of the control connection.
  package func controlHalfClosed(by side: ConversationMark.Side) {
    mark { _ in .controlHalfClosed(by: side) }
  }

  /// The client has closed its half of a data connection.
  ///
  /// For the server, see ``dataEnded(_:)``.
  package func dataHalfClosed(_ identifier: DataConnectionID) {
    mark { _ in .dataHalfClosed(identifier, by: .client) }
  }

  /// Something of TLS was seen, on the control connection for nil.
  package func tls(_ identifier: DataConnectionID? = nil, _ event: ConversationMark.TLSEvent) {
    mark { _ in .tls(identifier, event) }
  }

  /// Bytes were sent that the recording lacks, on the control connection for nil.
  package func missing(
    _ byteCount: Int, from side: ConversationMark.Side, on identifier: DataConnectionID? = nil
  ) {
    if identifier == nil, side == .client {
      change { state, _ in
        let login = state.judge.login
        state.lines.missed(isSecret: login == .awaitingPassword || login == .awaitingAccount)
      }
    }
    mark { _ in .missing(identifier, byteCount: byteCount, from: side) }
  }

  /// The recording ends here, and the conversation does not.
  package func cutShort() { mark { _ in .cutShort } }

  /// The caller no longer waits for the reply to a command; a later one is a stray.
  package func abandon(_ command: Int) {
    change { state, time in
      let judgement = state.judge.abandon(command)
      guard let verb = judgement.command?.verb else { return }
      add(.mark(.noReply(verb)), at: time, to: &state)
      add(judgement.verdicts, at: time, to: &state)
    }
  }

  /// Passes a mark to the judge, and keeps it with the judge's result.
  private func mark(_ make: (borrowing State) -> ConversationMark) {
    change { state, time in
      let mark = make(state)
      let judgement = state.judge.observe(mark)
      add(.mark(mark), at: time, to: &state)
      add(judgement?.verdicts ?? [], at: time, to: &state)
    }
  }
}
