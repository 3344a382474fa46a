import FTPProtocol

/// A transfer that can begin: the session sends the preliminary reply, opens the data connection, transfers the bytes
/// and sends the final reply.
struct Transfer {
  enum Direction {
    case send(any DataSource)
    case receive(any DataSink)
  }

  var preliminary: ServerReply
  var direction: Direction

  init(preliminary: ServerReply, direction: Direction) {
    self.preliminary = preliminary
    self.direction = direction
  }

  /// Sends a listing.
  init(ofListing source: any DataSource) {
    preliminary = ServerReply(150, "Opening data connection for the listing.")
    direction = .send(source)
  }
}

/// The source of the bytes of a transfer.
protocol DataSource {
  /// The next bytes for the data connection; empty at the end.
  mutating func next() throws(StorageError) -> ArraySlice<UInt8>
  /// The next piece, if it is part of a file that is sent unchanged; the sender reports the bytes with `skip`.
  var piece: FilePiece? { get }
  /// Skips bytes as they would be sent; false if there are fewer.
  mutating func skip(_ count: UInt64) throws(StorageError) -> Bool
  /// The offset of the next byte in the file or listing.
  var offset: UInt64 { get }
  /// Whether the end was reached.
  var isAtEnd: Bool { get }
}

extension DataSource {
  var piece: FilePiece? { nil }
  mutating func skip(_ count: UInt64) throws(StorageError) -> Bool { false }
}

/// Bytes of a file, on disk or in memory, that the system can send without a copy in this process.
struct FilePiece {
  var file: OpenFile
  var offset: UInt64
  /// Bytes to the end of the contents; 0 there.
  var count: UInt64
}

/// The destination of the bytes of a transfer.
protocol DataSink {
  /// Takes bytes as they arrive on the data connection.
  mutating func append(_ bytes: ArraySlice<UInt8>) throws(StorageError)
  /// Handles the client's close of the data connection.
  mutating func end() throws(StorageError)
  /// Whether more bytes are expected.
  var state: SinkState { get }
  /// The restart markers received, each with its offset in the file.
  mutating func takeMarks() -> [MarkReply]
  /// Ends the writing, once.
  mutating func finish(_ end: UploadEnd) throws(StorageError)
}

extension DataSink {
  mutating func end() throws(StorageError) {}
  var state: SinkState { .open }
  mutating func takeMarks() -> [MarkReply] { [] }
  /// Undoes the opening, because there was no data connection.
  mutating func cancel() { try? finish(.undone) }
}

/// Whether more bytes are expected.
enum SinkState: Hashable, Sendable {
  /// As long as the data connection is open.
  case open
  /// The data marked the end of the file.
  case complete
  /// The data was malformed.
  case failed(ValueDeviation)
}

/// How much is transferred at a time: enough that system calls cost little, but little enough that ABOR is noticed
/// soon.
let transferChunkSize = 1 << 18
