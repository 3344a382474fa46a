/// A word between braces in a command that a campaign starts, and that stands for something of the campaign's.
package enum CommandWord: String, Hashable, Sendable, CaseIterable {
  /// The port: where a server is to listen, or where a client finds one.
  case port
  /// The folder: what a server is to serve, or where a client begins.
  case folder
  /// The host that a client is to connect to.
  case host
  /// The server that a client is to connect to, as a URL without a user and without a slash at its end.
  case url
  /// A user that the server has.
  case user
  /// The password of that user.
  case password
  /// A file that the server has, from the root, without a slash in front.
  case file
  /// A file in the client's folder, to be uploaded.
  case upload

  /// As it stands in a command.
  package var word: String { "{\(rawValue)}" }

  /// Whether it stands in a command.
  package func stands(in command: [String]) -> Bool { command.contains { $0.contains(word) } }

  /// A command with what its words stand for; those without a value stay.
  static func fill(_ command: [String], _ values: [CommandWord: String]) -> [String] {
    command.map { text in
      values.reduce(text) { $0.replacing($1.key.word, with: $1.value) }
    }
  }
}
