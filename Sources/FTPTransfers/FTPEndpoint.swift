import FTPProtocol

/// A command with its own reading of the reply: what a session can be called with.
///
/// The commands that there are stand in ``FTPCall`` as static members, so a call is `try await session(.size("notes.txt"))`.
/// A type of your own does as well:
///
/// ```swift
/// struct Quota: FTPEndpoint {
///   var command: Command { Command("SITE", "QUOTA") }
///   func output(of reply: Reply) throws(FTPError) -> String { reply.text }
/// }
/// ```
public protocol FTPEndpoint<Output>: Sendable {
  /// What the reply says.
  associatedtype Output: Sendable

  /// Commands that have to be agreed to before, as RNFR before RNTO; none by default.
  var preparations: [Command] { get }
  /// The command.
  var command: Command { get }
  /// Reads the final reply. Throws ``FTPError/refused(_:to:)`` where it is none that the command was given for.
  func output(of reply: Reply) throws(FTPError) -> Output
}

extension FTPEndpoint {
  /// None.
  public var preparations: [Command] { [] }

  /// The same command, whose output is made into something else.
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
  /// Commands that have to be agreed to before.
  public let preparations: [Command]
  /// The command.
  public let command: Command
  private let read: @Sendable (Reply) throws(FTPError) -> Output

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - preparations: commands that have to be agreed to before, with 2yz or 3yz.
  ///   - command: the command.
  ///   - read: reads a reply 2yz; any other is refused before.
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
