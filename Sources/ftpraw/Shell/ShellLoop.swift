import FTPClient
import FTPConversation
import FTPProtocol

/// A user's dialogue with a server, one line at a time.
///
/// A line is a command and is sent unchanged. Three first characters, with which no command begins, are for the
/// shell itself: `?` explains, `>FILE` names the file for downloads, `<FILE` the one that uploads send.
struct ShellLoop: ~Copyable {
  private let invocation: Invocation
  private let view: ConversationView
  private var dialogue: Dialogue
  private var reader: LineReader
  private let current: CurrentCommand
  private var lastReply: Reply?

  init(_ invocation: Invocation, view: ConversationView, dialogue: Dialogue, current: CurrentCommand) {
    self.invocation = invocation
    self.view = view
    self.dialogue = dialogue
    self.current = current
    reader = LineReader(console: invocation.console)
  }

  /// Takes lines until the input ends or the conversation does.
  mutating func run() async throws -> ExitStatus {
    lastReply = await dialogue.client.greeting
    while await dialogue.client.isConnected, dialogue.client.state != .closing {
      switch try reader.next(prompt: "[\(dialogue.client.state.phrase)] ") {
      case .ended: return .fine
      case .interrupted: return .interrupted
      case .line(let line):
        if !line.isEmpty { try await take(line) }
      }
    }
    return .fine
  }

  private mutating func take(_ line: [UInt8]) async throws {
    let rest = line.dropFirst().drop { $0 == 0x20 }
    switch line[0] {
    case UInt8(ascii: "?"): explain(String(decoding: rest, as: UTF8.self))
    case UInt8(ascii: ">"):
      dialogue.sink = rest.isEmpty ? nil : DataSink(path: String(decoding: rest, as: UTF8.self))
    case UInt8(ascii: "<"):
      dialogue.source = rest.isEmpty ? nil : DataSource(path: String(decoding: rest, as: UTF8.self))
    default: try await perform(line)
    }
  }

  /// Sends a command; errors that do not end the conversation are reported, and the next line is asked for.
  private mutating func perform(_ line: [UInt8]) async throws {
    do {
      current.begin(dialogue.abortSwitch)
      defer { current.end() }
      lastReply = try await dialogue.perform(line, before: nil).reply
      try dialogue.sink?.close()
    } catch {
      if let error = error as? FTPClientError, error.endsConversation { throw error }
      if error is CancellationError { throw error }
      _ = invocation.report(ConversationFailure(error))
    }
    view.finish()
  }

  /// Explains a topic, or the last reply.
  private func explain(_ text: String) {
    do throws(ArgumentValueError) {
      guard let topic = text.isEmpty ? lastReply.map(Topic.reply) : try Topic(text) else {
        return invocation.report("no reply yet; '? PASV' explains a command")
      }
      let explanation = Explanation(width: HelpPage.width(invocation.console))
      invocation.console.print(explanation.text(for: topic), terminator: "")
    } catch {
      let hint = error.suggestion.map { "; did you mean '\($0)'?" } ?? ""
      invocation.report(error.message + hint)
    }
  }
}

/// What an interrupt is meant for: the transfer in progress, or else the shell.
final class CurrentCommand: Sendable {
  private let abortSwitch = Guarded<AbortSwitch?>(nil)

  /// A command has begun.
  func begin(_ abortSwitch: AbortSwitch) { self.abortSwitch.withLock { $0 = abortSwitch } }

  /// No command is in progress.
  func end() { abortSwitch.withLock { $0 = nil } }

  /// Aborts the transfer in progress; false if there is none.
  func abort() -> Bool { abortSwitch.withLock { $0?.abort() ?? false } }
}
