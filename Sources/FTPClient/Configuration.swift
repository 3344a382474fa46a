import FTPConversation
import FTPProtocol
import FTPTransport

extension RawFTPClient {
  /// The settings of a client; the defaults suit an untrusted server.
  public struct Configuration: Sendable {
    /// How long each step may take.
    public var timeouts = Timeouts()
    /// How replies are read: `Leniency.lenient` by default, with a verdict for every deviation.
    public var leniency = Leniency.lenient
    /// How large a reply may be.
    public var replyLimits = ReplyLimits.standard
    /// How much of the conversation is kept.
    public var recordingLimits = RecordingLimits()
    /// What to do with an announced host that is not the server: replaced by default, and reported.
    public var addressPolicy = AddressPolicy.replace
    /// Which addresses of the server's name to try.
    public var family = Resolver.Family.any
    /// The local address to connect from, if it matters.
    public var localAddress: SocketAddress?
    /// When and how TLS is used.
    public var tls = ClientTLS()
    /// The record layer of the control and data connections; nil for none.
    package var recordLayers = RecordLayers.inherited
    /// Called with every event as it happens, on the client's thread; it must be quick and must not call the client.
    public var observer: (@Sendable (ConversationEvent) -> Void)?

    /// Called on the client's thread if the server has said nothing two seconds after the connection was made.
    package var silenceObserver: (@Sendable () -> Void)?

    /// Further secrets to hide in the recording, such as the passwords of other conversations.
    package var secrets: [[UInt8]] = []

    /// The state diagram that the judge uses.
    package var diagram = StateDiagram.ftp

    /// Makes the default configuration.
    public init() {}
  }
}
