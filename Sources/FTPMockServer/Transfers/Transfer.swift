import FTPProtocol

/// A transfer that can begin: the session sends the preliminary reply, sees to the data connection, moves the
/// bytes and sends the final reply.
struct Transfer {
  enum Direction {
    case send(any DataSource)
    case receive(any DataSink)
  }

  /// The 150 reply.
  var preliminary: ServerReply
  var direction: Direction
}

/// Where the bytes of a transfer come from.
protocol DataSource {
  /// The next bytes as they go over the data connection; none at the end.
  mutating func next() -> ArraySlice<UInt8>
}

/// Where the bytes of a transfer go.
protocol DataSink {
  /// Takes bytes as they come over the data connection.
  mutating func append(_ bytes: ArraySlice<UInt8>) throws(StorageError)
  /// Keeps what has come, whether it is complete or not.
  mutating func finish() throws(StorageError)
  /// Undoes what the opening did: there was no data connection.
  mutating func cancel()
}

/// How much is moved at once: large enough that system calls cost little, small enough that ABOR is seen soon.
let transferChunkSize = 1 << 18
