import FTPConversation
import FTPProtocol
import FTPSystem
import FTPTransport

/// A comparison of our parser with another program's, over many inputs.
package struct DifferentialCampaign: Sendable {
  /// What is compared.
  package let parser: ComparedParser
  /// The command that starts the other parser, for a shell.
  package let command: String
  /// Which runs are made.
  package let bounds: CampaignBounds
  /// How long the other parser may take for an answer.
  package var limit = Duration.seconds(5)
  /// Inputs to begin from, besides those that are generated.
  package var seeds: [[UInt8]] = []

  package init(_ parser: ComparedParser, _ command: String, _ bounds: CampaignBounds) {
    self.parser = parser
    self.command = command
    self.bounds = bounds
  }

  /// The result of a campaign.
  package struct Summary: Sendable {
    /// How many inputs were compared.
    package internal(set) var runs: UInt64 = 0
    /// How long that took.
    package internal(set) var duration = Duration.zero
    /// How many of them the parsers read differently, by kind.
    package internal(set) var counts: [ParserDifference.Kind: Int] = [:]
    /// One minimized difference of each kind and rule, the shortest, in the order in which they were found.
    package internal(set) var differences: [ParserDifference] = []

    /// Inputs per second.
    package var rate: Double { duration.rate(of: runs) }
  }

  /// How many inputs are sent before the answers are read: few enough that inputs and answers both fit into a pipe.
  private static let batch: UInt64 = 32
  /// The most differences that are minimized.
  private static let mostDifferences = 64

  /// Gives the other parser a plain input, and returns what is wrong with its answer; nil if nothing is.
  ///
  /// A program that was just started may take longer for the first answer than for later ones.
  package func greet() async throws(SystemError) -> String? {
    try await BlockingThread.run { () throws(SystemError) in
      var other = ForeignParser(command, within: max(limit, .seconds(10)))
      let subject = parser.comparison(seeds: [])
      switch try other.read([subject.plain]).first {
      case .crash, nil: return "it ends without an answer"
      case .hang: return "it does not answer in time"
      case .line(let line):
        return subject.isAnswer(line) ? nil : "it answers '\(Escaping.ascii(line.utf8, limit: 60))'"
      }
    }
  }

  /// Compares until a bound is reached or the task is cancelled.
  ///
  /// - Throws: if the command cannot be started.
  package func run() async throws(SystemError) -> Summary {
    let wakeUp = WakeUp()
    return try await BlockingThread.run(waitingWith: wakeUp) { () throws(SystemError) in
      try work(until: wakeUp)
    }
  }

  /// Compares these inputs and no others.
  package func compare(_ inputs: [[UInt8]]) async throws(SystemError) -> Summary {
    try await BlockingThread.run { () throws(SystemError) in
      var bench = Bench(self)
      try bench.compare(inputs.map { ($0, nil) })
      bench.summary.runs = UInt64(inputs.count)
      return bench.summary
    }
  }

  private func work(until stop: WakeUp) throws(SystemError) -> Summary {
    let begin = ContinuousClock.now
    var bench = Bench(self)
    bench.deadline = bounds.time.map { begin + $0 }
    var next = bounds.firstRun
    while next < bounds.end, !stop.isSignalled, !bounds.isOver(since: begin) {
      let count = min(bounds.end - next, Self.batch)
      try bench.compare((next..<(next + count)).map { (bench.make($0), $0) })
      bench.summary.runs += count
      next += count
    }
    bench.summary.duration = .now - begin
    return bench.summary
  }

  /// Both parsers, and the differences found so far.
  private struct Bench: ~Copyable {
    var summary = Summary()
    /// When minimizing ends, done or not.
    var deadline: ContinuousClock.Instant?
    private var other: ForeignParser
    private let subject: any Comparison
    private let seed: UInt64
    /// The sorts of differences seen so far, so that each is minimized once.
    private var sorts: Set<String> = []

    init(_ campaign: DifferentialCampaign) {
      seed = campaign.bounds.seed
      subject = campaign.parser.comparison(seeds: campaign.seeds)
      other = ForeignParser(campaign.command, within: campaign.limit)
    }

    /// The input of a run.
    func make(_ run: UInt64) -> [UInt8] {
      var random = SeededGenerator(seed: seed, run: run)
      return subject.make(&random)
    }

    mutating func compare(_ cases: [(bytes: [UInt8], run: UInt64?)]) throws(SystemError) {
      var rest = cases[...]
      while !rest.isEmpty {
        let answers = try other.read(rest.map(\.bytes))
        for (one, answer) in zip(rest, answers) { try judge(one.bytes, one.run, answer) }
        rest = rest.dropFirst(answers.count)
      }
    }

    private mutating func judge(
      _ bytes: [UInt8], _ run: UInt64?, _ answer: ForeignParser.Answer
    ) throws(SystemError) {
      guard let kind = kind(bytes, answer) else { return }
      summary.counts[kind, default: 0] += 1
      let features = subject.features(bytes, answer.text)
      let sort = "\(kind) \(features.prefix(6)) \(subject.oddities(bytes, answer.text))"
      guard sorts.count < DifferentialCampaign.mostDifferences, sorts.insert(sort).inserted else { return }
      let smallest = try minimize(bytes, kind, Set(features))
      let again = try other.read([smallest])[0]
      // If the minimized input does not show the difference again, the original input and its answer are reported.
      let (shown, said) = self.kind(smallest, again) == kind ? (smallest, again) : (bytes, answer)
      let difference = ParserDifference(
        kind: kind, bytes: shown, ours: subject.ours(shown), theirs: said.text,
        requirement: subject.requirement(shown, said.text), run: run)
      let same = summary.differences.firstIndex {
        $0.kind == kind && $0.requirement == difference.requirement
      }
      guard let same else { return summary.differences.append(difference) }
      if shown.count < summary.differences[same].bytes.count { summary.differences[same] = difference }
    }

    private func kind(
      _ bytes: [UInt8], _ answer: ForeignParser.Answer
    ) -> ParserDifference.Kind? {
      switch answer {
      case .crash: .crash
      case .hang: .hang
      case .line(let line): subject.difference(subject.ours(bytes), line)
      }
    }

    /// Makes the input smaller as long as both parsers differ in the same way, over no new features.
    ///
    /// Hangs get few tries, because each takes its time.
    private mutating func minimize(
      _ bytes: [UInt8], _ kind: ParserDifference.Kind, _ features: Set<String>
    ) throws(SystemError) -> [UInt8] {
      let budget = kind == .hang ? 8 : kind == .crash ? 200 : 2_000
      let subject = subject
      var search = Minimizer(
        bytes, budget: budget,
        [
          .shorten(\.self),
          // Each candidate that is accepted is the basis of the next one.
          .then { kept in
            subject.plainer(kept).indices.map { index in
              .first { kept in subject.plainer(kept).dropFirst(index).prefix(1).filter { $0 != kept } }
            }
          },
          .plainBytes(\.self), .shorten(\.self),
        ])
      while deadline.map({ .now < $0 }) ?? true, let bytes = search.next() {
        let answer = try other.read([bytes])[0]
        search.answer(
          self.kind(bytes, answer) == kind
            && features.isSuperset(of: subject.features(bytes, answer.text)))
      }
      return search.kept
    }
  }
}
