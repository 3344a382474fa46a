import FTPConversation
import FTPProtocol
import FTPSystem
import FTPTransport
import Synchronization

/// Many streams of replies, read by our parser and by another program's, and compared.
package struct DifferentialCampaign: Sendable {
  /// The command of the other parser, for a shell.
  package let command: String
  /// What the streams follow from.
  package var seed: UInt64
  /// The number of the first run.
  package var firstRun: UInt64 = 0
  /// How many runs there are at most; nil for no bound.
  package var runs: UInt64?
  /// How long it goes on at most; nil for no bound.
  package var time: Duration?
  /// How long the other may take for an answer.
  package var limit = Duration.seconds(5)
  /// Streams to begin from, beside those that are made anew.
  package var seeds: [[UInt8]] = []

  package init(_ command: String, seed: UInt64) {
    self.command = command
    self.seed = seed
  }

  /// What came of a campaign.
  package struct Summary: Sendable {
    /// How many streams were compared.
    package internal(set) var runs: UInt64 = 0
    /// How long that took.
    package internal(set) var duration = Duration.zero
    /// How many of them were read differently, by kind.
    package internal(set) var counts: [ParserDifference.Kind: Int] = [:]
    /// One difference of each sort, small, in the order in which they were found.
    package internal(set) var differences: [ParserDifference] = []

    /// Streams in a second.
    package var rate: Double { duration > .zero ? Double(runs) / (duration / .seconds(1)) : 0 }
  }

  /// How many streams are sent before the answers are read: few enough that both fit into a pipe.
  private static let batch = 32
  /// The most differences that are made small and kept.
  private static let mostDifferences = 64

  /// Asks the other parser about a plain reply, and returns what is wrong with its answer; nil where it is one. A program that
  /// has just been started may take longer than for the answers after it.
  package func greet() async throws(SystemError) -> String? {
    try await BlockingThread.run { () throws(SystemError) in
      var other = ForeignReplyParser(command, within: max(limit, .seconds(10)))
      switch try other.read([Array("220 Ready.\r\n".utf8)]).first {
      case .crash, nil: return "it ends without an answer"
      case .hang: return "there is no answer in time"
      case .line(let line):
        let isAnswer = ["end", "open", "error"].contains { line.split(separator: " ").last == $0[...] }
        return isAnswer ? nil : "it answers '\(Escaping.ascii(line.utf8, limit: 60))'"
      }
    }
  }

  /// Compares until a bound is reached or the task is cancelled. Throws where the command cannot be started.
  package func run() async throws(SystemError) -> Summary {
    let stop = StopSign()
    let result: Result<Summary, SystemError> = await withTaskCancellationHandler {
      await BlockingThread.run { Result { () throws(SystemError) in try work(stop) } }
    } onCancel: {
      stop.isUp.store(true, ordering: .relaxed)
    }
    return try result.get()
  }

  /// Compares these streams and no others.
  package func compare(_ streams: [[UInt8]]) async throws(SystemError) -> Summary {
    try await BlockingThread.run { () throws(SystemError) in
      var bench = Bench(self)
      try bench.compare(streams.map { ($0, nil) })
      bench.summary.runs = UInt64(streams.count)
      return bench.summary
    }
  }

  private final class StopSign: Sendable {
    let isUp = Atomic(false)
  }

  private func work(_ stop: StopSign) throws(SystemError) -> Summary {
    let begin = ContinuousClock.now
    var bench = Bench(self)
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

  /// Both parsers, and what they were found to differ in.
  private struct Bench: ~Copyable {
    var summary = Summary()
    private var other: ForeignReplyParser
    private let seed: UInt64
    private let generator: ReplyGenerator
    private var made = ReplyCase()
    private var trace = ReplyTrace(isDetailed: false)
    private var reference = ReferenceReplies()
    /// The sorts of differences that were seen, so that each is made small once.
    private var sorts: Set<String> = []

    init(_ campaign: DifferentialCampaign) {
      seed = campaign.seed
      generator = ReplyGenerator(seeds: campaign.seeds)
      other = ForeignReplyParser(campaign.command, within: campaign.limit)
    }

    /// The stream of a run.
    mutating func make(_ run: UInt64) -> [UInt8] {
      var random = SeededGenerator(seed: seed, run: run)
      generator.make(&random, settings: 1, ways: 1, into: &made)
      return made.bytes
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
      _ bytes: [UInt8], _ run: UInt64?, _ answer: ForeignReplyParser.Answer
    ) throws(SystemError) {
      guard let kind = kind(bytes, answer) else { return }
      summary.counts[kind, default: 0] += 1
      let forms = forms(bytes, answer)
      let sort = "\(kind) \(forms.prefix(6)) \(Self.oddities(bytes))"
      guard summary.differences.count < DifferentialCampaign.mostDifferences, sorts.insert(sort).inserted
      else { return }
      let smallest = try minimize(bytes, kind, Set(forms))
      let again = try other.read([smallest])[0]
      // What does not come again is as it was.
      let (shown, said) = self.kind(smallest, again) == kind ? (smallest, again) : (bytes, answer)
      guard !summary.differences.contains(where: { $0.kind == kind && $0.bytes == shown }) else { return }
      var theirs = ""
      if case .line(let line) = said { theirs = line }
      summary.differences.append(
        ParserDifference(
          kind: kind, bytes: shown, ours: ours(shown), theirs: theirs,
          requirement: requirement(shown, theirs), run: run))
    }

    private mutating func ours(_ bytes: [UInt8]) -> String {
      trace.removeAll()
      var parser = OwnReplyParser(.lenient, limits: .standard, way: 1)
      parser.read(bytes.span, into: &trace)
      parser.finish(into: &trace)
      return trace.account
    }

    private mutating func kind(_ bytes: [UInt8], _ answer: ForeignReplyParser.Answer) -> ParserDifference
      .Kind?
    {
      switch answer {
      case .crash: .crash
      case .hang: .hang
      case .line(let line): ReplyAccount(ours(bytes)).difference(from: ReplyAccount(line))
      }
    }

    /// Makes the stream small for as long as both differ in the same way, over lines of the same forms: else one difference
    /// would become another on the way. Of hangs there are not many tries: each takes its
    /// time.
    private mutating func minimize(
      _ bytes: [UInt8], _ kind: ParserDifference.Kind, _ forms: Set<LineForm>
    ) throws(SystemError) -> [UInt8] {
      var failure: SystemError?
      var minimizer = Minimizer(budget: kind == .hang ? 8 : kind == .crash ? 200 : 2_000)
      func shows(_ bytes: [UInt8], _ bench: inout Bench) -> Bool {
        guard failure == nil else { return false }
        do throws(SystemError) {
          let answer = try bench.other.read([bytes])[0]
          return bench.kind(bytes, answer) == kind && forms.isSuperset(of: bench.forms(bytes, answer))
        } catch {
          failure = error
          return false
        }
      }
      var kept = minimizer.shorten(bytes) { bytes, _ in shows(bytes, &self) }
      for entry in entries(kept) {
        let candidate = Self.replacing(entry.code, in: kept)
        if candidate != kept, shows(candidate, &self) { kept = candidate }
      }
      kept = minimizer.simplify(kept, ReplyCase.plainer) { shows($0, &self) }
      kept = minimizer.shorten(kept) { bytes, _ in shows(bytes, &self) }
      if let failure { throw failure }
      return kept
    }

    /// The replies that ours finds.
    private mutating func entries(_ bytes: [UInt8]) -> [ReplyTrace.Entry] {
      _ = ours(bytes)
      return trace.entries
    }

    /// The stream with 222 for a code wherever it stands: one digit alone cannot be changed where the code comes twice.
    private static func replacing(_ code: UInt32, in bytes: [UInt8]) -> [UInt8] {
      let digits = [code / 100, code / 10 % 10, code % 10].map { UInt8(0x30 + $0) }
      var replaced = bytes
      for start in bytes.indices.dropLast(2) where bytes[start..<(start + 3)].elementsEqual(digits) {
        replaced.replaceSubrange(start..<(start + 3), with: "222".utf8)
      }
      return replaced
    }

    /// The forms of the lines in which both part, each once where it comes several times in a row.
    private mutating func forms(_ bytes: [UInt8], _ answer: ForeignReplyParser.Answer) -> [LineForm] {
      var theirs = ""
      if case .line(let line) = answer { theirs = line }
      let range = parting(bytes, theirs)
      var forms: [LineForm] = []
      for line in reference.lines where line.start >= range.lowerBound && line.end <= range.upperBound {
        if forms.last != line.form { forms.append(line.form) }
      }
      return forms
    }

    /// Which odd bytes there are.
    private static func oddities(_ bytes: [UInt8]) -> [String] {
      var odd: Set<String> = []
      var before: UInt8 = 0
      for byte in bytes {
        if byte == 0x0A, before != 0x0D { odd.insert("LF") }
        if byte != 0x0A, before == 0x0D { odd.insert("CR") }
        if byte == 0 { odd.insert("NUL") }
        if byte == 255 { odd.insert("IAC") } else if byte >= 0x80 { odd.insert("8bit") }
        before = byte
      }
      return odd.sorted()
    }

    /// The bytes of the reply in which both part, by ours; or what is left after all of them.
    private mutating func parting(_ bytes: [UInt8], _ theirs: String) -> Range<Int> {
      trace.removeAll()
      reference.read(bytes, .lenient, limits: .standard, into: &trace)
      let ours = ReplyAccount(trace.account).replies
      let common = zip(ours, ReplyAccount(theirs).replies).prefix { $0 == $1 }.count
      let start = common == 0 ? 0 : Int(trace.entries[common - 1].end)
      return start..<(common < trace.entries.count ? Int(trace.entries[common].end) : bytes.count)
    }

    /// The rule that the parting is about: that which the reply breaks first, or that which says where a reply ends.
    private mutating func requirement(_ bytes: [UInt8], _ theirs: String) -> RequirementID {
      let range = parting(bytes, theirs)
      var parser = ReplyParser()
      parser.append(bytes[range])
      let reply = (try? parser.next()) ?? (try? parser.finish())
      if let deviation = reply?.deviations.first { return deviation.requirement }
      return reply?.isMultiline ?? bytes[range].contains(0x2D)
        ? "959:4.2:multiline-end" : "959:4.2:reply-line"
    }
  }
}
