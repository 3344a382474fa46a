import FTPConversation
import FTPProtocol

/// A command that the server received, with secrets replaced.
public struct ReceivedCommand: Hashable, Sendable {
  /// The number of its session; the first of a server is 1.
  public let session: Int
  /// The verb.
  public let verb: Verb
  /// The argument, repaired if it is not UTF-8; nil if there was none, `****` if it is a secret.
  public let argument: String?
  /// When it was begun, counted from the server's start.
  public let time: Duration

  init(session: Int, command: Command, time: Duration) {
    self.session = session
    let shown = command.argument == [] ? command : command.redacted
    verb = shown.verb
    argument = shown.argument.map { _ in shown.text }
    self.time = time
  }
}

extension ReceivedCommand: CustomStringConvertible {
  /// The command as vector text: printable ASCII, everything else escaped.
  public var description: String {
    VectorText.escape(Array((argument.map { "\(verb) \($0)" } ?? verb.name).utf8))
  }
}
