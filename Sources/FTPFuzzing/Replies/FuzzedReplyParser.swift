import FTPProtocol

/// A parser of replies as the fuzzer drives it: ours, or one that is broken on purpose.
package protocol FuzzedReplyParser {
  /// How many ways there are to read with it, which have to agree. Way 0 is the one that tells texts.
  static var wayCount: Int { get }

  /// How many bytes it may hold beside a reply and a segment, because it lets go of what was read only now and then.
  static func slack(_ limits: ReplyLimits) -> Int

  /// Whether it can be told to read like that.
  static func takes(_ settings: ReplySettings) -> Bool

  /// Looks at what else has to hold of the values that the parser makes of a stream; nil if all of it does.
  static func inspect(_ stream: [UInt8], _ leniency: Leniency, limits: ReplyLimits) -> (ReplyOracle, String)?

  /// Reads a segment and adds the replies that it completes to the trace; where the trace is detailed, their texts and bytes
  /// too. After an error it does nothing.
  mutating func read(_ segment: Span<UInt8>, into trace: inout ReplyTrace)

  /// Reads what is left now that the peer has closed.
  mutating func finish(into trace: inout ReplyTrace)

  /// How many bytes it holds.
  var heldByteCount: Int { get }

  /// How many bytes it has looked at so far, each time that it did; 0 if that is not counted.
  var steps: Int { get }
}

extension FuzzedReplyParser {
  package static var wayCount: Int { 1 }
  package static func slack(_ limits: ReplyLimits) -> Int { 0 }
  package static func takes(_ settings: ReplySettings) -> Bool { true }
  package static func inspect(
    _ stream: [UInt8], _ leniency: Leniency, limits: ReplyLimits
  ) -> (ReplyOracle, String)? { nil }
}
