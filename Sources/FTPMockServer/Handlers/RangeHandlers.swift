import FTPProtocol

/// RANG (draft-bryan-ftp-range-08): REST with an end.
enum RangeHandlers {
  static let all = [
    CommandHandler(.rang, action: range)
  ]

  @Sendable private static func range(_ session: SessionContext, _ argument: Argument) -> Response {
    // An invalid range cancels the previous one.
    session.restart = .none
    let numbers = argument.bytes.split(separator: 0x20, omittingEmptySubsequences: false).map {
      UInt64(digits: $0)
    }
    guard numbers.count == 2, let first = numbers[0], let last = numbers[1] else {
      return .reply(501, "Two decimal numbers are needed.")
    }
    if (first, last) == (1, 0) { return agree(.none, "the whole file", session) }
    guard first <= last else { return .reply(501, "The range ends before it begins.") }
    guard session.parameters.isPlainImage else {
      return .reply(551, "Ranges need image type, stream mode and file structure.")
    }
    return agree(.range(first, last), "bytes \(first) to \(last)", session)
  }

  private static func agree(
    _ restart: RestartRequest, _ range: String, _ session: SessionContext
  ) -> Response {
    let text = "The next transfer is about \(range)."
    guard let agreed = session.reply(to: .rang, leadingTo: .restarted, text) else { return .notImplemented }
    session.restart = restart
    return agreed
  }
}

extension UInt64 {
  /// The number that decimal digits form; nil for anything else and for numbers that are too large.
  init?(digits: ArraySlice<UInt8>) {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(String(decoding: digits, as: UTF8.self))
  }
}
