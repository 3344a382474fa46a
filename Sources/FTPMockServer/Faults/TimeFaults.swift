import FTPProtocol

/// `time-…`: the reply to MDTM.
enum TimeFaults {
  static let bodies: [String: FaultBody] = [
    "time-local": FaultBody(.hours("+2")) { hours in changing { text in moved(text, hours) ?? text } },
    "time-19100": FaultBody(
      changing { text in
        guard text.count >= 14, let year = Int(String(decoding: text.prefix(4), as: UTF8.self)) else {
          return text
        }
        return Array("19\(year - 1900)".utf8) + text.dropFirst(4)
      }),
    "time-text": FaultBody(changing { $0 + Array(" is when it was changed.".utf8) }),
    "time-fraction": FaultBody(changing { $0 + Array(".000".utf8) }),
    "time-refused": FaultBody(.answering(.mdtm, with: .reply(550, "No time available."))),
  ]

  /// A time this many hours later; nil if it is not a time.
  static func moved(_ text: some Collection<UInt8>, _ hours: Int) -> [UInt8]? {
    guard let time = try? TimeValue.read(text, .strict).value else { return nil }
    let moved = TimeValue(
      secondsSince1970: time.secondsSince1970 + Int64(hours) * 3600, fraction: time.fraction)
    return moved.map { Array("\($0)".utf8) }
  }

  private static func changing(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> FaultHooks {
    .rewriting(if: { $0.verb == .mdtm && $0.code == 213 }) { $0.lines = $0.lines.map(change) }
  }
}
