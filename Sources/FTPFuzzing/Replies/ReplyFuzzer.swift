import FTPProtocol

/// Tries a parser of replies: makes a stream, reads it in several ways, and checks the oracles.
///
/// A fuzzer must stay on one thread. It allocates everything once and uses it for all runs.
package struct ReplyFuzzer<Parser: FuzzedReplyParser> {
  /// Makes a parser for one connection, with one of its ways to read.
  package typealias Maker = @Sendable (Leniency, ReplyLimits, _ way: Int) -> Parser

  /// An oracle that was found broken.
  package struct Broken: Sendable {
    package let oracle: ReplyOracle
    /// What was expected and what was found.
    package let detail: String
  }

  /// The oracles that are checked.
  package let oracles: Set<ReplyOracle>
  /// The shapes that were tried.
  package private(set) var shapes = ReplyShapes()

  private let seed: UInt64
  private let generator: ReplyGenerator
  private let make: Maker
  let settings: [ReplySettings]
  private let asksSegmentation: Bool
  private let asksAgreement: Bool
  private let asksReference: Bool
  private let asksLossless: Bool
  private let asksPrinting: Bool
  private let asksStrictness: Bool
  private let asksMemory: Bool
  private let asksWork: Bool
  private var made = ReplyCase()
  private var whole: ReplyTrace
  private var other = ReplyTrace(isDetailed: false)
  private var reference: ReplyTrace
  private var referenceParser = ReferenceReplies()

  /// Makes a fuzzer whose runs follow from a seed; some of them begin from the streams of `seeds`.
  package init(
    seed: UInt64, seeds: [[UInt8]] = [], oracles: Set<ReplyOracle> = Set(ReplyOracle.allCases),
    _ make: @escaping Maker
  ) {
    self.seed = seed
    self.oracles = oracles
    self.make = make
    settings = ReplySettings.all().filter(Parser.takes)
    generator = ReplyGenerator(seeds: seeds)
    asksSegmentation = oracles.contains(.segmentation)
    asksAgreement = oracles.contains(.agreement)
    asksReference = oracles.contains(.reference)
    asksLossless = oracles.contains(.lossless)
    asksPrinting = oracles.contains(.printing)
    asksStrictness = oracles.contains(.strictness)
    asksMemory = oracles.contains(.memory)
    asksWork = oracles.contains(.work)
    let isDetailed = oracles.contains(.reference) || oracles.contains(.lossless)
    whole = ReplyTrace(isDetailed: isDetailed)
    reference = ReplyTrace(isDetailed: isDetailed)
  }

  /// The case of a run.
  package mutating func makeCase(_ run: UInt64) -> ReplyCase {
    var random = SeededGenerator(seed: seed, run: run)
    generator.make(&random, settings: settings.count, ways: Parser.wayCount, into: &made)
    return made
  }

  /// Makes one run: makes its case and checks the oracles.
  ///
  /// The oracles about values are checked in every eighth run. Without the reference parser, shapes are recorded in
  /// every eighth run too.
  package mutating func run(_ run: UInt64) -> Broken? {
    var random = SeededGenerator(seed: seed, run: run)
    generator.make(&random, settings: settings.count, ways: Parser.wayCount, into: &made)
    var tried = ReplyCase()
    swap(&tried, &made)
    defer { swap(&tried, &made) }
    return check(tried, asksValues: run & 7 == 0, notesShapes: asksReference || run & 7 == 0)
  }

  /// Checks the oracles with a case.
  package mutating func check(_ tried: ReplyCase) -> Broken? {
    check(tried, asksValues: true, notesShapes: false)
  }

  private mutating func check(_ tried: ReplyCase, asksValues: Bool, notesShapes: Bool) -> Broken? {
    let settings = settings[tried.settings]
    whole.removeAll()
    var parser = make(settings.leniency, settings.limits, 0)
    parser.read(tried.bytes.span, into: &whole)
    parser.finish(into: &whole)
    if asksWork, let broken = overworked(parser.steps, by: tried) { return broken }
    if asksSegmentation || asksAgreement {
      if let broken = compareWays(tried, settings) { return broken }
    }
    if asksReference || asksStrictness || notesShapes {
      reference.removeAll()
      referenceParser.read(tried.bytes, settings.leniency, limits: settings.limits, into: &reference)
      if notesShapes { shapes.note(referenceParser.lines, cuts: tried.cuts) }
      if asksReference, let broken = compareReference(settings) { return broken }
      if asksStrictness, let broken = compareStrictness(tried, settings) { return broken }
    }
    if asksLossless, let broken = compareBytes(tried) { return broken }
    if asksValues, asksLossless || asksPrinting,
      let (oracle, detail) = Parser.inspect(tried.bytes, settings.leniency, limits: settings.limits),
      oracles.contains(oracle)
    {
      return Broken(oracle: oracle, detail: detail)
    }
    return nil
  }

  // MARK: Oracles

  /// Reads the stream again, with the cuts and the way of the case, and reports how the result differs.
  private mutating func compareWays(_ tried: ReplyCase, _ settings: ReplySettings) -> Broken? {
    let way = asksAgreement ? tried.way : 0
    let cuts = asksSegmentation ? tried.cuts[...] : []
    if let broken = readCut(tried, cuts, way, settings) { return broken }
    guard !other.isSame(as: whole) else { return nil }
    let detail = "in one piece \(whole); "
    let found = "\(other)"
    // Reading the same cuts in way 0 shows whether the cuts or the way make the difference.
    if way == 0 || readCut(tried, cuts, 0, settings) == nil && !other.isSame(as: whole) {
      return Broken(
        oracle: .segmentation, detail: detail + "in \(cuts.count + 1) pieces \(way == 0 ? found : "\(other)")"
      )
    }
    return Broken(oracle: .agreement, detail: detail + "read in way \(way) \(found)")
  }

  /// Reads the stream in segments into the other trace.
  ///
  /// The memory that the parser holds is checked after each segment.
  private mutating func readCut(
    _ tried: ReplyCase, _ cuts: ArraySlice<Int>, _ way: Int, _ settings: ReplySettings
  ) -> Broken? {
    other.removeAll()
    var parser = make(settings.leniency, settings.limits, way)
    let bytes = tried.bytes.span
    var start = 0
    for cut in cuts {
      parser.read(bytes.extracting(start..<cut), into: &other)
      if asksMemory, !other.isStopped,
        let broken = overfull(parser.heldByteCount, segment: cut - start, settings.limits)
      {
        return broken
      }
      start = cut
    }
    parser.read(bytes.extracting(start..<bytes.count), into: &other)
    if asksMemory, !other.isStopped,
      let broken = overfull(parser.heldByteCount, segment: bytes.count - start, settings.limits)
    {
      return broken
    }
    parser.finish(into: &other)
    return asksWork ? overworked(parser.steps, by: tried) : nil
  }

  /// Until it stops at an error, a parser may hold a reply, a segment and its slack.
  private func overfull(_ held: Int, segment: Int, _ limits: ReplyLimits) -> Broken? {
    guard held > segment, held - segment > limits.bytes, held - segment - limits.bytes > Parser.slack(limits)
    else {
      return nil
    }
    return Broken(
      oracle: .memory,
      detail: "\(held) bytes are held after a segment of \(segment), with a limit of \(limits.bytes)")
  }

  /// A parser may examine each byte a few times, but no more often in longer inputs.
  private func overworked(_ steps: Int, by tried: ReplyCase) -> Broken? {
    guard steps > 4 * tried.bytes.count + 64 else { return nil }
    return Broken(
      oracle: .work, detail: "\(steps) steps for \(tried.bytes.count) bytes in \(tried.cuts.count + 1) pieces"
    )
  }

  private func compareReference(_ settings: ReplySettings) -> Broken? {
    let isSame: Bool
    if case .deviation = whole.ending {
      isSame =
        whole.isBeginning(of: reference)
        && whole.textEnds.elementsEqual(reference.textEnds.prefix(whole.textEnds.count))
        && whole.text.elementsEqual(reference.text.prefix(whole.text.count))
    } else {
      isSame = whole.hasSameResult(as: reference) && whole.hasSameTexts(as: reference)
    }
    return isSame ? nil : Broken(oracle: .reference, detail: "expected \(reference); received \(whole)")
  }

  private mutating func compareStrictness(_ tried: ReplyCase, _ settings: ReplySettings) -> Broken? {
    guard !settings.leniency.rejected.isEmpty else {
      guard case .deviation(let deviation) = whole.ending else { return nil }
      return Broken(
        oracle: .strictness,
        detail: "a lenient parser refuses: line \(deviation.line + 1) \(deviation.kind.summary)")
    }
    other.removeAll()
    var lenient = make(settings.withoutRefusals, settings.limits, 0)
    lenient.read(tried.bytes.span, into: &other)
    lenient.finish(into: &other)
    guard whole.isBeginning(of: other) else {
      return Broken(oracle: .strictness, detail: "read strictly \(whole); read leniently \(other)")
    }
    guard settings.isStrict, whole.entries.count != referenceParser.flawlessCount else { return nil }
    return Broken(
      oracle: .strictness,
      detail: "expected \(referenceParser.flawlessCount) replies to be well-formed; read strictly \(whole)")
  }

  private func compareBytes(_ tried: ReplyCase) -> Broken? {
    let end = whole.end
    guard whole.bytes.count == end, tried.bytes.starts(with: whole.bytes) else {
      return Broken(
        oracle: .lossless,
        detail:
          "the bytes of the replies, \(Escaping.ascii(whole.bytes)), are not the first \(end) bytes of the stream"
      )
    }
    return nil
  }
}

extension ReplyTrace {
  /// Whether both have the same replies and have ended in the same way.
  func hasSameResult(as other: ReplyTrace) -> Bool {
    hasSameReplies(as: other) && hasSameEnding(as: other)
  }

  /// Whether both have the same result and the same bytes left.
  func isSame(as other: ReplyTrace) -> Bool { hasSameResult(as: other) && held == other.held }
}
