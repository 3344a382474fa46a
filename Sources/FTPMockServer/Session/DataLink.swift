import FTPConversation
import FTPTransport

/// An open data connection.
///
/// When it is destroyed, the connection is closed, and the recording notes how.
struct DataLink: ~Copyable {
  let connection: TCPConnection
  /// The filter for the bytes, or nil.
  var filter: FilterChain?
  /// How it ends, as far as known.
  var ending = DataEnding.closedByServer
  /// How many bytes were transferred over it.
  private(set) var transferred: UInt64 = 0
  private let recorder: ConversationRecorder?
  /// Its number in the recording, or nil.
  private let identifier: DataConnectionID?
  /// TLS; nil if the connection is in the clear.
  private let tls: TLSLayer?
  /// Whether the outcome of the handshake is recorded.
  private var hasTold = false

  init(
    _ connection: consuming TCPConnection, under tls: TLSLayer? = nil, isPassive: Bool,
    _ recorder: ConversationRecorder?
  ) {
    self.recorder = recorder
    self.tls = tls
    identifier = recorder?.dataOpened(
      ConversationMark.Opening(
        isPassive: isPassive, local: connection.localAddress.description,
        peer: connection.peerAddress.description))
    self.connection = connection
  }

  deinit {
    guard let identifier, let recorder else { return }
    if let tls { Self.tellEnd(of: tls, identifier, ending, hasTold, recorder) }
    recorder.dataClosed(identifier, ending)
  }

  /// Records the outcome of the handshake, once it has ended.
  private mutating func tellHandshake() {
    guard !hasTold, let tls, let identifier, let recorder, let handshake = tls.handshake else { return }
    hasTold = true
    recorder.tls(identifier, .established)
    recorder.note(handshake.description)
  }

  /// Records how TLS ended: properly, without a close alert, or before it had begun.
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

  /// Counts and records transferred bytes.
  mutating func moved(_ bytes: Span<UInt8>, _ direction: DataDirection) {
    tellHandshake()
    if let identifier { recorder?.data(identifier, direction, bytes) }
    transferred += UInt64(bytes.count)
  }

  /// Counts bytes of a download that were not read here.
  mutating func movedUnseen(_ count: Int) {
    tellHandshake()
    if let identifier { recorder?.data(identifier, .download, count: count) }
    transferred += UInt64(count)
  }

  /// Whether the bytes must be read here, because the recording still keeps them.
  var isWatched: Bool { identifier.map { recorder?.keepsMore(of: $0) == true } ?? false }
}
