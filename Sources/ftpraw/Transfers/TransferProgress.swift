import FTPConversation
import FTPText
import FTPTransfers

/// How a transfer goes, in one line of standard error that is written again and again; nothing if that is no terminal.
final class TransferProgress: Sendable {
  private struct State: Sendable {
    var start: (time: ContinuousClock.Instant, bytes: UInt64)?
    var shown: ContinuousClock.Instant?
    var width = 0
  }

  private let console: any Console
  private let name: String
  private let isShown: Bool
  private let state = Guarded(State())

  init(console: any Console, name: String) {
    self.console = console
    self.name = PrintableText.line(name)
    isShown = console.isTerminal(.error)
  }

  /// Takes note of how far the transfer has come; ten times a second it is shown.
  func show(_ progress: FTPProgress) {
    guard isShown else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      let start = state.start ?? (now, progress.bytes)
      state.start = start
      if let shown = state.shown, shown.duration(to: now) < .milliseconds(100) { return }
      state.shown = now
      let line = TransferLine(
        name: name, progress: progress, moved: progress.bytes - min(progress.bytes, start.bytes),
        elapsed: start.time.duration(to: now) / .seconds(1))
      write(line.text(width: max(20, (console.terminalWidth ?? 80) - 1)), &state)
    }
  }

  /// Takes the line away.
  func end() { state.withLock { write("", &$0) } }

  private func write(_ line: String, _ state: inout State) {
    guard isShown, state.width > 0 || !line.isEmpty else { return }
    let rest = String(repeating: " ", count: max(0, state.width - line.count))
    console.printError("\r\(line)\(rest)" + (line.isEmpty ? "\r" : ""), terminator: "")
    state.width = line.count
  }
}

/// The progress line of a transfer: the name, how far it has come, how fast, and how long it will take.
struct TransferLine: Hashable, Sendable {
  let name: String
  let progress: FTPProgress
  /// Bytes since the transfer began.
  let moved: UInt64
  /// Seconds since the transfer began.
  let elapsed: Double

  /// As much of it as has room in a line: what matters least is left out.
  func text(width: Int) -> String {
    let count = ByteCount.text(progress.bytes) + (progress.size.map { " of \(ByteCount.text($0))" } ?? "")
    let forms: [[String?]] = [
      [name, bar(20), count, rate, rest], [name, bar(10), count, rate, rest], [bar(10), count, rate, rest],
      [bar(10), count, rest], [count, rest], [count],
    ]
    let texts = forms.map { $0.compactMap { $0 }.joined(separator: " ") }
    return texts.first { $0.count <= width } ?? count
  }

  private func bar(_ width: Int) -> String? {
    guard let fraction = progress.fraction else { return nil }
    let filled = Int(Double(width) * fraction)
    return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled) + "]"
  }

  private var speed: Double? { elapsed > 0 && moved > 0 ? Double(moved) / elapsed : nil }

  private var rate: String? { speed.map { ByteCount.text(UInt64($0)) + "/s" } }

  private var rest: String? {
    guard let speed, let size = progress.size, size > progress.bytes else { return nil }
    return "\(Int((Double(size - progress.bytes) / speed).rounded(.up))) s left"
  }
}

/// Counts of bytes for people.
enum ByteCount {
  /// The count in the largest unit of 1,024 that it reaches, with one digit after the point: `1.5 MiB`.
  static func text(_ count: UInt64) -> String {
    guard count >= 1_024 else { return "\(count) B" }
    let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    let power = min(units.count, (63 - count.leadingZeroBitCount) / 10)
    let tenths = Int(Double(count) / Double(1 << UInt64(10 * power)) * 10)
    return "\(tenths / 10).\(tenths % 10) \(units[power - 1])"
  }
}
