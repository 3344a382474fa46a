import EmbeddedTexts
import FTPConformance
import FTPText

/// Scripts that complete command lines in a shell, made from the table.
struct Completions: Sendable {
  let table: CommandTable

  /// A supported shell.
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  /// The script for a shell, ending with a line feed.
  func script(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletion(table: table).script
    case .zsh: ZshCompletion(table: table).script
    case .fish: FishCompletion(table: table).script
    }
  }

  /// The scripts in `EmbeddedTexts/Completions`, for bash and zsh, in which `@NAME@` stands for text from the table.
  private static let texts = Dictionary(
    uniqueKeysWithValues: zip(
      [Shell.bash, .zsh],
      embedded_completions().bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }))

  /// A script with the text from the table.
  static func fill(_ shell: Shell, _ words: [String: String]) -> String {
    words.reduce(texts[shell] ?? "") { $0.replacing("@\($1.key)@", with: $1.value) }
  }
}

extension ShellWord {
  /// The first sentence of a help text without markup, short enough for a completion menu.
  static func brief(_ help: String) -> String {
    let plain = Markup.plain(help).replacing("\n", with: " ")
    guard let end = plain.firstRange(of: ". ") else {
      return plain.hasSuffix(".") ? String(plain.dropLast()) : plain
    }
    return String(plain[..<end.lowerBound])
  }
}
