import FTPProtocol
import FTPVectors

/// A reply of a vector, with its meaning there.
struct PlannedReply {
  let reply: Reply
  /// The number of the command that it answers; nil for a reply to nothing.
  let ordinal: Int?
  let step: ReplyState?
  let box: ReplyOutcome?
  let isFinal: Bool
  /// Whether another server must answer with the same code.
  let needsSameCode: Bool
  let differences: [ExpectedDifference]
  let line: Int

  init(_ answer: ReplayState.Answer) {
    reply = answer.reply
    ordinal = answer.judgement.ordinal
    step = answer.judgement.step
    box = answer.judgement.box
    isFinal = answer.judgement.isFinal
    let meaning = answer.expectations.meaning
    needsSameCode = meaning?.value.needsSameCode ?? false
    differences = answer.expectations.differences
    line = meaning?.line ?? answer.expectations.line
  }

  /// Code, step and box as rows have them.
  var description: String {
    "\(reply.code) \(step?.rawValue ?? "none")" + (box.map { " \($0)" } ?? "")
  }
}

/// The meaning of a vector by itself: the number of each command, and each reply with the command that it answers.
struct ReplyPlan {
  /// The replies of each burst, by the number of its event.
  private(set) var replies: [Int: [PlannedReply]] = [:]
  /// The commands that each event completes, by the number of the event: the first of them, and the numbers of all.
  private(set) var commands: [Int: (first: Command, ordinals: Range<Int>)] = [:]
  /// The last reply to each command.
  private(set) var finals: [Int: PlannedReply] = [:]

  init(_ vector: Vector, _ script: ReplayScript) {
    var state = ReplayState(vector, bindings: script.bindings, keepsAnswers: true)
    var count = 0
    for (index, event) in script.events.enumerated() {
      guard case .replies(let burst) = event else {
        let before = state.judge.commandCount
        // A line without a verb may be answered, too.
        if let judgement = state.take(event), judgement.command != nil || judgement.ordinal != nil {
          commands[index] = (judgement.command ?? Command(""), before..<state.judge.commandCount)
        }
        continue
      }
      state.take(burst, cuts: [])
      let planned = (state.answers ?? [])[count...].map(PlannedReply.init)
      count += planned.count
      replies[index] = planned
      for reply in planned where reply.isFinal {
        if let ordinal = reply.ordinal { finals[ordinal] = reply }
      }
    }
  }
}
