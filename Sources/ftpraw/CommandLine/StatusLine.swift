import FTPConversation

/// A line of standard error that is rewritten; nothing if that is not a terminal.
final class StatusLine: Sendable {
  private let console: any Console
  /// Whether it can be seen.
  let isShown: Bool
  private let shown = Guarded(false)

  init(_ console: any Console) {
    self.console = console
    isShown = console.isTerminal(.error)
  }

  /// How long a line may be.
  var width: Int { max(20, (console.terminalWidth ?? 80) - 1) }

  /// Writes the line over the one that is shown.
  func show(_ line: String) {
    shown.withLock { shown in
      guard isShown, shown || !line.isEmpty else { return }
      console.printError("\r\u{1B}[K\(line)", terminator: "")
      shown = !line.isEmpty
    }
  }

  /// Removes the line.
  func end() { show("") }

  /// The first of these forms that fits; each leaves out more, the last as much as possible.
  static func text(_ forms: [[String?]], width: Int) -> String {
    let texts = forms.map { $0.compactMap(\.self).joined(separator: " ") }
    return texts.first { $0.count <= width } ?? texts.last ?? ""
  }

  /// A partly filled bar.
  static func bar(_ filled: Int, of width: Int) -> String {
    "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled) + "]"
  }
}
