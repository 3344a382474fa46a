/// One packet of a capture, as it was on the link.
package struct CapturedPacket: Hashable, Sendable {
  /// When it was captured, in nanoseconds since 1970; 0 if the capture does not say.
  package var time: UInt64
  /// The kind of its first bytes.
  package var linkType: LinkType
  /// The bytes that were kept.
  package var bytes: [UInt8]
  /// How many bytes it had on the link: more than were kept if the capture limited the length of packets.
  package var originalLength: Int

  /// Makes a packet; without an original length it was kept whole.
  package init(time: UInt64, linkType: LinkType, bytes: [UInt8], originalLength: Int? = nil) {
    self.time = time
    self.linkType = linkType
    self.bytes = bytes
    self.originalLength = max(originalLength ?? 0, bytes.count)
  }
}

/// Limits on what a capture can make its reader hold.
public struct CaptureLimits: Hashable, Sendable {
  /// Bytes of a packet; 1 MiB by default, four times what capturing programs write.
  public var packetBytes = 1 << 20
  /// Bytes of a pcapng block that is not a packet; 16 MiB by default.
  public var blockBytes = 16 << 20
  /// Interfaces of a pcapng section; 4,096 by default.
  public var interfaces = 4_096
  /// Bytes of one direction of a connection that wait for earlier ones; 8 MiB by default.
  public var waitingBytes = 8 << 20
  /// Connections at one time that may turn out to be FTP; 65,536 by default.
  public var connections = 65_536
  /// Conversations; 10,000 by default.
  public var conversations = 10_000
  /// How much older than the newest earlier packet a packet may be; a millisecond by default, because
  /// systems with several processors write packets a little out of order.
  public var disorder = Duration.milliseconds(1)

  /// The defaults.
  public init() {}
}
