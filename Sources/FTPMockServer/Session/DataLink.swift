import FTPConversation
import FTPTransport

/// A data connection that is open. When it goes, the connection is closed, and the recording is told how.
struct DataLink: ~Copyable {
  let connection: TCPConnection
  /// What the bytes pass through on their way; nil for nothing.
  var filter: FilterChain?
  /// How it ends, as far as is known.
  var ending = DataEnding.closedByServer
  /// How many bytes have gone over it.
  private(set) var transferred: UInt64 = 0
  private let recorder: ConversationRecorder?
  /// Its number in the recording; nil where there is none.
  private let identifier: DataConnectionID?

  init(_ connection: consuming TCPConnection, isPassive: Bool, _ recorder: ConversationRecorder?) {
    self.recorder = recorder
    identifier = recorder?.dataOpened(
      DataOpening(
        isPassive: isPassive, local: connection.localAddress.description,
        peer: connection.peerAddress.description))
    self.connection = connection
  }

  deinit { if let identifier { recorder?.dataClosed(identifier, ending) } }

  /// Counts and records bytes that went over it.
  mutating func moved(_ bytes: Span<UInt8>, _ direction: DataDirection) {
    if let identifier { recorder?.data(identifier, direction, bytes) }
    transferred += UInt64(bytes.count)
  }

  /// Counts bytes of a download that nobody here has seen.
  mutating func movedUnseen(_ count: Int) {
    if let identifier { recorder?.data(identifier, .download, count: count) }
    transferred += UInt64(count)
  }

  /// Whether the bytes have to be seen, because the recording still keeps them.
  var isWatched: Bool { identifier.map { recorder?.keepsMore(of: $0) == true } ?? false }
}
