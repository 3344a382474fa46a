import FTPConversation
import FTPText

/// The passwords on a command line, so that no message repeats one.
///
/// The search takes place when the first message is shown, because most runs have none.
final class SecretWords: Sendable {
  /// The replacement for a password.
  private static let stars = "***"

  private let words: [Argument]
  /// The secrets and their replacements; nil before the search.
  private let found = Guarded<[(secret: String, shown: String)]?>(nil)

  /// Takes the words among which the passwords are.
  init(_ words: [Argument]) { self.words = words }

  /// A message with stars in the place of each password.
  func redacted(_ message: String) -> String {
    let replacements = found.withLock { found in
      let replacements = found ?? Self.replacements(among: words)
      found = replacements
      return replacements
    }
    return replacements.reduce(message) { $0.replacing($1.secret, with: $1.shown) }
  }

  /// The passwords of URLs, of `user:password@host`, and of commands that carry one, the longest first.
  private static func replacements(among words: [Argument]) -> [(secret: String, shown: String)] {
    var found: [String: String] = [:]
    let areTopics = words.first?.text == "explain"
    for word in words.map(\.text) {
      for part in parts(of: word) {
        if let (secret, shown) = userInformation(of: part) ?? command(part, isTopic: areTopics) {
          found[secret] = shown
          // A message may already be escaped for a terminal.
          found[PrintableText.line(secret)] = PrintableText.line(shown)
        }
      }
    }
    return found.map { ($0.key, $0.value) }.sorted { $0.0.utf8.count > $1.0.utf8.count }
  }

  /// A word, and the value in `--name=value`.
  private static func parts(of word: String) -> [Substring] {
    guard word.hasPrefix("-"), let equals = word.firstIndex(of: "=") else { return [word[...]] }
    return [word[word.index(after: equals)...]]
  }

  /// `:password@` of a URL, which an unencoded `@` or `/` of the password does not end.
  private static func userInformation(of word: Substring) -> (String, String)? {
    let start = word.schemeMark?.upperBound ?? word.startIndex
    guard let at = word[start...].lastIndex(of: "@"), let colon = word[start..<at].firstIndex(of: ":") else {
      return nil
    }
    return (String(word[colon...at]), ":\(stars)@")
  }

  /// The argument of `PASS` and the like with its verb.
  private static func command(_ word: Substring, isTopic: Bool) -> (String, String)? {
    // An option such as `--passive-ports` is not a password.
    guard !word.hasPrefix("--") else { return nil }
    let bytes = Array(word.utf8)
    guard let start = EditedLine.secretStart(of: bytes, isTopic: isTopic), start < bytes.count else {
      return nil
    }
    return (String(word), String(decoding: bytes[..<start], as: UTF8.self) + stars)
  }
}

/// A console on whose standard error no password of the command line appears.
struct DiscreetConsole: Console {
  let console: any Console
  let secrets: SecretWords

  func write(_ bytes: [UInt8], to stream: ConsoleStream) {
    guard stream == .error else { return console.write(bytes, to: stream) }
    console.write(Array(secrets.redacted(String(decoding: bytes, as: UTF8.self)).utf8), to: stream)
  }

  func writeFile(_ bytes: [UInt8]) { console.writeFile(bytes) }
  func isTerminal(_ stream: ConsoleStream) -> Bool { console.isTerminal(stream) }
  var terminalWidth: Int? { console.terminalWidth }
  func environment(_ name: String) -> String? { console.environment(name) }
  var failure: String? { console.failure }
}
