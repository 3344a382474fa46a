import FTPSystem

/// The lines typed in this session of the shell and in earlier ones, in a file of the user's own.
///
/// A line with a secret in it is never kept, neither in the file nor for the arrow keys.
struct ShellHistory: Sendable {
  /// Lines kept for the keys.
  static let longest = 1_000

  /// The lines, the oldest first.
  private(set) var lines: [[UInt8]] = []
  private let path: String?

  /// A history that is forgotten at the end.
  init() { path = nil }

  /// Reads the history of earlier sessions from `FTPRAW_HISTORY`, or else `~/.ftpraw_history`; an unreadable file
  /// is ignored.
  init(_ console: any Console) {
    let home = console.environment("HOME").map { $0 + "/.ftpraw_history" }
    let named = console.environment(EnvironmentVariable.history.name)
    path = named.flatMap { $0.isEmpty ? nil : $0 } ?? home
    guard let path else { return }
    var text: [UInt8] = []
    try? InputFile.read(path, limit: 1 << 20) { text += $0 }
    let all = text.split(separator: 0x0A).suffix(Self.longest)
    lines = all.map { Array($0) }.filter { EditedLine.secretStart(of: $0) == nil }
  }

  /// Keeps a line, unless it repeats the last one or holds a secret.
  mutating func remember(_ line: [UInt8]) {
    guard !line.isEmpty, line != lines.last, EditedLine.secretStart(of: line) == nil else { return }
    lines.append(line)
    if lines.count > Self.longest { lines.removeFirst() }
    guard let path else { return }
    // A shell continues if its history cannot be written.
    guard let file = try? LocalFile.create(path, .appending) else { return }
    try? file.write(line + [0x0A])
    try? file.close()
  }
}

extension EnvironmentVariable {
  /// The file of the shell's history.
  static let history = EnvironmentVariable("FTPRAW_HISTORY")
}
