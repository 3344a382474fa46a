import FTPSystem

/// The commands to send, in order: those of the command line, and those of standard input in the place of `-`.
struct PendingCommands {
  private var arguments: ArraySlice<[UInt8]>
  private var input: InputLines?
  private var ahead: [UInt8]?

  init(_ arguments: [[UInt8]]) { self.arguments = arguments[...] }

  /// The next command, which stays the next one.
  mutating func peek() throws(LocalFileError) -> [UInt8]? {
    if ahead == nil { ahead = try read() }
    return ahead
  }

  /// Takes the next command.
  mutating func next() throws(LocalFileError) -> [UInt8]? {
    let next = try peek()
    ahead = nil
    return next
  }

  private mutating func read() throws(LocalFileError) -> [UInt8]? {
    while true {
      if input != nil {
        // Blank lines in a script separate its parts; they are not commands.
        while let line = try input?.next() {
          if !line.isEmpty { return line }
        }
        input = nil
      }
      guard let argument = arguments.popFirst() else { return nil }
      guard argument == [UInt8(ascii: "-")] else { return argument }
      input = InputLines()
    }
  }
}
