import FTPProtocol

/// Bytes that travel without being seen, because the system moves them from the file to the connection.
extension ConversationRecorder {
  /// Whether bytes of a data connection would still be kept; when they would not, it is enough to count them.
  package func keepsMore(of identifier: DataConnectionID) -> Bool {
    change { state, _ in
      guard let connection = state.dataConnections[identifier] else { return false }
      return connection.keptBytes < limits.dataBytes
    }
  }

  /// Bytes were transferred over a data connection, and only their number is known.
  package func data(_ identifier: DataConnectionID, _ direction: DataDirection, count: Int) {
    change { state, time in
      release(identifier, at: time, in: &state)
      guard var connection = state.dataConnections[identifier], count > 0 else { return }
      let isFirst = connection.byteCount == 0
      connection.byteCount += count
      state.dataConnections[identifier] = connection
      switch direction {
      case .download: state.counters.downloaded += count
      case .upload: state.counters.uploaded += count
      }
      guard isFirst else { return }
      add(state.judge.observe(data: .firstByte).verdicts, at: time, to: &state)
    }
  }
}
