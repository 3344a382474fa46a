/// The standard streams and the environment of a run, behind an interface that tests can replace.
///
/// Writing never fails towards the caller: the first failure is kept, everything after it is dropped, and the
/// program ends with ``ExitStatus/localFile`` and one line that says why. A reader that has gone, such as `head`, is
/// not a failure: the rest of the output is dropped.
protocol Console: Sendable {
  /// Writes bytes to a stream, all of them, before it returns.
  func write(_ bytes: [UInt8], to stream: ConsoleStream)
  /// Writes a file for another program to standard output, byte for byte.
  func writeFile(_ bytes: [UInt8])
  func isTerminal(_ stream: ConsoleStream) -> Bool
  /// The width of the terminal in columns, or nil if there is none.
  var terminalWidth: Int? { get }
  /// The value of an environment variable, or nil if it is not set.
  func environment(_ name: String) -> String?
  /// Why the first write that failed did so, in words that fit a line; nil as long as none failed.
  var failure: String? { get }
}

/// One of the three standard streams.
enum ConsoleStream: Hashable, Sendable {
  case input, output, error
}

extension Console {
  func writeFile(_ bytes: [UInt8]) { write(bytes, to: .output) }

  /// Writes text to standard output.
  func print(_ text: String, terminator: String = "\n") {
    write(Array((text + terminator).utf8), to: .output)
  }

  /// Writes text to standard error.
  func printError(_ text: String, terminator: String = "\n") {
    write(Array((text + terminator).utf8), to: .error)
  }
}
