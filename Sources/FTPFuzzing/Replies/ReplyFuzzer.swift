import FTPProtocol

/// Tries a parser of replies: makes a stream, reads it in several ways, and checks the oracles.
///
/// A fuzzer must stay on one thread. It allocates everything once and uses it for all runs.
package struct ReplyFuzzer<Parser: FuzzedReplyParser>: ParserFuzzer {
  /// Makes a parser for one connection.
  package typealias Maker = @Sendable (Leniency, ReplyLimits) -> Parser

  /// The oracles that are checked.
  package let oracles: Set<ParserOracle>
  /// The shapes that were tried, of ``ReplyShapes/possible``.
  package var ways: Set<Int> { shapes.seen }

  private var shapes = ReplyShapes()
  private let seed: UInt64
  private let generator: ReplyGenerator
  private let make: Maker
  let settings: [ReplySettings]
  private let asksReference: Bool
  private var made = ParserCase()
  private var whole: ReplyTrace
  private var other = ReplyTrace(isDetailed: false)
  private var reference: ReplyTrace
  private var referenceParser = ReferenceReplies()

  /// Makes a fuzzer whose runs follow from a seed; some of them begin from the streams of `seeds`.
  package init(
    seed: UInt64, seeds: [[UInt8]] = [], oracles: Set<ParserOracle> = Set(ParserOracle.allCases),
    _ make: @escaping Maker
  ) {
    self.seed = seed
    self.oracles = oracles
    self.make = make
    settings = ReplySettings.all().filter(Parser.takes)
    generator = ReplyGenerator(seeds: seeds)
    asksReference = oracles.contains(.reference)
    whole = ReplyTrace(isDetailed: asksReference || oracles.contains(.lossless))
    reference = ReplyTrace(isDetailed: whole.isDetailed)
  }

  package mutating func makeCase(_ run: UInt64) -> ParserCase {
    var random = SeededGenerator(seed: seed, run: run)
    generator.make(&random, settings: settings.count, into: &made)
    return made
  }

  /// Makes one run: makes its case and checks the oracles.
  ///
  /// The oracles about values are checked in every eighth run. Without the reference parser, shapes are recorded in
  /// every eighth run too.
  // A campaign calls this without knowing the parser, so the fast code must be asked for here.
  @_specialize(where Parser == OwnReplyParser)
  package mutating func run(_ run: UInt64) -> ParserFault? {
    var random = SeededGenerator(seed: seed, run: run)
    generator.make(&random, settings: settings.count, into: &made)
    var tried = ParserCase()
    swap(&tried, &made)
    defer { swap(&tried, &made) }
    return check(tried, asksValues: run & 7 == 0, notesShapes: asksReference || run & 7 == 0)
  }

  package mutating func check(_ tried: ParserCase) -> ParserFault? {
    check(tried, asksValues: true, notesShapes: false)
  }

  private mutating func check(_ tried: ParserCase, asksValues: Bool, notesShapes: Bool) -> ParserFault? {
    let settings = settings[tried.settings]
    do throws(ParserFault) {
      let parser = make(settings.leniency, settings.limits)
      try Self.read(tried, [], parser, settings.limits, oracles, into: &whole)
      try compareCuts(tried, settings)
      let asksStrictness = oracles.contains(.strictness)
      if asksReference || asksStrictness || notesShapes {
        reference.removeAll()
        referenceParser.read(tried.bytes, settings.leniency, limits: settings.limits, into: &reference)
        if notesShapes { shapes.note(referenceParser.lines, cuts: tried.cuts) }
        if asksReference { try compareReference() }
        if asksStrictness { try compareStrictness(tried, settings) }
      }
      try oracles.expect(
        .lossless,
        !whole.isDetailed || whole.bytes.count == whole.end && tried.bytes.starts(with: whole.bytes),
        "the bytes of the replies, \(Escaping.ascii(whole.bytes)), are not the first \(whole.end) bytes of the stream"
      )
      if asksValues, oracles.contains(.lossless) || oracles.contains(.printing) {
        do throws(ParserFault) {
          try Parser.inspect(tried.bytes, settings.leniency, limits: settings.limits)
        } catch {
          try oracles.expect(error.kind.oracle, false, error.detail)
        }
      }
    } catch {
      return error
    }
    return nil
  }

  // MARK: Oracles

  /// Reads a stream in segments and checks the memory that the parser holds after each, and its work.
  private static func read(
    _ tried: ParserCase, _ cuts: ArraySlice<Int>, _ parser: consuming Parser, _ limits: ReplyLimits,
    _ oracles: Set<ParserOracle>, into trace: inout ReplyTrace
  ) throws(ParserFault) {
    trace.removeAll()
    let bytes = tried.bytes.span
    // Until it stops at an error, a parser may hold a reply, a segment and its slack.
    let most = limits.bytes.addingReportingOverflow(Parser.slack(limits))
    var start = 0
    for place in 0...cuts.count {
      let end = place < cuts.count ? cuts[cuts.startIndex + place] : bytes.count
      parser.read(bytes.extracting(start..<end), into: &trace)
      let held = parser.heldByteCount
      try oracles.expect(
        .memory,
        trace.isStopped || held <= end - start || most.overflow
          || held - (end - start) <= most.partialValue,
        "\(held) bytes are held after a segment of \(end - start), with a limit of \(limits.bytes)")
      start = end
    }
    parser.finish(into: &trace)
    // A parser may examine each byte a few times, but no more often in longer inputs.
    try oracles.expect(
      .work, parser.steps <= 4 * tried.bytes.count + 64,
      "\(parser.steps) steps for \(tried.bytes.count) bytes in \(tried.cuts.count + 1) pieces")
  }

  /// Reads the stream again, with the cuts of the case, and reports how the result differs.
  private mutating func compareCuts(_ tried: ParserCase, _ settings: ReplySettings) throws(ParserFault) {
    guard oracles.contains(.segmentation) else { return }
    let parser = make(settings.leniency, settings.limits)
    try Self.read(tried, tried.cuts[...], parser, settings.limits, oracles, into: &other)
    try ParserOracle.segmentation.expect(
      other.isSame(as: whole), "in one piece \(whole); in \(tried.cuts.count + 1) pieces \(other)")
  }

  private func compareReference() throws(ParserFault) {
    let isSame: Bool
    if case .deviation = whole.ending {
      isSame =
        whole.isBeginning(of: reference)
        && whole.textEnds.elementsEqual(reference.textEnds.prefix(whole.textEnds.count))
        && whole.text.elementsEqual(reference.text.prefix(whole.text.count))
    } else {
      isSame =
        whole.hasSameResult(as: reference) && whole.textEnds == reference.textEnds
        && whole.text == reference.text
    }
    try oracles.expect(.reference, isSame, "expected \(reference); received \(whole)")
  }

  private mutating func compareStrictness(
    _ tried: ParserCase, _ settings: ReplySettings
  ) throws(ParserFault) {
    guard !settings.leniency.rejected.isEmpty else {
      guard case .deviation(let deviation) = whole.ending else { return }
      throw ParserFault(
        .strictness, "a lenient parser refuses: line \(deviation.line + 1) \(deviation.kind.summary)")
    }
    let lenient = make(settings.withoutRefusals, settings.limits)
    try Self.read(tried, [], lenient, settings.limits, oracles, into: &other)
    try oracles.expect(
      .strictness, whole.isBeginning(of: other), "read strictly \(whole); read leniently \(other)")
    try oracles.expect(
      .strictness, !settings.isStrict || whole.entries.count == referenceParser.flawlessCount,
      "expected \(referenceParser.flawlessCount) replies to be well-formed; read strictly \(whole)")
  }
}

