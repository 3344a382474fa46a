/// What a scenario says: first about itself, then about a step.
///
/// A name with several values has a line for each, or several words in a line.
enum ScenarioField: String, FieldName {
  /// The requirements, of which the first decides the level.
  case rules
  /// Where the behaviour was seen, or the RFC that requires it.
  case seen
  /// What the user loses if the client gets it wrong.
  case loses
  /// The habits of `BadClient` that the scenario must find.
  case finds
  /// What it needs besides its jobs.
  case needs
  /// Words that select it.
  case tags
  /// A check of a correct client, as ``ClientCheck/reading(_:)`` reads it.
  case right

  /// Another step begins, a job on the same path.
  case then
  /// The job, if it is not that of the id.
  case job
  /// The path on the server.
  case path
  /// The path in the URL, if different.
  case url
  /// The user; `""` for anonymous.
  case user
  case password
  /// A file in the client's folder and its contents.
  case has
  /// How many bytes of the server's file the client has.
  case begun
  /// A variable of the client's environment.
  case environment
  /// The most bytes that the client can write to a file.
  case disk
  /// The command after which the client is interrupted.
  case interrupt
  /// What is special about the server: `ipv6`, `patient`, `trapped` or `untrusted`.
  case server
  /// The options of `ftpraw serve` with these names.
  case tls
  case without
  case dialect
  case tree
  case faults
  case script

  static let entry = (noun: "scenario", example: "get/slug")
  var isShared: Bool { self != .then }
  var isBlock: Bool { false }
  /// Whether each step has its own.
  var isOfStep: Bool { ![.rules, .seen, .loses, .finds, .needs, .tags, .right].contains(self) }
}
