/// How long each step of a conversation may take before it is given up.
///
/// Every value is settable; `nil` means to wait forever.
public struct Timeouts: Hashable, Sendable {
  /// Resolving the host name and connecting, for all addresses together.
  public var connect: Duration?
  /// From the connection to the end of the greeting; servers that look up the peer's name take seconds.
  public var greeting: Duration?
  /// From a command to the end of its reply, and between a preliminary reply and the final one.
  public var reply: Duration?
  /// Making a data connection, passive or active.
  public var dataConnect: Duration?
  /// Between two pieces of data on a data connection.
  public var dataIdle: Duration?
  /// Writing a command to the control connection.
  public var write: Duration?
  /// How long ``RawFTPClient/abort(_:signal:)`` waits for each of the two replies to an ABOR during
  /// a transfer before it continues without it.
  public var abort: Duration?

  /// The defaults: 30 seconds for a step, 60 seconds of idle data, 5 seconds for each reply to ABOR.
  public init() {
    connect = .seconds(30)
    greeting = .seconds(30)
    reply = .seconds(30)
    dataConnect = .seconds(30)
    dataIdle = .seconds(60)
    write = .seconds(30)
    abort = .seconds(5)
  }

  /// The same limit for every step; the wait for a reply to ABOR is at most its default.
  public init(each limit: Duration?) {
    self.init()
    connect = limit
    greeting = limit
    reply = limit
    dataConnect = limit
    dataIdle = limit
    write = limit
    if let limit { abort = min(limit, .seconds(5)) }
  }
}
