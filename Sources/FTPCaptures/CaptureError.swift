import FTPConversation

/// Why a packet capture cannot be read, or only in part.
///
/// The description is one line: `the capture ends inside packet 12, which has 74 bytes, after 30 of them`.
public struct CaptureError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Reason: Hashable, Sendable {
    /// The file is empty.
    case empty
    /// The file does not begin like a known kind of capture; its first bytes.
    case notACapture([UInt8])
    /// The file can be converted to a capture; the text says how.
    case unsupported(String)
    /// The file ends too early: in which part, how many bytes that has, how many exist.
    case truncated(part: String, length: Int, found: Int)
    /// A length beyond the bounds of the reader.
    case tooLong(part: String, length: Int, limit: Int)
    /// Something impossible, in words.
    case malformed(String)
    /// A packet is so much older than an earlier one that the order of packets is meaningless.
    case outOfOrder(by: Duration)
    /// Something exceeds the reader's limit.
    case tooMany(String, limit: Int)
  }

  /// What is wrong.
  package let reason: Reason
  /// The packet concerned, counted from 1, or the one before the error; 0 before the first.
  public let packet: Int
  /// The offset of the error in the file.
  public let offset: Int

  package init(_ reason: Reason, packet: Int = 0, offset: Int = 0) {
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
      "\(part) at byte \(offset) claims \(length) bytes; the limit is \(limit)"
    case .malformed(let text): "\(text), at byte \(offset)"
    case .outOfOrder(let gap):
      "packet \(packet) is \(gap.inMilliseconds) older than one before it; "
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
