import LibC

/// One of the three streams a process starts with.
///
/// Nothing is buffered.
///
/// ```swift
/// try StandardStream.error.write("ftpraw: listening on 127.0.0.1:2121\n")
/// ```
package struct StandardStream: Hashable, Sendable {
  /// The descriptor: 0, 1 or 2.
  package let descriptor: Int32
  /// Its name in a message.
  package let name: String

  package static let input = StandardStream(descriptor: 0, name: "standard input")
  package static let output = StandardStream(descriptor: 1, name: "standard output")
  package static let error = StandardStream(descriptor: 2, name: "standard error")

  /// Occupies the streams that the process was started without, so that no file or connection takes their place and
  /// gets what is meant for them; reading and writing them fail as before.
  package static func occupyClosed() {
    for stream in [input, output, error] where fcntl(stream.descriptor, F_GETFD) == -1 {
      // The system gives out the lowest number that is free, which is this one.
      _ = open("/dev/null", stream == input ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether a person sits at the other end.
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Columns and rows of the terminal; nil if it is not a terminal or does not report them.
  package var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, Platform.windowSizeRequest, &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Writes all bytes.
  ///
  /// - Throws: with operation `.write`; `isBrokenPipe` means that the reader has gone, provided that
  ///   `Signals.ignoreBrokenPipe()` was called, else the process ends.
  package func write(_ bytes: Span<UInt8>) throws(LocalFileError) {
    try FileBytes.write(descriptor, bytes, name: name)
  }

  /// Writes all bytes of an array; throws as the other one does.
  package func write(_ bytes: [UInt8]) throws(LocalFileError) { try write(bytes.span) }

  /// Writes a text in UTF-8; throws as the other one does.
  package func write(_ text: String) throws(LocalFileError) { try write(Array(text.utf8)) }

  /// Reads available bytes, waiting for at least one, up to the size of the buffer; 0 is the end.
  ///
  /// A terminal returns a line at a time. To be able to stop waiting, use `wait(for:deadline:wakeUp:)` first. Throws
  /// with operation `.read`.
  package func read(into buffer: inout [UInt8]) throws(LocalFileError) -> Int {
    try FileBytes.read(descriptor, into: &buffer, name: name)
  }
}
