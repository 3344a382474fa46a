/// Why a reply parser stopped.
///
/// From then on it always throws the same error.
public struct ReplyParserError: Error, Hashable, Sendable, Codable {
  /// What stopped the parser.
  public enum Reason: Hashable, Sendable, Codable {
    /// A line is longer than ``ReplyLimits/lineLength``.
    case lineTooLong(limit: Int)
    /// A reply has more lines than ``ReplyLimits/lines``.
    case tooManyLines(limit: Int)
    /// A reply has more bytes than ``ReplyLimits/bytes``.
    case replyTooLong(limit: Int)
    /// The bytes deviate from the grammar in a way that ``Leniency/rejected`` names.
    case deviation(ReplyDeviation)
    /// The peer closed in the middle of a reply.
    case unfinished
  }

  /// What stopped the parser.
  public let reason: Reason
  /// Where the reply begins, counted in bytes from the first that the parser received.
  public let offset: Int
  /// The line of that reply, counted from 0.
  public let line: Int
  /// The bytes that the parser held at that point, escaped and shortened, as a phrase.
  public let held: String
}

extension ReplyParserError: CustomStringConvertible {
  /// One sentence: which limit or requirement, its value, and where.
  public var description: String {
    let place = "line \(line &+ 1) of the reply at byte \(offset)"
    return switch reason {
    case .lineTooLong(let limit): "\(place) is longer than the line length limit of \(limit) bytes"
    case .tooManyLines(let limit): "the reply at byte \(offset) has more than the limit of \(limit) lines"
    case .replyTooLong(let limit): "the reply at byte \(offset) is longer than the limit of \(limit) bytes"
    case .deviation(let deviation): "in the reply at byte \(offset), \(deviation)"
    case .unfinished: "the peer closed in the middle of the reply at byte \(offset): \(held)"
    }
  }
}
