/// The exit status of a run of `ftpraw`.
///
/// Every subcommand uses the same numbers; help and the manual print ``all``.
struct ExitStatus: Hashable, Sendable, Comparable {
  /// The number given to the operating system, 0 to 255.
  let code: Int32

  /// Orders by number: of several, the highest is the worst.
  static func < (one: ExitStatus, other: ExitStatus) -> Bool { one.code < other.code }

  /// 0: everything asked for was done.
  static let fine = ExitStatus(code: 0)
  /// 1: the answer is negative.
  static let negative = ExitStatus(code: 1)
  /// 2: nothing failed, but something differs from the declaration.
  static let surprise = ExitStatus(code: 2)
  /// 3: there was no conversation, it ended early, or the address to listen on is in use.
  static let noConversation = ExitStatus(code: 3)
  /// 64: the command line is wrong (`EX_USAGE`).
  static let usage = ExitStatus(code: 64)
  /// 74: a local file or stream could not be read or written (`EX_IOERR`).
  static let localFile = ExitStatus(code: 74)
  /// 130: ended by an interrupt from the keyboard.
  static let interrupted = ExitStatus(code: 130)

  /// Every status that is documented, by rising number.
  static let all: [ExitStatus] = [
    fine, negative, surprise, noConversation, usage, localFile, interrupted,
  ]

  /// What the status means, in one sentence without its full stop.
  var meaning: String { CommandText.meaning(of: "\(code)", in: "exit statuses") ?? "Not documented" }
}
