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
  mutating func next() throws(StorageError) -> ArraySlice<UInt8>
  /// What comes next, where it is a piece of a file that travels as it is; whoever sends it says so with `skip`.
  var piece: FilePiece? { get }
  /// Leaves out bytes as they would travel; false where there are fewer.
  mutating func skip(_ count: UInt64) throws(StorageError) -> Bool
  /// How many bytes of the file or listing are before what comes next.
  var offset: UInt64 { get }
  /// Whether nothing comes any more.
  var isAtEnd: Bool { get }
}

extension DataSource {
  var piece: FilePiece? { nil }
  mutating func skip(_ count: UInt64) throws(StorageError) -> Bool { false }
}

/// Bytes of a file, on disk or in memory, that the system can send without anybody's looking at them.
struct FilePiece {
  var file: OpenFile
  var offset: UInt64
  /// Bytes to the end of the contents; 0 there.
  var count: UInt64
}

/// Where the bytes of a transfer go.
protocol DataSink {
  /// Takes bytes as they come over the data connection.
  mutating func append(_ bytes: ArraySlice<UInt8>) throws(StorageError)
  /// Takes the close of the data connection by the client.
  mutating func end() throws(StorageError)
  /// Whether there is more to come.
  var state: SinkState { get }
  /// The restart markers that have come, each with the place it marks in the file.
  mutating func takeMarks() -> [MarkReply]
  /// Keeps what has come, whether it is complete or not.
  mutating func finish() throws(StorageError)
  /// Undoes what the opening did: there was no data connection.
  mutating func cancel()
}

extension DataSink {
  mutating func end() throws(StorageError) {}
  var state: SinkState { .open }
  mutating func takeMarks() -> [MarkReply] { [] }
}

/// Whether there is more to come.
enum SinkState: Hashable, Sendable {
  /// As long as the data connection is open.
  case open
  /// The data has told the end of the file.
  case complete
  /// The data made no sense.
  case failed(Departure)
}

/// How much is moved at once: large enough that system calls cost little, small enough that ABOR is seen soon.
let transferChunkSize = 1 << 18
