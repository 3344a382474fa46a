import LibC

/// A terminal in raw mode: each key arrives at once, unseen, ^C as the byte 3.
///
/// When the owner goes, the terminal is as restored.
///
/// Output does not change: LF still moves to the start of the next line.
package struct RawTerminal: ~Copyable {
  private let descriptor: Int32
  private let before: termios

  /// Switches the terminal of a stream; nil if the stream is not a terminal.
  package init?(_ stream: StandardStream = .input) {
    var settings = termios()
    guard tcgetattr(stream.descriptor, &settings) == 0 else { return nil }
    let before = settings
    settings.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
    settings.c_cflag |= tcflag_t(CS8)
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    // Not TCSAFLUSH: keys typed ahead must be kept.
    guard tcsetattr(stream.descriptor, TCSADRAIN, &settings) == 0 else { return nil }
    descriptor = stream.descriptor
    self.before = before
  }

  deinit { Self.restore(descriptor, before) }

  /// Switches back now.
  package consuming func restore() {}

  private static func restore(_ descriptor: Int32, _ settings: termios) {
    var settings = settings
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }
}
