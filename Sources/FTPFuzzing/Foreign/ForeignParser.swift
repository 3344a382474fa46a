import FTPSystem

/// Another program's parser, as a process that speaks a simple protocol.
///
/// It is sent the length of an input in digits, LF and the input, and answers with one line, whose form the
/// ``Comparison`` determines. It answers each input before it has read many more, and runs until its own input ends.
struct ForeignParser: ~Copyable {
  /// The result of reading an input.
  enum Answer: Hashable, Sendable {
    case line(String)
    /// The process has ended.
    case crash
    /// There was no answer in time.
    case hang

    /// The line; empty if there is none.
    var text: String { if case .line(let line) = self { line } else { "" } }
  }

  private let command: String
  private var process: ChildProcess?

  init(_ command: String) { self.command = command }

  /// Sends inputs and reads the answers.
  ///
  /// There are as many answers as inputs, or fewer that end with a crash or a hang; then the caller sends the rest
  /// again.
  mutating func read(
    _ inputs: ArraySlice<[UInt8]>, within limit: Duration
  ) throws(SystemError) -> [Answer] {
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
