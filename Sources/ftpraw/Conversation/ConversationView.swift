import FTPConversation
import FTPProtocol

/// Shows the events of a conversation as they happen, as vector notation or as JSON, on one stream.
final class ConversationView: Sendable {
  /// How the conversation is shown.
  struct Style: Sendable {
    /// One JSON object per line instead of vector notation.
    var isJSON = false
    /// Meanings with times, marks of the control connection, and cuts.
    var isVerbose = false
    /// Colours.
    var isColored = false
    /// Whether the data of downloads is shown as rows.
    var showsDownloads = true
    /// Whether the data of uploads is shown as rows.
    var showsUploads = true
    /// The stream it is written to: standard output, or standard error if the former carries the data.
    var stream = ConsoleStream.output
  }

  private struct State: Sendable {
    var printer: TranscriptPrinter
    var serverVerdicts = 0
  }

  private let console: any Console
  private let style: Style
  private let state: Guarded<State>

  init(console: any Console, style: Style) {
    self.console = console
    self.style = style
    var options = TranscriptPrinter.Options()
    options.isVerbose = style.isVerbose
    options.showsDownloads = style.showsDownloads
    options.showsUploads = style.showsUploads
    state = Guarded(State(printer: TranscriptPrinter(options: options)))
  }

  /// How many deviations of the server have been seen.
  var serverVerdicts: Int { state.withLock { $0.serverVerdicts } }

  func show(_ event: ConversationEvent) {
    state.withLock { state in
      if case .verdict(let verdict) = event.content, verdict.party == .server { state.serverVerdicts += 1 }
      if style.isJSON {
        write(event.json.text + "\n")
        return
      }
      write(state.printer.rows(for: event))
    }
  }

  /// Shows what is held of an unfinished line of data.
  func finish() {
    state.withLock { state in write(state.printer.finish()) }
  }

  private func write(_ rows: [TranscriptPrinter.Row]) {
    guard !rows.isEmpty else { return }
    write(rows.map { painted($0) + "\n" }.joined())
  }

  private func write(_ text: String) {
    console.write(Array(text.utf8), to: style.stream)
  }

  /// The row in its colour: the reader's own words stand out, deviations stand out most.
  private func painted(_ row: TranscriptPrinter.Row) -> String {
    guard style.isColored else { return row.text }
    let color =
      switch row.kind {
      case .command: "36"
      case .reply: "0"
      case .download, .upload: "34"
      case .meaning, .mark: "2"
      case .verdict: "1;33"
      }
    return "\u{1B}[\(color)m\(row.text)\u{1B}[0m"
  }
}