extension ReplyFuzzer {
  /// Checks the oracles with a stream, in every setting of the parser and in many segmentations.
  ///
  /// The segmentations are: none, that of the case, byte by byte, and one cut at each of up to 64 places; in a thorough check,
  /// also cuts at every pair of places if the stream is short.
  package mutating func checkEverywhere(
    _ given: ParserCase, isThorough: Bool
  ) -> (tried: ParserCase, fault: ParserFault)? {
    let bytes = given.bytes
    var segmentations: [[Int]] = [[], given.cuts, Array(1..<max(1, bytes.count))]
    for first in stride(from: 1, to: bytes.count, by: 1 + bytes.count / 65) {
      segmentations.append([first])
      guard isThorough, bytes.count <= 16 else { continue }
      for second in (first + 1)..<max(first + 1, bytes.count) { segmentations.append([first, second]) }
    }
    for settings in settings.indices {
      for cuts in segmentations {
        let tried = ParserCase(bytes, cuts: cuts, settings: settings)
        if let fault = check(tried) { return (tried, fault) }
      }
    }
    return nil
  }
}

extension Set<ParserOracle> {
  /// Throws if a claim does not hold and is asked about.
  fileprivate func expect(
    _ oracle: ParserOracle, _ holds: Bool, _ detail: @autoclosure () -> String
  ) throws(ParserFault) {
    if !holds, contains(oracle) { throw ParserFault(oracle, detail()) }
  }
}
