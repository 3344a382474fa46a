/// How replies are sent.
enum ReplyShape: Hashable, Sendable {
  /// In segments that end at these offsets.
  case cut([Int])
  /// This many bytes at a time, with a pause after each.
  case drip(Int, Duration)

  func apply(to steps: inout [ServerStep]) {
    steps.replaceBytes { bytes in
      switch self {
      case .cut(let offsets): ServerStep.segments(bytes, cutAt: offsets)
      case .drip(let count, let pause): ServerStep.drip(bytes, count, pause)
      }
    }
  }
}

extension ServerStep {
  /// The pause after a segment, so that it is sent separately.
  static let segmentPause = Duration.milliseconds(5)

  /// Bytes in segments that end at offsets.
  static func segments(_ bytes: [UInt8], cutAt offsets: [Int]) -> [ServerStep] {
    var steps: [ServerStep] = []
    var start = 0
    for offset in offsets.sorted() + [bytes.count] where offset > start && offset <= bytes.count {
      if start > 0 { steps.append(.pause(segmentPause)) }
      steps.append(.bytes(Array(bytes[start..<offset])))
      start = offset
    }
    return steps
  }

  /// A few bytes at a time.
  static func drip(_ bytes: [UInt8], _ count: Int, _ pause: Duration) -> [ServerStep] {
    stride(from: 0, to: bytes.count, by: max(1, count)).flatMap { start in
      [.bytes(Array(bytes[start..<min(bytes.count, start + max(1, count))])), .pause(pause)]
    }
  }
}
