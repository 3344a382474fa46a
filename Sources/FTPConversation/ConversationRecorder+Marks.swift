import FTPProtocol

/// What happens to connections and is kept as a note, in the words of marks.
extension ConversationRecorder {
  /// A data connection that was agreed on could not be made.
  package func dataRefused() {
    change { state, time in
      let judgement = state.judge.observe(data: .refused)
      add(.note(VectorMark.dataRefused(DataConnectionID(rawValue: 1)).description), at: time, to: &state)
      add(judgement.verdicts, at: time, to: &state)
    }
  }

  /// Something of TLS was seen on the control connection.
  package func security(_ event: SecurityEvent) {
    change { state, time in
      let judgement = state.judge.observe(security: event)
      add(.note(VectorMark.tls(nil, VectorMark.TLSEvent(event)).description), at: time, to: &state)
      add(judgement.verdicts, at: time, to: &state)
    }
  }

  /// One side has closed its half of the control connection.
  package func controlHalfClosed(by side: VectorMark.Side) {
    note(VectorMark.controlHalfClosed(by: side).description)
  }

  /// The client has closed its half of a data connection.
  package func dataHalfClosed() {
    note(VectorMark.dataHalfClosed(DataConnectionID(rawValue: 1), by: .client).description)
  }
}
