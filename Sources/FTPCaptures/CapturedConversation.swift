import FTPConversation

/// An FTP conversation out of a capture: one control connection with its data connections.
public struct CapturedConversation: Hashable, Sendable {
  /// The client's end of the control connection.
  public let client: CaptureEndpoint
  /// The server's end of the control connection.
  public let server: CaptureEndpoint
  /// When its first packet was seen, in nanoseconds since 1970.
  public let time: UInt64
  /// The events, with times counted from that packet.
  public let transcript: Transcript

  /// Makes a conversation.
  public init(client: CaptureEndpoint, server: CaptureEndpoint, time: UInt64, transcript: Transcript) {
    self.client = client
    self.server = server
    self.time = time
    self.transcript = transcript
  }
}

/// What a capture contains besides conversations.
package struct CaptureCounts: Hashable, Sendable {
  /// Packets of all sorts.
  package var packets = 0
  /// Packets of links of an unknown type.
  package var unknownLinks = 0
  /// Fragments of IP datagrams, which are not put together: the bytes in them are missing.
  package var fragments = 0
  /// TCP segments.
  package var segments = 0
}
