import FTPConformance
import FTPProtocol
import FTPVectors

/// Makes sequences from the state diagram: each command is from one of its rows, and comes after the commands that lead
/// there.
///
/// Commands with arrows that have not been seen are chosen more often.
package struct SequenceGenerator {
  private typealias Action = ServerSequence.Action
  private struct Place: Hashable {
    let step: ReplyState
    let verb: Verb
  }

  var random: SeededGenerator
  private let facts: ServerFacts
  private let isIPv6: Bool
  private let canWrite: Bool
  private let places: [Place]
  /// How often each place was chosen.
  private var counts: [Place: Int] = [:]

  init(seed: UInt64, _ grounds: ServerGrounds) {
    random = SeededGenerator(seed: seed)
    facts = grounds.facts
    isIPv6 = grounds.facts.reasonAgainst(.ipv4) != nil
    canWrite = grounds.folder != nil
    places = grounds.target.diagram.rows.filter { $0.step != .greeting }.flatMap { row in
      row.verbs.map { Place(step: row.step, verb: $0) }
    }
  }

  mutating func next(_ coverage: CampaignCoverage<DiagramArrow>) -> ServerSequence {
    var sequence = ServerSequence(random.isOnce(in: 12) ? .ready : .loggedIn, [])
    if sequence.start == .ready {
      if !random.isOnce(in: 4) { sequence.actions += [.line(.user, .word), .line(.pass, .secret)] }
    } else if canWrite, random.isOnce(in: 2) {
      sequence.actions += transfer(.stor, "STOR a", isPlain: true)
    }
    for _ in 0...random.below(5) {
      let place = draw(coverage)
      counts[place, default: 0] += 1
      sequence.actions += actions(place.step, place.verb)
      // After another login the current directory is unknown.
      if place.step.isOfLogin || place.verb == .rein, canWrite { sequence.actions.append(.line(.cwd, .text)) }
    }
    var mutator = SequenceMutator(random: random)
    if mutator.random.below(3) > 0 {
      for _ in 0...mutator.random.below(3) { mutator.mutate(&sequence.actions) }
    }
    random = mutator.random
    if random.isOnce(in: 6) { sequence.actions.append(.line("QUIT")) }
    return sequence.normalized
  }

  /// A random command, more likely one with arrows not seen yet.
  private mutating func draw(_ coverage: CampaignCoverage<DiagramArrow>) -> Place {
    let weights = places.map { place in
      1 + 24 * coverage.missingCount(place.step, place.verb) / (1 + counts[place, default: 0])
    }
    var number = random.below(weights.reduce(0, +))
    for (place, weight) in zip(places, weights) {
      number -= weight
      if number < 0 { return place }
    }
    return Place(step: .simple, verb: .noop)
  }
}

// Commands with what they need.
extension SequenceGenerator {
  private static let names = ["a", "a", "a", "b", "d", "missing"]

  private mutating func one<Element>(of elements: [Element]) -> Element {
    elements[random.below(elements.count)]
  }

  private mutating func actions(_ step: ReplyState, _ verb: Verb) -> [Action] {
    let name = one(of: Self.names)
    switch step {
    case .user: return [.line(.user, .word)]
    case .pass:
      return random.isOnce(in: 4) ? [.line(.pass, .secret)] : [.line(.user, .word), .line(.pass, .secret)]
    case .rnfr: return [.line("RNFR \(name)")]
    case .rnto:
      return (random.isOnce(in: 3) ? [] : [.line("RNFR \(name)")]) + [
        .line("RNTO \(one(of: ["b", "c", "d"]))")
      ]
    case .adat: return (random.isOnce(in: 3) ? [] : [.line("AUTH TLS")]) + [.line("ADAT AAAA")]
    case .rest where verb == .rest: return [.line("REST \(one(of: ["0", "1", "3", "99999999"]))")]
    case .restarted: return transfer(verb, "\(verb) \(name)", restart: one(of: ["0", "1", "3", "1000"]))
    default: break
    }
    if let row = verb.row, row.data != nil {
      return transfer(verb, row.data == .listing || verb == .stou ? verb.name : "\(verb) \(name)")
    }
    if let form = verb.row?.address {
      guard form.activeVerb == verb else { return [.line(verb.name)] }
      return [.line(verb, form == .hostPort ? .hostport : form == .extended ? .extended : .long)]
    }
    switch verb.modern {
    // SPDT turns the connection into a data connection, and what follows QUIT is never read.
    case .quit, .spdt: return [.line(verb.name)]
    case .rein, .host: return [.line(verb == .rein ? "REIN" : "HOST localhost")]
    case .mkd: return [.line("\(verb) \(one(of: ["d", "e"]))")]
    case .rmd, .cwd: return [.line("\(verb) \(one(of: ["d", "e", "missing"]))")]
    case .dele, .size, .mdtm, .mlst, .hash: return [.line("\(verb) \(name)")]
    case .type: return [.line("\(verb) \(one(of: ["A", "I", "A N", "L 8", "E", "Z"]))")]
    case .mode: return [.line("\(verb) \(one(of: ["S", "B", "C", "X"]))")]
    case .stru: return [.line("\(verb) \(one(of: ["F", "R", "P", "X"]))")]
    default: break
    }
    guard case .lines(let lines)? = SequenceStep.entry(step, verb) else { return [.line(verb.name)] }
    return lines.map { line in line.hasSuffix("{directory}") ? .line(.cwd, .text) : .line(line) }
  }

  /// A transfer whose data connection is made correctly, or too early, too late, twice, by another client, or not at
  /// all.
  private mutating func transfer(
    _ verb: Verb, _ line: String, restart: String? = nil, isPlain: Bool = false
  ) -> [Action] {
    let isPassive = isPlain || !random.isOnce(in: 4)
    var actions: [Action] = []
    if random.isOnce(in: 3) || isPlain { actions.append(.line(random.isOnce(in: 3) ? "TYPE A" : "TYPE I")) }
    let form = facts.passiveCommand
    let isOther = !isPlain && random.isOnce(in: 4)
    actions.append(
      isPassive
        ? .line((isOther ? (form == .pasv && !isIPv6 ? AddressForm.epsv : form) : form).passiveVerb.name)
        : isIPv6 || isOther ? .line(.eprt, .extended) : .line(.port, .hostport))
    if let restart { actions.append(.line("REST \(restart)")) }
    let way = isPlain ? 0 : random.below(12)
    if way == 11 { actions.append(.openDataByStranger) }
    if isPassive, way != 1, way != 2 { actions.append(.openData) }
    if way == 3 { actions.append(.openData) }
    actions.append(.line(line))
    if !isPassive || way == 1 { actions.append(.openData) }
    if verb.row?.data == .upload {
      let content = one(of: [WalkContent.lines, .lines, .word, .text, .empty, .filled(.bytes, 300)])
      if !content.bytes.isEmpty { actions.append(.data(.upload, VectorLine(content.bytes))) }
      if way == 4 { actions.append(.uploadBytes(one(of: [70_001, 1 << 20, 4 << 20]))) }
    } else if way < 9 {
      actions.append(.download)
    }
    if way == 5 { actions.append(.halfCloseData) }
    if way == 6 { actions.append(.line(one(of: ["ABOR", "STAT", "NOOP"]))) }
    if way != 7 { actions.append(way == 8 ? .resetData : .closeData) }
    // This command waits for the reply that ends the transfer.
    actions.append(.line(one(of: ["NOOP", "PWD", "NOOP"])))
    return actions
  }
}
