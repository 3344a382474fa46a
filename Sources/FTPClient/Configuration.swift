import FTPConversation
import FTPProtocol
import FTPTransport

extension RawFTPClient {
  /// How a client behaves; the defaults suit a server that is not trusted.
  public struct Configuration: Sendable {
    /// How long each step may take.
    public var timeouts = Timeouts()
    /// How replies are read: `Leniency.lenient` by default, every departure being reported as a verdict.
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
    /// When TLS is spoken, and what is asked of it.
    public var tls = ClientTLS()
    /// The record layer of the control and data connections, if there is to be one.
    package var recordLayers = RecordLayers.inherited
    /// Told every event as it happens, on the client's thread; it must be quick and must not call the client.
    public var observer: (@Sendable (ConversationEvent) -> Void)?

    /// What is hidden in the recording though this conversation need not have said it: the passwords of others.
    package var secrets: [[UInt8]] = []

    /// What the conversation is judged by.
    package var diagram = StateDiagram.ftp

    /// Makes the default configuration.
    public init() {}
  }
}
