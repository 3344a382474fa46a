import FTPConversation

/// Why a packet capture cannot be read, or not to its end.
///
/// The description is one line: `the capture ends inside packet 12, which has 74 bytes, after 30 of them`.
public struct CaptureError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The file holds nothing.
    case empty
    /// The file begins like no capture that is known; its first bytes.
    case notACapture([UInt8])
    /// The file is something that could be made a capture; in words, with what to do.
    case unsupported(String)
    /// The file ends too early: in what, how many bytes that has, how many are there.
    case truncated(part: String, length: Int, found: Int)
    /// A length beyond the bounds of the reader.
    case tooLong(part: String, length: Int, limit: Int)
    /// Something that cannot be, in words.
    case malformed(String)
    /// A packet is so much older than one in front of it that the order of packets means nothing.
    case outOfOrder(by: Duration)
    /// There are more of something than the reader keeps.
    case tooMany(String, limit: Int)
  }

  /// What is wrong.
  public let reason: Reason
  /// The packet that is concerned, counted from 1, or the one in front of the trouble; 0 before the first.
  public let packet: Int
  /// Where in the file what is wrong begins, in bytes.
  public let offset: Int

  /// Makes an error.
  public init(_ reason: Reason, packet: Int = 0, offset: Int = 0) {
    self.reason = reason
    self.packet = packet
    self.offset = offset
  }
}

extension CaptureError: CustomStringConvertible {
  /// One line without control characters.
  public var description: String {
    switch reason {
    case .empty: "the capture is empty"
    case .notACapture(let bytes):
      "neither pcap nor pcapng: the first bytes are \(VectorText.escape(bytes))"
    case .unsupported(let text): text
    case .truncated(let part, let length, let found):
      "the capture ends inside \(part), which has \(length) bytes, after \(found) of them"
    case .tooLong(let part, let length, let limit):
      "\(part) at byte \(offset) is said to have \(length) bytes; \(limit) are the most that are believed"
    case .malformed(let text): "\(text), at byte \(offset)"
    case .outOfOrder(let gap):
      "packet \(packet) is \(gap.inMilliseconds) older than one in front of it; "
        + "sort the packets by time first, for example with reordercap"
    case .tooMany(let what, let limit): "more than \(limit) \(what), at packet \(packet)"
    }
  }
}

extension Duration {
  fileprivate var inMilliseconds: String {
    let (seconds, attoseconds) = components
    return "\(seconds &* 1_000 &+ attoseconds / 1_000_000_000_000_000) ms"
  }
}
