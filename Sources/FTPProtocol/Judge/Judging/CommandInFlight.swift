/// A command that was sent and has not had its final reply, or the connection that awaits its greeting.
struct CommandInFlight: Sendable {
  /// What is wrong with the command, so that a server that accepts it can be told.
  struct Faults: OptionSet, Sendable {
    let rawValue: UInt8
    /// PASS without USER, RNTO without RNFR, ADAT without AUTH, PROT without PBSZ.
    static let noPredecessor = Faults(rawValue: 1)
    /// PORT, PASV or one of their kind though EPSV ALL is in force.
    static let afterEPSVAll = Faults(rawValue: 2)
    /// `EPSV ALL` itself.
    static let isEPSVAll = Faults(rawValue: 4)
    /// A line without a verb, which may be answered or not.
    static let isBlank = Faults(rawValue: 8)
  }

  let ordinal: Int
  let command: Command
  /// The position among the rows of ``VerbTable``; nil for a verb in none.
  let row: Int?
  let role: VerbRow.Role?
  let step: Step
  var faults: Faults = []
  /// How many 1yz replies it has had, marks (110) apart.
  var preliminaries = 0
  /// A later command was answered first; the reply to this one may be lost.
  var isSkipped = false

  /// A transfer over a data connection.
  var isTransfer: Bool { role == .transfer }

  /// A transfer that has had its 1yz reply.
  var isUnderWay: Bool { isTransfer && preliminaries > 0 }

  var isGreeting: Bool { step == .greeting }

  /// Where a reply leads, the rule of one 1yz reply included.
  func box(_ code: ReplyCode) -> Box {
    if code.isPreliminary, code != 110, preliminaries > 0 { return .error }
    return StateDiagram.box(step, code)
  }

  /// What the tables say of a reply.
  func standing(_ code: ReplyCode) -> CommandReplies.Standing {
    let phase: CommandReplies.Phase =
      code == 110 ? .mark : preliminaries > 0 && !code.isPreliminary ? .afterPreliminary : .first
    guard let row else { return CommandReplies.judgeUnlisted(code) }
    return VerbTable.rows[row].judge(code, phase)
  }

  /// Whether the reply can be meant for this command: listed, tolerated, or a mistake that servers make here.
  func suits(_ code: ReplyCode) -> Bool {
    if standing(code) != .notListed { return box(code) != .error }
    return hasSeen(code)
  }

  /// Whether servers are known to send the code here though it is wrong.
  func hasSeen(_ code: ReplyCode) -> Bool {
    guard let row else { return false }
    return VerbTable.rows[row].hasSeen(code)
  }

  /// Whether a text lists the code for this command.
  func lists(_ code: ReplyCode) -> Bool {
    if case .allowed = standing(code) { true } else { false }
  }
}
