import FTPProtocol
import FTPTransport

extension RawFTPClient {
  /// Connects to a server and reads its greeting.
  ///
  /// Every address of the name is tried. A greeting other than 220 is returned like one: see ``greeting``. Throws
  /// ``FTPClientError/transport(_:)`` when no address answers, and as ``nextReply()-async`` does when the greeting
  /// does not come.
  /// - Parameters:
  ///   - host: a name, an IPv4 address or an IPv6 address without brackets.
  ///   - port: 21 unless the server listens elsewhere.
  ///   - awaitingGreeting: false to read the greeting with ``nextReply()-async``, or to speak first.
  public static func connect(
    to host: String, port: UInt16 = 21, configuration: Configuration = Configuration(),
    awaitingGreeting: Bool = true
  ) async throws(FTPClientError) -> RawFTPClient {
    let line = TurnLine()
    let outcome: Result<RawFTPClient, FTPClientError> = await withTaskCancellationHandler {
      do throws(TransportError) {
        let executor = try ThreadExecutor()
        return .success(
          try await BlockingThread.run { () throws(TransportError) in
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
      // The caller gets no client to go on with.
      if case .cancelled = error { throw .cancelled(endsConversation: true) }
      throw error
    }
    return client
  }

  /// Reads the greeting, preliminary ones (120) included, and returns the one that counts.
  @discardableResult
  public nonisolated func awaitGreeting() async throws(FTPClientError) -> Reply {
    try await blocking { client throws(FTPClientError) in
      let deadline = Deadline.after(client.timeouts.greeting)
      while true {
        let reply = try client.nextReply(awaiting: "greeting", deadline: deadline)
        guard reply.code.isPreliminary else {
          client.greeting = reply
          return reply
        }
      }
    }
  }
}
