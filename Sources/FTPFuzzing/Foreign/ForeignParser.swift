import FTPProtocol
import FTPSystem

/// Another program's parser, behind a protocol of two lines.
///
/// It is sent the length of an input in digits, LF and the input, and answers with a line; which, a ``Comparison`` says. It
/// answers each input before it is sent many more, and goes on until its own input ends.
struct ForeignParser: ~Copyable {
  /// What became of an input.
  enum Answer: Hashable, Sendable {
    /// A line.
    case line(String)
    /// The process has ended.
    case crash
    /// There was no answer in time.
    case hang

    /// The line; nothing if there is none.
    var text: String { if case .line(let line) = self { line } else { "" } }
  }

  private let command: String
  private let limit: Duration
  private var process: ChildProcess?

  init(_ command: String, within limit: Duration) {
    self.command = command
    self.limit = limit
  }

  /// Has inputs read; the answers are as many, or end with a crash or a hang: then the rest is yet to be asked.
  mutating func read(_ inputs: [[UInt8]]) throws(SystemError) -> [Answer] {
    var request: [UInt8] = []
    for input in inputs {
      request += "\(input.count)\n".utf8
      request += input
    }
    if process == nil { process = try ChildProcess.start(shell: command) }
    // If the process has ended, its answer is missing.
    _ = process?.write(request, within: limit)
    var answers: [Answer] = []
    while answers.count < inputs.count {
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
