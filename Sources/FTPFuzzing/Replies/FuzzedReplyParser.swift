import FTPProtocol

/// A parser of replies as the fuzzer uses it: ours, or one that is broken on purpose.
package protocol FuzzedReplyParser {
  /// How many bytes it may hold in addition to a reply and a segment, because it releases read bytes only now and then.
  static func slack(_ limits: ReplyLimits) -> Int

  /// Whether it supports these settings.
  static func takes(_ settings: ReplySettings) -> Bool

  /// Checks what else must hold for the values that the parser makes of a stream.
  static func inspect(_ stream: [UInt8], _ leniency: Leniency, limits: ReplyLimits) throws(ParserFault)

  /// Reads a segment and adds the replies that it completes to the trace, with their texts and bytes if the trace is
  /// detailed. After an error it does nothing.
  mutating func read(_ segment: Span<UInt8>, into trace: inout ReplyTrace)

  /// Reads what is left after the peer has closed.
  mutating func finish(into trace: inout ReplyTrace)

  /// How many bytes it holds.
  var heldByteCount: Int { get }

  /// How many bytes it has examined so far, counting a byte each time it is examined; 0 if that is not counted.
  var steps: Int { get }
}

extension FuzzedReplyParser {
  package static func slack(_ limits: ReplyLimits) -> Int { 0 }
  package static func takes(_ settings: ReplySettings) -> Bool { true }
  package static func inspect(
    _ stream: [UInt8], _ leniency: Leniency, limits: ReplyLimits
  ) throws(ParserFault) {}
}
