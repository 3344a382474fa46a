import FTPProtocol
import FTPSystem

/// Another program's parser of replies, behind a protocol of two lines.
///
/// It is sent the length of a stream in digits, LF and the stream: all that a server says before it closes. It answers with a
/// line: `CODE/LINES` for each reply, and `end` where nothing is left, `open` where something is that makes no reply, or
/// `error` where it has refused to go on. It answers each stream before it is sent many more, and goes on until its input
/// ends.
struct ForeignReplyParser: ~Copyable {
  /// What became of a stream.
  enum Answer: Hashable, Sendable {
    /// A line of the form above.
    case line(String)
    /// The process has ended.
    case crash
    /// There was no answer in time.
    case hang
  }

  private let command: String
  private let limit: Duration
  private var process: ChildProcess?

  init(_ command: String, within limit: Duration) {
    self.command = command
    self.limit = limit
  }

  /// Has streams read; the answers are as many, or end with a crash or a hang: then the rest is yet to be asked.
  mutating func read(_ streams: [[UInt8]]) throws(SystemError) -> [Answer] {
    var request: [UInt8] = []
    for stream in streams {
      request += "\(stream.count)\n".utf8
      request += stream
    }
    if process == nil { process = try ChildProcess.start(shell: command) }
    // A process that has ended since is told by its missing answer.
    _ = process?.write(request, within: limit)
    var answers: [Answer] = []
    while answers.count < streams.count {
      switch process?.readLine(within: limit) {
      case .text(let line): answers.append(.line(String(decoding: line, as: UTF8.self)))
      case .late:
        answers.append(.hang)
        process = nil
        return answers
      case .ended, nil:
        answers.append(.crash)
        process = nil
        return answers
      }
    }
    return answers
  }
}
