import FTPProtocol
import FTPTransfers

/// Readers of what an earlier transfer left.
extension FuzzedParser {
  /// The state files of segmented downloads.
  ///
  /// The checksum rejects nearly every mutated input, so each is also tried with a correct one.
  static let states = FuzzedParser(
    "states", "the state files of downloads in segments", oracles: [.printing, .messages],
    longest: 512,
    check: { input throws(ParserFault) in
      for text in [input.bytes, input.bytes + checkLine(of: input.bytes)] {
        let state: SegmentState
        do throws(SegmentStateError) { state = try SegmentState(parsing: text) } catch {
          try ReadingCheck.message(error, line: error.line, of: text)
          continue
        }
        try ParserOracle.printing.expect(
          state.bytes == text, "\(Escaping.ascii(text)) is written as \(Escaping.ascii(state.bytes))")
        // Whatever a state claims, the plan that resumes from it covers the file.
        var plan = SegmentPlan(resuming: state)
        var jobs = 0
        while let job = plan.nextJob() {
          jobs += 1
          try ParserOracle.printing.expect(
            job.restart <= job.position && job.position <= job.end && job.end <= state.size,
            "the job \(job) of a file of \(state.size) bytes")
        }
        try ParserOracle.printing.expect(
          jobs <= SegmentPlan.mostSegments && plan.written == state.done, "\(jobs) jobs of \(state)")
      }
    })

  private static func checkLine(of text: [UInt8]) -> [UInt8] {
    Array("check \(DigestAlgorithm.crc32.hexDigest(of: text))\n".utf8)
  }
}
