import FTPConformance

/// A word in braces in a command that a campaign starts, which stands for a value of the campaign.
package enum CommandWord: String, WordInBraces, Sendable, CaseIterable {
  /// The port on which a server should listen, or to which a client connects.
  case port
  /// The folder that a server should serve, or in which a client starts.
  case folder
  /// The host to which a client connects.
  case host
  /// The server to which a client connects, as a URL without a user and without a slash at its end.
  case url
  /// A user of the server.
  case user
  /// The password of that user.
  case password
  /// A file on the server, relative to its root and without a slash at the beginning.
  case file
  /// A file in the client's folder that it should upload.
  case upload

  /// Whether the word occurs in a command.
  package func stands(in command: [String]) -> Bool { command.contains { $0.contains(word) } }
}
