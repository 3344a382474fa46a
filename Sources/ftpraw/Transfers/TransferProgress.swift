import FTPConversation
import FTPText
import FTPTransfers

/// How transfers go, in one line of standard error that is written again and again; nothing if that is no terminal.
final class TransferProgress: Sendable {
  private struct State: Sendable {
    /// When each transfer was first seen, and how far it had come then.
    var starts: [String: (time: ContinuousClock.Instant, bytes: UInt64)] = [:]
    var shown: ContinuousClock.Instant?
  }

  private let status: StatusLine
  private let state = Guarded(State())

  init(_ console: any Console) { status = StatusLine(console) }

  /// Takes note of how far a transfer has come; ten times a second it is shown.
  func show(_ progress: FTPProgress, of name: String) {
    guard status.isShown else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      let start = state.starts[name] ?? (now, progress.bytes)
      state.starts[name] = start
      if let shown = state.shown, shown.duration(to: now) < .milliseconds(100) { return }
      state.shown = now
      let line = TransferLine(
        name: PrintableText.line(name), progress: progress,
        moved: progress.bytes - min(progress.bytes, start.bytes),
        elapsed: start.time.duration(to: now) / .seconds(1))
      status.show(line.text(width: status.width))
    }
  }

  /// Takes the line away.
  func end() {
    guard status.isShown else { return }
    state.withLock { $0 = State() }
    status.end()
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
    return StatusLine.text(forms, width: width)
  }

  private func bar(_ width: Int) -> String? {
    progress.fraction.map { StatusLine.bar(Int(Double(width) * $0), of: width) }
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
