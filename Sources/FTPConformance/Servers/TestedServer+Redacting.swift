import FTPConversation
import FTPProtocol

extension TestedServer {
  /// The password, if it must be replaced when a server repeats it.
  ///
  /// Nil for a well-known password, one too short to distinguish from other text, and one that equals the user's name.
  var secret: [UInt8]? {
    guard let password = login.password, !isAnonymous, password.count >= 4 else { return nil }
    return password != login.user ? password : nil
  }

  /// Text without the password; occurrences in escaped text are found as well.
  package func redacting(_ text: String) -> String {
    guard let secret else { return text }
    return SecretFinder([secret, Array(VectorText.escape(secret).utf8)]).redacting(text)
  }

  /// A reply without the password.
  func redacting(_ reply: Reply) -> Reply { secret.map(reply.redacting) ?? reply }
}
