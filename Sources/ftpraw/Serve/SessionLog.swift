import FTPConversation
import FTPSystem

/// Writes what happens in all sessions to one file, or to standard output, a line at a time.
final class SessionLog: Sendable {
  private struct State: Sendable {
    var printers: [Int: TranscriptPrinter] = [:]
    /// The lines from before the log was opened; nil from then on.
    var early: [UInt8]? = []
    var failure: String?
  }

  private let isJSON: Bool
  private let console: any Console
  private let file: OpenedFile?
  private let state = Guarded(State())

  /// Prepares a log; `-` is standard output.
  ///
  /// - Throws: when the file cannot be opened.
  init(_ name: String, console: any Console, isJSON: Bool) throws(LocalFileError) {
    self.isJSON = isJSON
    self.console = console
    file = name == "-" ? nil : OpenedFile(try LocalFile.create(name, .appending, makingFolders: true))
  }

  /// Why a write failed, if one did; nothing was written after that.
  var failure: String? { state.withLock { $0.failure } }

  /// Starts writing the lines, beginning with those collected so far.
  func open() {
    state.withLock { state in
      guard let early = state.early.take() else { return }
      write(early, &state)
    }
  }

  /// Writes the lines of an event.
  func show(_ event: ConversationEvent, of session: Int) {
    state.withLock { state in
      let bytes = isJSON ? Self.json(event, session) : rows(event, session, &state.printers)
      guard state.early == nil else {
        state.early?.append(contentsOf: bytes)
        return
      }
      write(bytes, &state)
    }
  }

  private func write(_ bytes: [UInt8], _ state: inout State) {
    guard !bytes.isEmpty, state.failure == nil else { return }
    guard let file else { return console.write(bytes, to: .output) }
    do throws(LocalFileError) {
      try file.file.write(bytes)
    } catch {
      state.failure = error.description
    }
  }

  /// The rows of vector notation, each after the number of its session.
  private func rows(
    _ event: ConversationEvent, _ session: Int, _ printers: inout [Int: TranscriptPrinter]
  ) -> [UInt8] {
    var options = TranscriptPrinter.Options()
    options.isVerbose = true
    // The printer leaves the table while it is used, so that its lines are not copied.
    var printer = printers.removeValue(forKey: session) ?? TranscriptPrinter(options: options)
    let rows = printer.rows(for: event)
    if case .mark(.controlClosed) = event.content {} else { printers[session] = printer }
    var bytes: [UInt8] = []
    // The meaning of replies is for learning; a log would be twice as long with it.
    for row in rows where row.kind != .meaning { bytes += "[\(session)] \(row.text)\n".utf8 }
    return bytes
  }

  private static func json(_ event: ConversationEvent, _ session: Int) -> [UInt8] {
    var value = event.json
    if case .object(let members) = value {
      value = .object([.init("session", .integer(Int64(session)))] + members)
    }
    var bytes: [UInt8] = []
    value.append(to: &bytes)
    bytes.append(0x0A)
    return bytes
  }
}
