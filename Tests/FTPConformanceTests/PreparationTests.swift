import FTPConformance
import FTPConversation
import FTPProtocol
import TestSupport
import Testing

@testable import FTPMockServer

@Suite("Nothing that a server does in a preparation is blamed on it under the rule of the case")
struct PreparationTests {
  /// What happens to the reply to one command of a preparation.
  enum Alteration: String, CaseIterable {
    case otherCode, otherText, refusal, silence, twoReplies

    /// The rules that it breaks by itself, whichever the command: the cases about these rules must notice it.
    var owners: Set<RequirementID> {
      switch self {
      case .otherCode, .otherText, .refusal: []
      case .silence: ["959:4.2:every-command-answered"]
      case .twoReplies:
        ["959:5.4:nothing-spontaneous", "1123:4.1.2.11:replies-well-formed", "959:4.2:one-final"]
      }
    }

    /// The fault of a server that alters the reply to one command of one session.
    func fault(session: Int, command: Int, verb: Verb) -> Fault? {
      let kind = FaultKind(
        "preparation-\(rawValue)", "The reply to one command is altered.",
        .requirement("959:4.2:every-command-answered"),
        FaultBody(
          .onReply { facts, steps in
            guard facts.command?.session == session, facts.command?.number == command,
              facts.command?.verb == verb,
              facts.stage == .single || facts.stage == .completion
                || (facts.stage == .preliminary && self == .refusal)
            else { return }
            switch self {
            case .otherCode where facts.code.kind == .completion:
              steps.changeReplies { $0.code = $0.code == 200 ? 250 : 200 }
            case .otherCode: break
            case .otherText: steps.changeReplies { $0.lines[0] = Array("Done.".utf8) }
            case .refusal: steps = [.reply(ServerReply(550, "Not now."))]
            case .silence: steps = []
            case .twoReplies: steps += [.reply(ServerReply(200, "Once more."))]
            }
          }))
      return try? Fault(kind)
    }
  }

  /// One command of a preparation, and how its reply is altered.
  struct Place: Sendable {
    let entry: ServerCase
    let session: Int
    let command: Int
    let verb: Verb
    let alteration: Alteration

    var isInSample: Bool {
      Thoroughness.includes("\(entry.id) \(session) \(command) \(alteration)", oneIn: 3)
    }
  }

  @Test func noCaseButTheOwnerOfARuleAccuses() async throws {
    let cases = Mutation.cases.filter { Thoroughness.includes($0.id.rawValue, oneIn: 4) }
    let places = try await inParallel(cases) { entry in
      let attempt = try await Mutation(entry: entry, faults: nil).attempt()
      return Self.places(in: attempt, of: entry)
    }.flatMap(\.self).filter(\.isInSample)
    #expect(!places.isEmpty)
    let accusations = try await inParallel(places) { place -> String? in
      // What is not found each time is called flaky, and is no accusation.
      var accusation: String?
      for _ in 0..<3 {
        accusation = try await Self.accusation(at: place)
        if accusation == nil { break }
      }
      return accusation
    }.compactMap(\.self)
    #expect(accusations == [])
  }

  /// The cases that count replies themselves, and cannot know that a preparation had two.
  private static let counting: Set<CaseID> = ["rfc959/4.2/lengthy-lines"]

  /// What a case says of a server that alters one reply to a preparation; nil if it blames nothing, or only what it is about.
  private static func accusation(at place: Place) async throws -> String? {
    guard
      let fault = place.alteration.fault(session: place.session, command: place.command, verb: place.verb)
    else { return nil }
    let attempt = try await Mutation(entry: place.entry, faults: nil).attempt(.short, with: [fault])
    let codes = RequirementID(rawValue: "959:5.4:\(place.verb.name.lowercased())-codes")
    let owned = place.alteration.owners.union([codes]).intersection(place.entry.entry.requirements)
    // A case about the command may say what is wrong with it.
    guard Mutation.isFound(by: attempt), !place.entry.isAbout(place.verb),
      let finding = attempt.findings.first,
      !owned.contains(finding.requirement),
      place.alteration != .twoReplies || !counting.contains(place.entry.id)
    else { return nil }
    return
      "\(place.entry.id), \(place.alteration) of \(place.verb): \(attempt.verdict), \(finding.requirement), \(finding.received)"
  }

  /// The commands of an attempt that only prepare, with every alteration of their replies.
  private static func places(in attempt: CaseAttempt, of entry: ServerCase) -> [Place] {
    var places: [Place] = []
    for (number, conversation) in attempt.conversations.enumerated() {
      var command = 0
      let events = conversation.transcript.events
      for (index, event) in events.enumerated() {
        guard case .command(let line, let judgement) = event.content,
          let verb = Command(parsing: line.bytes)?.verb
        else { continue }
        command += 1
        // The reply belongs to the preparation as well.
        let end = events.lastIndex {
          guard case .reply(_, _, let answer) = $0.content else { return false }
          return answer.ordinal == judgement?.ordinal && answer.isFinal
        }
        guard let end, attempt.preparations.cover(index, of: verb, in: number),
          attempt.preparations.cover(end, of: verb, in: number)
        else { continue }
        places += Alteration.allCases.map {
          Place(entry: entry, session: number + 1, command: command, verb: verb, alteration: $0)
        }
      }
    }
    return places
  }
}
