import FTPProtocol
import Testing

@testable import FTPTransfers

@Suite("A plan of segments covers the file once, even with interrupted transfers and wrong claims")
struct SegmentPlanTests {
  @Test(arguments: [
    (0, 4, 10, [0]), (1, 4, 10, [1]), (10, 4, 10, [10]), (19, 4, 10, [19]), (20, 4, 10, [10, 10]),
    (23, 2, 10, [12, 11]), (100, 4, 10, [25, 25, 25, 25]), (103, 4, 10, [26, 26, 26, 25]),
    (100, 0, 10, [100]),
    (5, 9, 0, [1, 1, 1, 1, 1]),
    (1000, 100_000, 1, Array(repeating: 16, count: 40) + Array(repeating: 15, count: 24)),
  ])
  func splitsEvenly(size: UInt64, count: Int, least: UInt64, expected: [UInt64]) {
    let plan = SegmentPlan(size: size, count: count, leastSize: least, overlap: 4)
    #expect(plan.segments.map { UInt64($0.range.count) } == expected)
    var end: UInt64 = 0
    for segment in plan.segments {
      #expect(segment.range.lowerBound == end)
      end = segment.range.upperBound
    }
    #expect(end == size)
  }

  /// Fetches a file by a plan, job by job, from a simulated server.
  struct Copy {
    enum Failure: Error { case differs, surplus, seam, endless }

    let file: [UInt8]
    var plan: SegmentPlan
    var local: [UInt8?]
    var generator: SeededGenerator

    init(_ file: [UInt8], _ plan: SegmentPlan, seed: UInt64 = 1) {
      self.file = file
      self.plan = plan
      local = Array(repeating: nil, count: file.count)
      generator = SeededGenerator(seed: seed)
    }

    /// Runs jobs until all are done.
    ///
    /// If `cuts` is true, each is cut after some bytes; `server` returns what it sends for a job.
    mutating func run(cuts: Bool, server: (SegmentJob) -> ArraySlice<UInt8>) throws {
      var jobs: [SegmentJob] = []
      for _ in 0..<10_000 {
        while let job = plan.nextJob() { jobs.append(job) }
        guard let job = jobs.randomElement(using: &generator) else {
          guard plan.isComplete else { throw Failure.endless }
          return
        }
        jobs.removeAll { $0 == job }
        try run(
          job, bytes: server(job),
          limit: cuts ? Int.random(in: 0...40 + 2 * Int(plan.overlap), using: &generator) : .max)
        for check in plan.dueChecks {
          let there = local[Int(check.offset)..<Int(check.offset) + check.bytes.count]
          guard there.elementsEqual(check.bytes.map { $0 }, by: { $0 == $1 }) else { throw Failure.seam }
          plan.passed(check)
        }
      }
      throw Failure.endless
    }

    private mutating func run(_ job: SegmentJob, bytes: ArraySlice<UInt8>, limit: Int) throws {
      var reader = SegmentReader(job)
      var rest = bytes.prefix(limit)
      var sample: [UInt8] = []
      while !rest.isEmpty, !reader.isSatisfied {
        let piece = rest.prefix(Int.random(in: 1...16, using: &generator))
        rest = rest.dropFirst(piece.count)
        for step in reader.take(piece.count) {
          switch step {
          case .compare(let range, let place):
            let bytes = Array(piece)[range]
            let there = local[Int(place)..<Int(place) + bytes.count]
            guard there.elementsEqual(bytes, by: { $0 == $1 }) else { throw Failure.differs }
          case .write(let range, let place):
            let bytes = Array(piece)[range]
            for (offset, byte) in bytes.enumerated() { local[Int(place) + offset] = byte }
            plan.wrote(to: place + UInt64(bytes.count), of: job.index)
          case .sample(let range): sample += Array(piece)[range]
          case .surplus: throw Failure.surplus
          }
        }
      }
      let isWhole = reader.endsWell && (reader.isSatisfied || limit >= bytes.count)
      plan.end(job, sample: isWhole ? sample : nil, sawEnd: isWhole)
    }
  }

