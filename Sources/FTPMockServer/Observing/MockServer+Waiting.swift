import FTPProtocol
import FTPTransport

/// What tests wait for while a client is at work.
///
/// ```swift
/// async let upload: Void = client.upload("copy.txt")             // with the client under test
/// let command = try await server.waitForCommand("STOR", matching: "*copy.txt")
/// try await server.waitUntil { $0.sessionCount == 0 }
/// ```
///
/// Each wait has an asynchronous form, which does not block, and one that blocks its thread.
extension MockServer {
  /// Waits until a command with this verb and such an argument has been taken up `count` times, however long ago the
  /// first of them, and returns that one.
  ///
  /// Throws ``WaitError`` when that has not happened in time, and `CancellationError` when the task is cancelled. What
  /// the command asks for may not be done yet: wait for that with `waitUntil(within:_:)`.
  @discardableResult
  public func waitForCommand(
    _ verb: Verb, matching pattern: String = "*", count: Int = 1, within limit: Duration = .seconds(10)
  ) async throws -> ReceivedCommand {
    try await wait(Self.text(verb, pattern, count), limit) {
      $0.receivedCommands(verb, matching: pattern).dropFirst(max(count, 1) - 1).first
    }
  }

  /// Waits until a command with this verb and such an argument has been taken up `count` times, and returns that one.
  ///
  /// Blocks. Throws ``WaitError`` when that has not happened in time.
  @discardableResult
  public func waitForCommand(
    _ verb: Verb, matching pattern: String = "*", count: Int = 1, within limit: Duration = .seconds(10)
  ) throws(WaitError) -> ReceivedCommand {
    try wait(Self.text(verb, pattern, count), limit) {
      $0.receivedCommands(verb, matching: pattern).dropFirst(max(count, 1) - 1).first
    }
  }

  /// Waits until a condition on the server holds; it is asked whenever something has happened in a session.
  ///
  /// Throws ``WaitError`` when that has not happened in time, and `CancellationError` when the task is cancelled. Of
  /// what is neither a command nor the end of a session, nobody learns of without a ``Configuration/recording``.
  public func waitUntil(
    within limit: Duration = .seconds(10), _ condition: @escaping @Sendable (MockServer) -> Bool
  ) async throws {
    try await wait("the condition", limit) { condition($0) ? () : nil }
  }

  /// Waits until a condition on the server holds; it is asked whenever something has happened in a session.
  ///
  /// Blocks. Throws ``WaitError`` when that has not happened in time.
  public func waitUntil(
    within limit: Duration = .seconds(10), _ condition: (MockServer) -> Bool
  ) throws(WaitError) {
    try wait("the condition", limit) { condition($0) ? () : nil }
  }

  /// Something did not happen in time, or the server ended before.
  public struct WaitError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was waited for.
    public let expected: String
    /// How long.
    public let limit: Duration
    /// Whether the server had ended.
    public let isServerEnded: Bool
    /// The last commands that were received, the oldest first.
    public let received: [ReceivedCommand]

    /// One line: what was waited for, how long, and what came instead.
    public var description: String {
      let reason = isServerEnded ? "before the server ended" : "within \(Deadline.text(of: limit))"
      let commands = received.map(\.description).joined(separator: ", ")
      return
        "\(expected) did not come \(reason); the last commands were: \(commands.isEmpty ? "none" : commands)"
    }
  }

  private static func text(_ verb: Verb, _ pattern: String, _ count: Int) -> String {
    "\(verb)\(pattern == "*" ? "" : " \(pattern)")" + (count > 1 ? " for the \(count)th time" : "")
  }

  private func wait<Value>(
    _ expected: String, _ limit: Duration, _ waiter: EventWaiter = EventWaiter(),
    for look: (MockServer) -> Value?
  ) throws(WaitError) -> Value {
    let found = core.events.wait(waiter, until: .after(limit)) { look(self) }
    if let found { return found }
    throw WaitError(
      expected: expected, limit: limit, isServerEnded: core.events.isFinished,
      received: receivedCommands.suffix(10))
  }

  private func wait<Value: Sendable>(
    _ expected: String, _ limit: Duration, for look: @escaping @Sendable (MockServer) -> Value?
  ) async throws -> Value {
    let waiter = EventWaiter()
    let result: Result<Value, WaitError> = await withTaskCancellationHandler {
      await BlockingThread.run {
        do throws(WaitError) {
          return .success(try self.wait(expected, limit, waiter, for: look))
        } catch {
          return .failure(error)
        }
      }
    } onCancel: {
      waiter.cancel()
    }
    if case .failure = result { try Task.checkCancellation() }
    return try result.get()
  }
}
