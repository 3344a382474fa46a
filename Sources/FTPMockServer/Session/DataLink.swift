import FTPConversation
import FTPTransport

/// A data connection that is open.
///
/// When it goes, the connection is closed, and the recording notes how.
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
  /// TLS; nil where it is clear.
  private let tls: TLSLayer?
  /// Whether the recording has what has become of the handshake.
  private var hasTold = false

  init(
    _ connection: consuming TCPConnection, under tls: TLSLayer? = nil, isPassive: Bool,
    _ recorder: ConversationRecorder?
  ) {
    self.recorder = recorder
    self.tls = tls
    identifier = recorder?.dataOpened(
      DataOpening(
        isPassive: isPassive, local: connection.localAddress.description,
        peer: connection.peerAddress.description))
    self.connection = connection
  }

  deinit {
    guard let identifier, let recorder else { return }
    if let tls { Self.tellEnd(of: tls, identifier, ending, hasTold, recorder) }
    recorder.dataClosed(identifier, ending)
  }

  /// Says what has become of the handshake, once it is over.
  private mutating func tellHandshake() {
    guard !hasTold, let tls, let identifier, let recorder, let handshake = tls.handshake else { return }
    hasTold = true
    recorder.tls(identifier, .established)
    recorder.note(handshake.description)
  }

  /// Says how TLS has ended: in order, without a close alert, or before it had begun.
  private static func tellEnd(
    of tls: TLSLayer, _ identifier: DataConnectionID, _ ending: DataEnding, _ hasTold: Bool,
    _ recorder: ConversationRecorder
  ) {
    guard let handshake = tls.handshake else { return recorder.tls(identifier, .failed) }
    if !hasTold {
      recorder.tls(identifier, .established)
      recorder.note(handshake.description)
    }
    if ending == .closedByServer || tls.hasPeerClosed {
      recorder.tls(identifier, .ended)
    } else {
      recorder.note("the data connection has ended without a close alert of TLS")
    }
  }

  /// Counts and records bytes that went over it.
  mutating func moved(_ bytes: Span<UInt8>, _ direction: DataDirection) {
    tellHandshake()
    if let identifier { recorder?.data(identifier, direction, bytes) }
    transferred += UInt64(bytes.count)
  }

  /// Counts bytes of a download that nobody here has seen.
  mutating func movedUnseen(_ count: Int) {
    tellHandshake()
    if let identifier { recorder?.data(identifier, .download, count: count) }
    transferred += UInt64(count)
  }

  /// Whether the bytes have to be seen, because the recording still keeps them.
  var isWatched: Bool { identifier.map { recorder?.keepsMore(of: $0) == true } ?? false }
}
