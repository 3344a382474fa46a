/// How a data connection is opened.
enum DataStart: Hashable, Sendable {
  /// After a delay in which the client's connection attempt is not accepted.
  case late(Duration)
  /// Never: the client waits until the server gives up.
  case never
}
