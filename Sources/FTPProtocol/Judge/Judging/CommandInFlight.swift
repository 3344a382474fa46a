/// A command that was sent and has not had its final reply, or the connection that awaits its greeting.
struct CommandInFlight: Sendable {
  /// What is wrong with the command, so that a server that accepts it can be blamed.
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
  /// The position of its row in ``VerbTable``, whose codes it may get; nil for an unknown verb.
  var row: Int?
  let role: VerbRow.Role?
  let traits: VerbRow.Traits
  /// The state of the diagram in which its replies arrive.
  var step: ReplyState
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

  /// Where a reply leads, by the rule of one 1yz reply too (RFC 959, section 4.2); restart marks may be repeated.
  func box(_ code: ReplyCode, in diagram: StateDiagram) -> ReplyOutcome {
    let box = diagram.box(step, code)
    return box == .wait && preliminaries > 0 && code != 110 ? .error : box
  }

  /// What the tables say about a reply.
  func standing(_ code: ReplyCode) -> CommandReplies.Standing {
    let phase: CommandReplies.Phase =
      code == 110 ? .mark : preliminaries > 0 && !code.isPreliminary ? .afterPreliminary : .first
    guard let row else { return CommandReplies.judgeUnlisted(code) }
    return VerbTable.rows[row].judge(code, phase)
  }

  /// The codes listed for the command, in words: `215, 421, 500, 501 or 502`.
  var listedCodes: String {
    guard let row else { return "a code of some text" }
    return VerbTable.rows[row].listedCodes(preliminaries > 0 ? .afterPreliminary : .first)
  }

  /// That a code is listed, but only after a preliminary reply, which has not come; otherwise nothing.
  func laterWords(_ code: ReplyCode) -> String {
    guard preliminaries == 0, let row, VerbTable.rows[row].judge(code, .afterPreliminary) == .allowed else {
      return ""
    }
    return ", and \(code) only after 1yz"
  }

  /// Whether the reply can be meant for this command: listed, tolerated, or a mistake that servers make here.
  func suits(_ code: ReplyCode, in diagram: StateDiagram) -> Bool {
    if standing(code) != .notListed { return box(code, in: diagram) != .error }
    return hasSeen(code)
  }

  /// Whether servers are known to send the code here although it is wrong.
  func hasSeen(_ code: ReplyCode) -> Bool {
    guard let row else { return false }
    return VerbTable.rows[row].hasSeen(code)
  }

  /// Whether a text lists the code for this command.
  func lists(_ code: ReplyCode) -> Bool { standing(code) == .allowed }
}

extension CommandInFlight {
  /// A command as sent, looked up once in the table of verbs.
  init(_ command: Command, ordinal: Int) {
    // No command of a client can be mistaken for the connection itself.
    let row = command.verb == CommandReplies.connection ? nil : VerbTable.index(of: command.verb)
    self.ordinal = ordinal
    self.command = command
    self.row = row
    role = row.flatMap { VerbTable.rows[$0].role }
    traits = row.map { VerbTable.rows[$0].traits } ?? []
    step = row.map { VerbTable.rows[$0].step } ?? .simple
  }

  /// The connection that awaits its greeting.
  static let greeting: CommandInFlight = {
    var entry = CommandInFlight(Command(CommandReplies.connection), ordinal: -1)
    entry.row = VerbTable.index(of: CommandReplies.connection)
    entry.step = .greeting
    return entry
  }()

  /// The arguments that give their verb its own codes.
  mutating func takeForm() {
    if faults.contains(.isEPSVAll) {
      row = VerbTable.index(of: "EPSV ALL") ?? row
    } else if role == .mode, command.argument.map({ Verb(bytes: $0) == "Z" }) ?? false {
      row = VerbTable.index(of: "MODE Z") ?? row
    }
  }
}

extension Command {
  /// The verb in printable ASCII, short enough for a message; never the argument, which may be a secret.
  var printable: String { verb.printable }
}

extension Verb {
  /// The verb in printable ASCII, short enough for a message.
  var printable: String { packed == 0 ? Escaping.ascii(name.utf8, limit: 24) : Escaping.ascii(name.utf8) }
}
