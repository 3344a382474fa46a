/// What a server does wrong all the time, apart from replies and data.
///
/// A fault adds one through ``FaultHooks/configure``; the obedient server has none.
struct ServerHabits: OptionSet, Hashable, Sendable {
  let rawValue: Int

  /// Sessions begin in image type.
  static let beginsInImage = ServerHabits(rawValue: 1 << 0)
  /// Abandoned passive ports stay open as long as the server runs.
  static let keepsPorts = ServerHabits(rawValue: 1 << 1)
  /// A command during a transfer makes it fail.
  static let failsWhenDisturbed = ServerHabits(rawValue: 1 << 2)
  /// ABOR is not read during a transfer.
  static let overlooksAbort = ServerHabits(rawValue: 1 << 3)
  /// The end of the control connection is not noticed during a transfer.
  static let overlooksEnd = ServerHabits(rawValue: 1 << 4)
  /// Bytes that arrive together are treated as whole lines.
  static let takesPiecesForLines = ServerHabits(rawValue: 1 << 5)
  /// Verbs in lower case are unknown.
  static let knowsUpperCaseOnly = ServerHabits(rawValue: 1 << 6)
  /// Telnet commands are answered like unknown commands, and options are not refused.
  static let answersTelnet = ServerHabits(rawValue: 1 << 7)
  /// Of commands that arrive together, only the first is read, and the others are lost.
  static let takesOneCommandAtOnce = ServerHabits(rawValue: 1 << 8)
  /// USER is refused if the name is unknown.
  static let tellsUserNames = ServerHabits(rawValue: 1 << 9)
  /// Active data connections are opened from another address of the loopback network.
  static let connectsFromElsewhere = ServerHabits(rawValue: 1 << 10)
}
