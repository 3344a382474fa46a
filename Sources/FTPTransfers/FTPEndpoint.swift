import FTPProtocol

/// A command that interprets its own reply; a session can be called with it.
///
/// The existing commands are static members of ``FTPCall``, so a call is `try await session(.size("notes.txt"))`.
/// Your own types work too:
///
/// ```swift
/// struct Quota: FTPEndpoint {
///   var command: Command { Command("SITE", "QUOTA") }
///   func output(of reply: Reply) throws(FTPError) -> String { reply.text }
/// }
/// ```
public protocol FTPEndpoint<Output>: Sendable {
  /// The value in the reply.
  associatedtype Output: Sendable

  /// Commands that must succeed first, such as RNFR before RNTO; none by default.
  var preparations: [Command] { get }
  var command: Command { get }
  /// Reads the final reply. Throws ``FTPError/refused(_:to:)`` if it is not a successful one.
  func output(of reply: Reply) throws(FTPError) -> Output
}

extension FTPEndpoint {
  /// No commands by default.
  public var preparations: [Command] { [] }

  /// The same command with its output converted.
  ///
  /// - Throws: ``FTPError`` if the server refuses, the conversation fails, or the task is cancelled.
  public func map<Value: Sendable>(
    _ transform: @escaping @Sendable (Output) throws(FTPError) -> Value
  ) -> FTPCall<Value> {
    FTPCall(preparations: preparations, command) { (reply) throws(FTPError) in
      try transform(try output(of: reply))
    }
  }
}

/// A command and a closure that reads its reply.
public struct FTPCall<Output: Sendable>: FTPEndpoint {
  /// Commands that must succeed first.
  public let preparations: [Command]
  /// The command.
  public let command: Command
  private let read: @Sendable (Reply) throws(FTPError) -> Output

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - preparations: commands that must succeed first, with 2yz or 3yz.
  ///   - command: the command.
  ///   - read: reads a 2yz reply; any other has already thrown an error.
  public init(
    preparations: [Command] = [], _ command: Command,
    _ read: @escaping @Sendable (Reply) throws(FTPError) -> Output
  ) {
    self.preparations = preparations
    self.command = command
    self.read = read
  }

  /// Reads the final reply.
  ///
  /// - Throws: ``FTPError`` if the server refuses, the conversation fails, or the task is cancelled.
  public func output(of reply: Reply) throws(FTPError) -> Output {
    guard reply.code.firstDigit == 2 else { throw .refused(reply, to: command) }
    return try read(reply)
  }
}
