import FTPProtocol
import FTPTransport

extension RawFTPClient {
  /// Connects to a server and reads its greeting.
  ///
  /// Tries every address of the name. A greeting other than 220 is not an error: see ``greeting``.
  /// - Parameters:
  ///   - host: a name, an IPv4 address or an IPv6 address without brackets.
  ///   - port: 21 unless the server listens elsewhere.
  ///   - configuration: time limits, TLS, leniency, and what to record.
  ///   - awaitingGreeting: false to read the greeting with `nextReply()`, or to speak first.
  /// - Returns: A connected client.
  /// - Throws: ``FTPClientError/transport(_:)`` if no address answers, and what `nextReply()` throws if no greeting
  ///   comes.
  public static func connect(
    to host: String, port: UInt16 = 21, configuration: Configuration = Configuration(),
    awaitingGreeting: Bool = true
  ) async throws(FTPClientError) -> RawFTPClient {
    let line = AsyncLock()
    let outcome: Result<RawFTPClient, FTPClientError> = await withTaskCancellationHandler {
      do throws(TransportError) {
        let executor = try ThreadExecutor()
        return .success(
          try await executor.run { () throws(TransportError) in
            var connection = try TCPConnection.connect(
              toHost: host, port: port, family: configuration.family, from: configuration.localAddress,
              deadline: .after(configuration.timeouts.connect), wakeUp: line.wakeUp)
            try LayerSchedule(
              configuration.recordLayers, as: .client, limit: configuration.timeouts.connect
            )?.begin(&connection)
            return RawFTPClient(
              connection, to: host, executor: executor, line: line, configuration: configuration)
          })
      } catch { return .failure(error.isCancelled ? .cancelled(endsConversation: true) : .transport(error)) }
    } onCancel: {
      line.wakeUp.signal()
    }
    let client = try outcome.get()
    if configuration.tls.isImplicit { try await client.secureAtOnce() }
    guard awaitingGreeting else { return client }
    do throws(FTPClientError) { try await client.awaitGreeting() } catch {
      // The caller gets no client, so nothing else would close it.
      if case .cancelled = error { throw .cancelled(endsConversation: true) }
      throw error
    }
    return client
  }

  /// Reads the greeting, preliminary ones (120) included, and returns the one that counts.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  @discardableResult
  public nonisolated func awaitGreeting() async throws(FTPClientError) -> Reply {
    try await blocking { client throws(FTPClientError) in
      let deadline = Deadline.after(client.timeouts.greeting)
      client.reportSilence(before: deadline)
      while true {
        let reply = try client.nextReply(awaiting: .greeting, deadline: deadline)
        guard reply.code.isPreliminary else {
          client.greeting = reply
          return reply
        }
      }
    }
  }

  /// Waits a moment for the first byte, and tells the observer if there is none.
  private func reportSilence(before deadline: Deadline) {
    guard let tell = configuration.silenceObserver, inbox.kept.isEmpty, !configuration.tls.isImplicit else {
      return
    }
    do throws(TransportError) {
      let moment = deadline.earlier(.after(.seconds(2)))
      _ = try control.connection.wait(for: .readable, deadline: moment, wakeUp: line.wakeUp)
    } catch {
      // Whoever reads next meets all other errors again.
      if error.isTimeout, !deadline.hasPassed { tell() }
    }
  }
}
