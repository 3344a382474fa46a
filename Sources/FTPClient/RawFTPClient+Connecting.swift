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
    let wakeUp = WakeUp()
    let outcome: Result<RawFTPClient, FTPClientError> = await withTaskCancellationHandler {
      do throws(TransportError) {
        let executor = try ThreadExecutor()
        return .success(
          try await BlockingThread.run { () throws(TransportError) in
            var connection = try TCPConnection.connect(
              toHost: host, port: port, family: configuration.family, from: configuration.localAddress,
              deadline: .after(configuration.timeouts.connect), wakeUp: wakeUp)
            try LayerSchedule(
              configuration.recordLayers, as: .client, limit: configuration.timeouts.connect
            )?.begin(&connection)
            return RawFTPClient(connection, executor: executor, wakeUp: wakeUp, configuration: configuration)
          })
      } catch { return .failure(.transport(error)) }
    } onCancel: {
      wakeUp.signal()
    }
    let client = try outcome.get()
    if awaitingGreeting { try await client.awaitGreeting() }
    return client
  }

  /// Reads the greeting, preliminary ones (120) included, and returns the one that counts.
  @discardableResult
  public func awaitGreeting() async throws(FTPClientError) -> Reply {
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
