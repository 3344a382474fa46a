import FTPConversation
import FTPProtocol
import FTPSystem
import FTPTransport

/// What is compared: our parser of something and another program's.
package struct ComparisonSubject: Sendable {
  /// What both parse.
  package let parser: ComparedParser
  /// The command that starts the other parser, for a shell.
  package let command: String
  /// How long the other parser may take for an answer.
  package var limit = Duration.seconds(5)
  /// Inputs to begin from, besides those that are generated.
  package var seeds: [[UInt8]] = []

  package init(_ parser: ComparedParser, _ command: String) {
    self.parser = parser
    self.command = command
  }
}

/// A comparison of our parser with another program's.
package typealias ComparisonCampaign = Campaign<ComparedParsers>

extension ComparisonCampaign {
  package init(of subject: ComparisonSubject, _ bounds: CampaignBounds) {
    self.init(subject, bounds)
    trials = 1
    shortenings = 2_000
    graceLimit = .zero
  }
}

/// Our parser and another program's, in a campaign: what they read differently is a fault.
package final class ComparedParsers: CampaignTarget {
  package typealias Case = ParserCase
  package typealias Oracle = ParserDifference
  package typealias Way = Int

  /// The other parser keeps one processor busy.
  package static let usualJobs = 1
  /// Few enough that inputs and answers both fit into a pipe.
  package static let mostRuns: UInt64 = 32
  package static let retriesOriginal = true

  package let possible: Set<Int> = []
  private let subject: ComparisonSubject
  private let comparison: any Comparison
  private let other: Guarded<ForeignParser>

  /// Gives the other parser a plain input.
  ///
  /// A program that was just started may take longer for the first answer than for later ones.
  package static func start(_ subject: ComparisonSubject) async throws(CampaignProblem) -> ComparedParsers {
    let target = ComparedParsers(subject)
    let trouble: String
    do throws(SystemError) {
      switch try await target.read([target.comparison.plain], within: max(subject.limit, .seconds(10)))[0] {
      case .crash: trouble = "it ends without an answer"
      case .hang: trouble = "it does not answer in time"
      case .line(let line):
        if target.comparison.isAnswer(line) { return target }
        trouble = "it answers '\(Escaping.ascii(line.utf8, limit: 60))'"
      }
    } catch { throw CampaignProblem(target.problem(error)) }
    throw CampaignProblem("'\(subject.command)' is not a parser to compare with: \(trouble)")
  }

  private init(_ subject: ComparisonSubject) {
    self.subject = subject
    comparison = subject.parser.comparison(seeds: subject.seeds)
    other = Guarded(ForeignParser(subject.command))
  }

  /// A worker needs the seed alone.
  package func makeWorker(seed: UInt64) -> UInt64 { seed }

  package func attempt(
    _ runs: Range<UInt64>, _ seed: inout UInt64, _ coverage: CampaignCoverage<Int>
  ) async -> [Attempt] {
    let cases = runs.map { run in
      var random = SeededGenerator(seed: seed, run: run)
      return ParserCase(comparison.make(&random))
    }
    return zip(runs, zip(cases, await trials(cases))).map { ($0, $1.0, $1.1) }
  }

  package func trial(_ tried: ParserCase, minimizing oracle: ParserDifference?, _ seed: inout UInt64) async
    -> Trial
  {
    await trials([tried])[0]
  }

  private func trials(_ cases: [ParserCase]) async -> [Trial] {
    do throws(SystemError) {
      return zip(cases, try await read(cases.map(\.bytes), within: subject.limit)).map { tried, answer in
        Trial(faults: fault(tried.bytes, answer).map { [$0] } ?? [])
      }
    } catch {
      return cases.map { _ in Trial(problem: problem(error)) }
    }
  }

  private func problem(_ error: SystemError) -> String { "cannot start '\(subject.command)': \(error)" }

  private func read(
    _ inputs: [[UInt8]], within limit: Duration
  ) async throws(SystemError) -> [ForeignParser.Answer] {
    try await BlockingThread.run { () throws(SystemError) in
      try self.other.withLock { other throws(SystemError) in
        var answers: [ForeignParser.Answer] = []
        while answers.count < inputs.count {
          answers += try other.read(inputs[answers.count...], within: limit)
        }
        return answers
      }
    }
  }

  /// The rule of a fault is what the difference is about, on a line each, and after an empty line what else distinguishes
  /// it; the detail is the other parser's answer.
  private func fault(_ bytes: [UInt8], _ answer: ForeignParser.Answer) -> Fault? {
    let kind: ParserDifference? =
      switch answer {
      case .crash: .crash
      case .hang: .hang
      case .line(let line): comparison.difference(comparison.ours(bytes), line)
      }
    return kind.map { kind in
      let features = Set(comparison.features(bytes, answer.text)).sorted()
      let rule = (features + [""] + comparison.oddities(bytes, answer.text)).joined(separator: "\n")
      return Fault(kind, rule: rule, isProof: true, answer.text)
    }
  }

  /// A plainer case must differ in the same way, over nothing new, or one difference could turn into another.
  package static func isSame(_ fault: Fault, _ other: Fault) -> Bool {
    func features(_ fault: Fault) -> Set<Substring> {
      Set(fault.kind.rule.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty })
    }
    return fault.kind.oracle == other.kind.oracle && features(other).isSubset(of: features(fault))
  }
}

extension ComparisonSubject {
  /// A difference in words.
  package struct Words: Sendable {
    /// The answer of our parser, and of the other parser; that is empty for a crash or a hang.
    package let ours, theirs: String
    /// The rule that the input is about: the one that it breaks, or the one that says how to read it.
    package let requirement: RequirementID
  }

  /// One finding for each kind of difference and each rule, the shortest, in the order in which they were found.
  package func distinct(
    _ findings: [ComparedParsers.Finding]
  ) -> [(finding: ComparedParsers.Finding, words: Words)] {
    let comparison = parser.comparison(seeds: [])
    var kept: [(finding: ComparedParsers.Finding, words: Words)] = []
    for finding in findings {
      let (bytes, theirs) = (finding.smallest.bytes, finding.fault.detail)
      let words = Words(
        ours: comparison.ours(bytes), theirs: theirs, requirement: comparison.requirement(bytes, theirs))
      let same = kept.firstIndex {
        $0.finding.fault.kind.oracle == finding.fault.kind.oracle && $0.words.requirement == words.requirement
      }
      if let same {
        if finding.smallest.size < kept[same].finding.smallest.size { kept[same] = (finding, words) }
      } else {
        kept.append((finding, words))
      }
    }
    return kept
  }
}