  private static func noise(_ count: Int, seed: UInt64 = 7) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  @Test(arguments: Array(0...12) + Array(28...36) + [63, 64, 65, 199, 256])
  func makesTheSameFileAroundEachSeam(size: Int) throws {
    let file = Self.noise(size)
    for count in 1...5 {
      for overlap in [0, 1, 4, 100] as [UInt64] {
        for cuts in [false, true] {
          let plan = SegmentPlan(size: UInt64(size), count: count, leastSize: 1, overlap: overlap)
          var copy = Copy(file, plan, seed: UInt64(size))
          try copy.run(cuts: cuts) { file[Int($0.restart)...] }
          #expect(copy.local == file, "\(count) segments, overlap \(overlap)")
          #expect(copy.plan.written == UInt64(size))
        }
      }
    }
  }

  /// A server that does not begin where REST says is detected, wherever it begins.
  @Test(arguments: [
    (1, "one byte late"), (-1, "one byte early"), (Int.min, "at the start"), (7, "seven bytes late"),
  ])
  func findsAServerThatBeginsElsewhere(shift: Int, what: String) {
    let file = Self.noise(200)
    for (count, overlap) in [(2, 8), (3, 8), (5, 16)] as [(Int, UInt64)] {
      let plan = SegmentPlan(size: 200, count: count, leastSize: 1, overlap: overlap)
      var copy = Copy(file, plan)
      #expect(throws: Copy.Failure.self, "\(count) segments of a server that begins \(what)") {
        try copy.run(cuts: false) { job in
          guard job.restart > 0 else { return file[...] }
          return file[(shift == .min ? 0 : min(200, Int(job.restart) + shift))...]
        }
      }
    }
  }

  @Test func doesNotCallAFileWholeThatIsLongerOrShorterThanItsSize() {
    let file = Self.noise(100)
    var short = Copy(file, SegmentPlan(size: 100, count: 2, leastSize: 1, overlap: 4))
    #expect(throws: Copy.Failure.endless) { try short.run(cuts: false) { file[Int($0.restart)..<99] } }
    #expect(!short.plan.isComplete && short.plan.written == 99)
    var long = Copy(file, SegmentPlan(size: 100, count: 2, leastSize: 1, overlap: 4))
    #expect(throws: Copy.Failure.surplus) { try long.run(cuts: false) { (file + [0])[Int($0.restart)...] } }
  }

  @Test func whatIsResumedLooksAtEachEndAgain() throws {
    let file = Self.noise(120)
    var copy = Copy(file, SegmentPlan(size: 120, count: 3, leastSize: 1, overlap: 8))
    // The first segment is complete, but there is nothing to compare its end with.
    let jobNext = copy.plan.nextJob()
    let job = try #require(jobNext)
    copy.plan.wrote(to: job.end, of: job.index)
    copy.plan.end(job, sample: Array(file[40..<48]))
    #expect(copy.plan.segments.map(\.claim) == [39, 0, 0] && copy.plan.dueChecks.isEmpty)
    let state = SegmentState(server: [], path: [], modified: nil, plan: copy.plan)
    var resumed = SegmentPlan(resuming: state, overlap: 8)
    let jobs = (0..<4).map { _ in resumed.nextJob() }
    #expect(
      jobs[0] == SegmentJob(index: 0, restart: 31, position: 39, end: 40, sample: 8, endsFile: false))
    #expect(jobs.dropFirst().map { $0?.restart } == [40, 80, nil])
  }

  @Test func withOneConnectionTheRestIsOneSegment() throws {
    let file = Self.noise(400)
    var copy = Copy(file, SegmentPlan(size: 400, count: 4, leastSize: 1, overlap: 8))
    let jobNext = copy.plan.nextJob()
    let job = try #require(jobNext)
    copy.plan.joinIdle()
    #expect(copy.plan.segments.count == 4)
    copy.local.replaceSubrange(0..<10, with: file[..<10].map { $0 })
    copy.plan.wrote(to: 10, of: 0)
    copy.plan.end(job)
    copy.plan.joinIdle()
    #expect(copy.plan.segments.map(\.range) == [0..<400] && copy.plan.written == 10)
    try copy.run(cuts: true) { file[Int($0.restart)...] }
    #expect(copy.local == file)
  }

  @Test func asksForNoMoreThanItNeeds() throws {
    var plan = SegmentPlan(size: 100, count: 2, leastSize: 1, overlap: 8)
    let firstNext = plan.nextJob()
    let first = try #require(firstNext)
    let lastNext = plan.nextJob()
    let last = try #require(lastNext)
    #expect(first.lastByte == 57 && first.restart == 0 && last.restart == 50 && last.lastByte == nil)
  }
}
