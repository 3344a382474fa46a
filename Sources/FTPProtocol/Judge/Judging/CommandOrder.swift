/// What the client has sent so far of the sequences that have an order: it moves with the commands, ahead
/// of the replies, so that pipelined commands are judged as fairly as others.
struct CommandOrder: Sendable {
  /// One sequence of commands.
  struct Sequence: Sendable {
    enum Stage: Sendable {
      /// Not begun, or used up.
      case none
      /// The first command was sent and is not answered.
      case sent
      /// It was accepted.
      case accepted
      /// It was refused.
      case refused
      /// It was accepted and was all that was needed: 230 to USER.
      case done
    }

    var stage = Stage.none
    /// The command that came in between and breaks the sequence.
    var interruption: Verb?

    mutating func begin() { self = Sequence(stage: .sent) }

    /// Takes the answer to the first command, unless the second has used the sequence up already.
    mutating func settle(_ stage: Stage) {
      if self.stage == .sent { self.stage = stage }
    }

    mutating func interrupt(with verb: Verb) {
      if stage == .sent || stage == .accepted, interruption == nil { interruption = verb }
    }

    var isOpen: Bool { stage == .sent || stage == .accepted }
  }

  /// How the client last set up a data connection.
  enum Setup: Sendable {
    case none
    case sent
    case ready
    case refused(Verb)
    case usedPassive
    case usedActive
  }

  /// USER, then PASS.
  var login = Sequence()
  /// RNFR, then RNTO.
  var rename = Sequence()
  /// REST or RANG, then the transfer.
  var restart = Sequence()
  /// AUTH, then ADAT.
  var exchange = Sequence()
  /// PBSZ, then PROT.
  var bufferSize = Sequence()
  /// PASV, PORT or one of their kind, then the transfer.
  var setup = Setup.none
  /// Whether the last of these makes the server listen.
  var isPassiveSetup = false
  /// Whether USER was sent since the greeting or REIN.
  var hasUser = false
  /// Whether `EPSV ALL` was sent and not refused.
  var hasEPSVAll = false
}
