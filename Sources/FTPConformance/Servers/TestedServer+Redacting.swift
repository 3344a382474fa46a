import FTPConversation
import FTPProtocol

extension TestedServer {
  /// The password, and what is sent of it as a wrong one, if they must be replaced when a server repeats them.
  ///
  /// None for a well-known password, one too short to distinguish from other text, and one that equals the user's name.
  var secrets: [[UInt8]] {
    guard let password = login.password, !isAnonymous, password.count >= SecretFinder.shortest,
      password != login.user
    else { return [] }
    return [password, password.dropLast()].filter { $0.count >= SecretFinder.shortest }
  }

  /// Text without the password; occurrences in escaped text are found as well.
  package func redacting(_ text: String) -> String {
    let secrets = secrets
    guard !secrets.isEmpty else { return text }
    return SecretFinder(secrets + secrets.map { Array(VectorText.escape($0).utf8) }).redacting(text)
  }

  /// A reply without the password.
  func redacting(_ reply: Reply) -> Reply { secrets.reduce(reply) { $0.redacting($1) } }
}
