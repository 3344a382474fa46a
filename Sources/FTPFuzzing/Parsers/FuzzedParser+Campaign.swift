import FTPSystem
import FTPVectors
import Synchronization

/// A search for inputs that break an oracle of a parser; the first ends it.
package typealias ParserCampaign = Campaign<FuzzedParser>

extension ParserCampaign {
  package init(of parser: FuzzedParser, _ bounds: CampaignBounds) {
    self.init(parser, bounds)
    sought = { _ in true }
    // What an input breaks does not depend on chance.
    trials = 1
    shortenings = 20_000
  }
}

extension FuzzedParser: CampaignTarget {
  package typealias Case = ParserCase
  package typealias Oracle = ParserOracle
  package typealias Way = Int

  package static let usualJobs = Processors.count
  package static let mostRuns: UInt64 = 4_096

  package static func start(_ subject: FuzzedParser) -> FuzzedParser { subject }

  package func makeWorker(seed: UInt64) -> any ParserFuzzer { makeFuzzer(self, seed) }

  package func attempt(
    _ runs: Range<UInt64>, _ fuzzer: inout any ParserFuzzer, _ coverage: CampaignCoverage<Int>
  ) async -> [Attempt] {
    // Other work that waits for a thread gets one.
    await Task.yield()
    var last = runs.lowerBound
    let fault = CrashNote.withNumber { number -> ParserFault? in
      for run in runs {
        last = run
        number.store(run, ordering: .relaxed)
        if let fault = fuzzer.run(run) { return fault }
      }
      return nil
    }
    return [(last, fuzzer.makeCase(last), Trial(faults: fault.map { [$0] } ?? [], ways: fuzzer.ways))]
  }

  package func attempt(
    given: ParserCase, _ fuzzer: inout any ParserFuzzer
  ) async -> (tried: ParserCase, trial: Trial) {
    let broken = fuzzer.checkEverywhere(given, isThorough: isThorough)
    return (broken?.tried ?? given, Trial(faults: broken.map { [$0.fault] } ?? []))
  }

  package func trial(
    _ tried: ParserCase, minimizing oracle: ParserOracle?, _ fuzzer: inout any ParserFuzzer
  ) async -> Trial {
    Trial(faults: fuzzer.check(tried).map { [$0] } ?? [])
  }

  /// The cases of a file: those of this parser, what a vector has for it, or plain bytes.
  ///
  /// Files of cases for other parsers hold none for this one.
  ///
  /// - Throws: what is wrong with a case or a vector.
  package func cases(
    inFile name: String, _ bytes: [UInt8]
  ) throws(VectorSyntaxError) -> [ParserCase] {
    if name.hasSuffix("." + self.name) { return try ParserCase.read(bytes) }
    if name.hasSuffix(".ftpv") { return harvest(try HarvestedVector(bytes)).map { ParserCase($0) } }
    if Self.all.contains(where: { name.hasSuffix("." + $0.name) }) { return [] }
    guard isDivisible else { return [ParserCase(bytes)] }
    return stride(from: 0, to: bytes.count, by: longest).map { start in
      ParserCase(Array(bytes[start..<min(bytes.count, start + longest)]))
    }
  }

  /// The name of the file of a finding; the same case always gets the same name.
  package func fileName(of finding: Finding) -> String {
    let digits = String(FuzzInput(Array(finding.smallest.description.utf8)).hash, radix: 16)
    return finding.fileName(
      ending: "-\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits).\(name)")
  }
}
