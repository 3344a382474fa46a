import CYardstick
import FTPProtocol

/// The reply parser against the parser in C, in gigabytes per second.
enum ParserBenchmark {
  /// The sums that both parsers compute, so that neither can leave out work.
  struct Sums: Equatable {
    var replies = 0
    var codes = 0
    var bytes = 0
    var lines = 0
  }

  /// Replies are examined in place; neither side copies.
  static func inPlace(_ stream: ReplyStream) -> Pair {
    pair(stream, countsLines: true) {
      var parser = ReplyParser()
      var sums = Sums()
      let span = stream.bytes.span
      try stream.forEachSegment { segment in
        try parser.forEachReply(in: span.extracting(segment)) { _, reply in
          sums.replies += 1
          sums.codes += Int(reply.code.rawValue)
          sums.bytes += reply.range.count
          sums.lines += reply.lineCount
        }
      }
      return sums
    }
  }

  /// For information: each reply becomes a value with its own bytes, which the parser in C does not do.
  static func replies(_ stream: ReplyStream) -> Pair {
    pair(stream, countsLines: false) {
      var parser = ReplyParser()
      var sums = Sums()
      try stream.forEachSegment { segment in
        parser.append(stream.bytes[segment])
        while let reply = try parser.next() {
          sums.replies += 1
          sums.codes += Int(reply.code.rawValue)
          sums.bytes += reply.byteCount
        }
      }
      return sums
    }
  }

  private static func pair(
    _ stream: ReplyStream, countsLines: Bool, _ ours: @escaping @Sendable () throws -> Sums
  ) -> Pair {
    let counted = yardstick(stream)
    var expected = counted
    if !countsLines { expected.lines = 0 }
    let amount = Double(stream.bytes.count) / 1e9
    return Pair(
      unit: "GB/s",
      ours: { [expected] in
        guard try ours() == expected else { throw BenchmarkFailure("the parsers disagree") }
        return amount
      },
      yardstick: {
        guard yardstick(stream) == counted else { throw BenchmarkFailure("the parser in C disagrees") }
        return amount
      })
  }

  private static func yardstick(_ stream: ReplyStream) -> Sums {
    guard let parser = yardstick_parser_make() else { return Sums() }
    defer { yardstick_parser_free(parser) }
    stream.bytes.withUnsafeBufferPointer { bytes in
      stream.forEachSegment { segment in
        let piece = UnsafeBufferPointer(rebasing: bytes[segment])
        yardstick_parser_feed(parser, piece.baseAddress, piece.count)
      }
    }
    let sums = yardstick_parser_sums(parser)
    guard sums.failed == 0 else { return Sums() }
    return Sums(replies: sums.replies, codes: sums.codes, bytes: sums.bytes, lines: sums.lines)
  }
}
