/// How a data connection comes about.
enum DataStart: Hashable, Sendable {
  /// After a while, in which nobody takes up what the client has begun.
  case late(Duration)
  /// Never: the client waits until the server gives up.
  case never
}
