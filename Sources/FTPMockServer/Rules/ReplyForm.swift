/// How replies are sent.
enum ReplyForm: Hashable, Sendable {
  /// In segments that end at these offsets.
  case cut([Int])
  /// This many bytes at a time, with a pause after each.
  case drip(Int, Duration)

  func steps(for bytes: [UInt8]) -> [WireStep] {
    switch self {
    case .cut(let offsets): WireStep.segments(bytes, cutAt: offsets)
    case .drip(let count, let pause): WireStep.drip(bytes, count, pause)
    }
  }
}
