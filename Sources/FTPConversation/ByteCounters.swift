/// How many bytes both channels of a conversation carried, in both directions.
public struct ByteCounters: Hashable, Sendable {
  /// From the client to the server on the control connection.
  public var controlSent = 0
  /// From the server to the client on the control connection.
  public var controlReceived = 0
  /// From the client to the server on all data connections.
  public var uploaded = 0
  /// From the server to the client on all data connections.
  public var downloaded = 0

  /// Makes counters at zero.
  public init() {}
}
