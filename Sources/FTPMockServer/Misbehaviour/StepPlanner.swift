import FTPProtocol
import FTPTransport
import FTPVectors

/// Plans the steps of one session from the rules, the vector and the faults of a configuration, and keeps their state.
///
/// Handlers do not see it. It exists only if there is something to change.
final class StepPlanner {
  private let faults: [FaultHooks]
  private let script: Script?
  private let server: IPAddress?
  private let session: Int
  /// How often each rule of the script has matched in this session.
  private var matches: [Int]
  private var counts: [Verb: Int] = [:]
  private var number = 0
  private var restart: UInt64 = 0
  private var earlierRestart: UInt64 = 0
  /// What the rule for the current command does to replies.
  private var shape: ReplyForm?
  /// What the rule does to data.
  private var dataShape: Script.Action.DataShape?
  /// Called whenever the session deviates from what the obedient server would do.
  private let depart: () -> Void
  /// Makes the session listen for a data connection, for a rule that announces one.
  var listen: () -> SocketAddress? = { nil }
  /// The current command.
  private(set) var facts: CommandFacts?
  /// The session's position in a vector, or nil.
  private var cursor: VectorCursor?

  /// Makes the planner of a session; nil for an obedient server.
  ///
  /// `server` is the address to which the client has connected. `session` is the number of the session, from 1.
  /// `depart` is called whenever the session deviates from what the obedient server would do.
  init?(
    _ configuration: MockServer.Configuration, at server: IPAddress?, session: Int,
    depart: @escaping () -> Void
  ) {
    self.server = server
    self.depart = depart
    self.session = session
    guard !configuration.faults.isEmpty || configuration.script != nil else { return nil }
    faults = configuration.faults.map(\.hooks)
    script = configuration.script
    cursor = configuration.script?.exchanges.map(VectorCursor.init)
    matches = Array(repeating: 0, count: configuration.script?.rules.count ?? 0)
  }

  /// The command as faults let the server read it.
  func understood(_ command: Command) -> Command {
    var argument = command.argument
    for fault in faults { fault.onArgument?(command.verb, &argument) }
    guard argument != command.argument else { return command }
    depart()
    return Command(command.verb, bytes: argument)
  }

  /// Begins a command; returns its steps.
  func steps(for command: Command) -> [ServerStep] {
    number = number == .max ? number : number + 1
    // A client may send any number of different verbs.
    if counts[command.verb] != nil || counts.count < 1000 { counts[command.verb, default: 0] += 1 }
    let facts = CommandFacts(
      command: command, occurrence: counts[command.verb] ?? 1, number: number,
      session: session,
      restart: command.verb.transfersData ? restart : 0, earlierRestart: earlierRestart,
      server: server)
    self.facts = facts
    if command.verb.transfersData, restart > 0 {
      earlierRestart = restart
      restart = 0
    }
    var steps = rule(for: command) ?? cursor?.steps(for: command) ?? [.obey]
    for fault in faults { fault.onCommand?(facts, &steps) }
    if steps != [.obey] || shape != nil || dataShape != nil { depart() }
    return steps
  }

  /// The steps before the first command.
  func stepsForConnection() -> [ServerStep] {
    // A session has only one connection, so sessions are counted.
    let rule = script?.rules.first { $0.trigger == .connection && $0.occurrence.range.contains(session) }
    let steps = take(rule, for: nil) ?? script?.greeting ?? [.obey]
    if steps != [.obey] || shape != nil { depart() }
    return steps
  }

  /// The steps that replace a reply.
  func steps(for reply: ServerReply, _ stage: ReplyFacts.Stage, isEmpty: Bool = false) -> [WireStep] {
    let facts = ReplyFacts(stage: stage, command: facts, code: reply.code, isEmpty: isEmpty)
    if stage == .single, reply.code == 350, let command = facts.command?.command, command.verb == .rest {
      restart = UInt64(command.text) ?? 0
    }
    let honest = [WireStep.bytes(reply.bytes)]
    var replies = [ReplyStep.reply(reply)]
    for fault in faults { fault.onReply?(facts, &replies) }
    var steps = replies.encoded
    for fault in faults { fault.onWire?(facts, &steps) }
    if steps != honest { depart() }
    if stage != .between, let shape { steps.replaceBytes(shape.steps) }
    return steps
  }

  /// Whether a vector still has an answer for a command with this verb.
  func plays(_ verb: Verb) -> Bool { cursor?.expects(verb) ?? false }

  /// The bytes for a line of a vector.
  func render(_ line: VectorLine, listen: () -> SocketAddress?) -> [WireStep] {
    cursor?.render(line, listen: listen) ?? []
  }

  /// How the data connection is opened; nil for the normal way.
  func dataStart() -> DataStart? {
    guard let facts else { return nil }
    let start = faults.lazy.compactMap { $0.onOpening?(facts) }.first
    if start != nil { depart() }
    return start
  }

  /// The filter for the bytes of the current transfer, or nil.
  func dataFilter() -> FilterChain? {
    guard let facts else { return nil }
    var filters = faults.compactMap { $0.onData?(facts) }
    if let dataShape { filters.append(DrippingFilter(count: dataShape.count, pause: dataShape.pause)) }
    guard !filters.isEmpty else { return nil }
    depart()
    return FilterChain(filters)
  }

  /// The steps of the first rule that matches a command.
  private func rule(for command: Command) -> [ServerStep]? {
    var chosen: Script.Rule?
    // Every rule counts its matches, even if an earlier one applied.
    for (index, rule) in (script?.rules ?? []).enumerated() where rule.matches(command) {
      matches[index] = matches[index] == .max ? .max : matches[index] + 1
      if chosen == nil, rule.occurrence.range.contains(matches[index]) { chosen = rule }
    }
    return take(chosen, for: command)
  }

  private func take(_ rule: Script.Rule?, for command: Command?) -> [ServerStep]? {
    shape = rule?.shape
    dataShape = rule?.dataShape
    var place: SocketAddress?
    return rule?.steps { text in
      text.bytes(for: command) {
        place = place ?? listen()
        return place
      }
    }
  }
}
