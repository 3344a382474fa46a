import FTPProtocol
import FTPTransport

/// Waits of tests while a client is at work.
///
/// ```swift
/// async let upload: Void = client.upload("copy.txt")             // with the client under test
/// let command = try await server.waitForCommand("STOR", matching: "*copy.txt")
/// try await server.waitUntil { $0.sessionCount == 0 }
/// ```
///
/// Each wait has an asynchronous form, which does not block, and one that blocks its thread.
extension MockServer {
  /// Waits until a command with this verb and a matching argument has been begun `count` times, counting earlier ones,
  /// and returns the last one.
  ///
  /// Throws ``WaitError`` if that does not happen in time, and `CancellationError` if the task is cancelled. The effect
  /// of the command may not be complete yet: wait for that with `waitUntil(within:_:)`.
  @discardableResult
  public func waitForCommand(
    _ verb: Verb, matching pattern: String = "*", count: Int = 1, within limit: Duration = .seconds(10)
  ) async throws -> ReceivedCommand {
    try await wait(Self.text(verb, pattern, count), limit) {
      $0.receivedCommands(verb, matching: pattern).dropFirst(max(count, 1) - 1).first
    }
  }

  /// Waits until a command with this verb and a matching argument has been begun `count` times, and returns the last
  /// one.
  ///
  /// Blocks. Throws ``WaitError`` if that does not happen in time.
  @discardableResult
  public func waitForCommand(
    _ verb: Verb, matching pattern: String = "*", count: Int = 1, within limit: Duration = .seconds(10)
  ) throws(WaitError) -> ReceivedCommand {
    try wait(Self.text(verb, pattern, count), limit) {
      $0.receivedCommands(verb, matching: pattern).dropFirst(max(count, 1) - 1).first
    }
  }

  /// Waits until a condition on the server is true; it is checked whenever something happens in a session.
  ///
  /// Throws ``WaitError`` if that does not happen in time, and `CancellationError` if the task is cancelled. Without a
  /// ``Configuration/recording``, only commands and ends of sessions are noticed.
  public func waitUntil(
    within limit: Duration = .seconds(10), _ condition: @escaping @Sendable (MockServer) -> Bool
  ) async throws {
    try await wait("the condition", limit) { condition($0) ? () : nil }
  }

  /// Waits until a condition on the server is true; it is checked whenever something happens in a session.
  ///
  /// Blocks. Throws ``WaitError`` if that does not happen in time.
  public func waitUntil(
    within limit: Duration = .seconds(10), _ condition: (MockServer) -> Bool
  ) throws(WaitError) {
    try wait("the condition", limit) { condition($0) ? () : nil }
  }

  /// Something did not happen in time, or the server ended before.
  public struct WaitError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The awaited event.
    public let expected: String
    /// The time limit.
    public let limit: Duration
    /// Whether the server had ended.
    public let isServerEnded: Bool
    /// The last commands that were received, the oldest first.
    public let received: [ReceivedCommand]

    /// One line: the awaited event, the time limit, and what happened instead.
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
