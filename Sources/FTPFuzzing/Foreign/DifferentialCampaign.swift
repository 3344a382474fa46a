import FTPConversation
import FTPProtocol
import FTPSystem
import FTPTransport
import Synchronization

/// A comparison of our parser with another program's, over many inputs.
package struct DifferentialCampaign: Sendable {
  /// What is compared.
  package let parser: ComparedParser
  /// The command that starts the other parser, for a shell.
  package let command: String
  /// The number that determines the inputs.
  package var seed: UInt64
  /// The number of the first run.
  package var firstRun: UInt64 = 0
  /// The most runs; nil for no bound.
  package var runs: UInt64?
  /// The longest duration; nil for no bound.
  package var time: Duration?
  /// How long the other parser may take for an answer.
  package var limit = Duration.seconds(5)
  /// Inputs to begin from, besides those that are generated.
  package var seeds: [[UInt8]] = []

  package init(_ parser: ComparedParser, _ command: String, seed: UInt64) {
    self.parser = parser
    self.command = command
    self.seed = seed
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
    package var rate: Double { duration > .zero ? Double(runs) / (duration / .seconds(1)) : 0 }
  }

  /// How many inputs are sent before the answers are read: few enough that inputs and answers both fit into a pipe.
  private static let batch = 32
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
    let stop = StopSign()
    let result: Result<Summary, SystemError> = await withTaskCancellationHandler {
      await BlockingThread.run { Result { () throws(SystemError) in try work(stop) } }
    } onCancel: {
      stop.isUp.store(true, ordering: .relaxed)
    }
    return try result.get()
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

  private final class StopSign: Sendable {
    let isUp = Atomic(false)
  }

  private func work(_ stop: StopSign) throws(SystemError) -> Summary {
    let begin = ContinuousClock.now
    var bench = Bench(self)
    bench.deadline = time.map { begin + $0 }
    let (end, overflow) = firstRun.addingReportingOverflow(runs ?? .max)
    let last = overflow ? .max : end
    var next = firstRun
    while next < last, !stop.isUp.load(ordering: .relaxed) {
      if let time, begin.duration(to: .now) >= time { break }
      let upTo = last - next > UInt64(Self.batch) ? next + UInt64(Self.batch) : last
      let cases = (next..<upTo).map { (bench.make($0), Optional($0)) }
      try bench.compare(cases)
      bench.summary.runs += upTo - next
      next = upTo
    }
    bench.summary.duration = begin.duration(to: .now)
    return bench.summary
  }

  /// Both parsers, and the differences found so far.
  private struct Bench: ~Copyable {
    var summary = Summary()
    /// When minimizing ends, done or not.
    var deadline: ContinuousClock.Instant?
    private var other: ForeignParser
    private var subject: any Comparison
    private let seed: UInt64
    /// The sorts of differences seen so far, so that each is minimized once.
    private var sorts: Set<String> = []

    init(_ campaign: DifferentialCampaign) {
      seed = campaign.seed
      subject = campaign.parser.comparison(seeds: campaign.seeds)
      other = ForeignParser(campaign.command, within: campaign.limit)
    }

    /// The input of a run.
    mutating func make(_ run: UInt64) -> [UInt8] {
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

    private mutating func kind(
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
      var failure: SystemError?
      var minimizer = Minimizer(budget: kind == .hang ? 8 : kind == .crash ? 200 : 2_000)
      func shows(_ bytes: [UInt8], _ bench: inout Bench) -> Bool {
        guard failure == nil, bench.deadline.map({ .now < $0 }) ?? true else { return false }
        do throws(SystemError) {
          let answer = try bench.other.read([bytes])[0]
          return bench.kind(bytes, answer) == kind
            && features.isSuperset(of: bench.subject.features(bytes, answer.text))
        } catch {
          failure = error
          return false
        }
      }
      var kept = minimizer.shorten(bytes) { bytes, _ in shows(bytes, &self) }
      // Each candidate that is accepted is the basis of the next one.
      for index in subject.plainer(kept).indices {
        let candidates = subject.plainer(kept)
        guard candidates.indices.contains(index), candidates[index] != kept else { continue }
        if shows(candidates[index], &self) { kept = candidates[index] }
      }
      kept = minimizer.simplify(kept, ReplyCase.plainer) { shows($0, &self) }
      kept = minimizer.shorten(kept) { bytes, _ in shows(bytes, &self) }
      if let failure { throw failure }
      return kept
    }
  }
}
