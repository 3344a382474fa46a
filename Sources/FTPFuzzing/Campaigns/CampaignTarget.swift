/// What one run of a campaign tries.
package protocol CampaignCase: Hashable, Sendable, CustomStringConvertible {
  /// How a case is made plainer.
  static var passes: [MinimizerPass<Self>] { get }

  /// How many bytes, commands or rules it has.
  var size: Int { get }

  /// The contents of a file with a comment.
  func file(_ comment: [String]) -> String
}

/// A case that has a file of its own.
package protocol FileCase: CampaignCase {
  associatedtype ReadingError: Error, CustomStringConvertible

  /// The extension of files of findings.
  static var fileExtension: String { get }

  /// Reads a file of a finding.
  init(parsing file: [UInt8]) throws(ReadingError)
}

/// What a campaign tries, such as a parser, a server or a client: makes cases, plays them, and checks the oracles.
package protocol CampaignTarget: Sendable {
  associatedtype Subject: Sendable
  /// Why a campaign cannot begin.
  associatedtype Problem: Error
  associatedtype Case: CampaignCase
  associatedtype Oracle: CampaignOracle
  /// What is counted to show how much has been tried.
  associatedtype Way: Hashable, Sendable
  /// What a worker needs for its runs and keeps from one to the next.
  associatedtype Worker

  typealias Trial = CampaignTrial<Oracle, Way>
  typealias Fault = CampaignFault<Oracle>
  typealias Finding = CampaignFinding<Case, Oracle>
  /// A run, its case, and the outcome.
  typealias Attempt = (run: UInt64, tried: Case, trial: Trial)

  /// How many cases are tried side by side unless the user says otherwise.
  static var usualJobs: Int { get }
  /// The most runs that a worker makes before it reports.
  static var mostRuns: UInt64 { get }
  /// How many findings may turn out to be accidents before their kinds are no longer looked for.
  static var mostAccidents: Int { get }
  /// Whether a case is tried as it was found if its minimized form no longer shows the fault.
  static var retriesOriginal: Bool { get }

  /// Whether two faults are the same, so that a case that shows the second may replace one that shows the first.
  static func isSame(_ fault: Fault, _ other: Fault) -> Bool

  /// Prepares the target, and examines it.
  static func start(_ subject: Subject) async throws(Problem) -> Self

  var possible: Set<Way> { get }
  /// What the examination has shown; nil for nothing.
  var first: (tried: Case, trial: Trial)? { get }

  func makeWorker(seed: UInt64) -> Worker

  /// Makes the cases of some runs one after the other, and tries them.
  ///
  /// - Returns: the runs in their order. Those that broke nothing may be missing, but for the last that was made.
  func attempt(_ runs: Range<UInt64>, _ worker: inout Worker, _ coverage: CampaignCoverage<Way>) async
    -> [Attempt]

  /// Tries a case that was given, in more ways than a case of a run; returns the one that was tried last.
  func attempt(given: Case, _ worker: inout Worker) async -> (tried: Case, trial: Trial)

  /// Tries a case: to minimize a fault with this oracle, or, if that is nil, to see whether it is a fault.
  func trial(_ tried: Case, minimizing oracle: Oracle?, _ worker: inout Worker) async -> Trial

  /// How many repetitions of a case may run side by side.
  func mostAtOnce(_ tried: Case) -> Int

  /// Whether a finding was an accident rather than a fault.
  func isAccident(_ finding: CampaignFinding<Case, Oracle>) -> Bool

  /// Leaves everything as it was before; returns what could not be removed.
  func end() async -> [String]
}

// What most targets have none of.
extension CampaignTarget {
  package static var mostRuns: UInt64 { 1 }
  package static var mostAccidents: Int { 0 }
  package static var retriesOriginal: Bool { false }
  package static func isSame(_ fault: Fault, _ other: Fault) -> Bool { fault.kind == other.kind }
  package var first: (tried: Case, trial: Trial)? { nil }

  package func attempt(given: Case, _ worker: inout Worker) async -> (tried: Case, trial: Trial) {
    (given, await trial(given, minimizing: nil, &worker))
  }

  package func mostAtOnce(_ tried: Case) -> Int { 1 }
  package func isAccident(_ finding: CampaignFinding<Case, Oracle>) -> Bool { false }
  package func end() async -> [String] { [] }
}

/// Why a campaign cannot begin.
package struct CampaignProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, in printable ASCII.
  package let description: String

  init(_ description: String) { self.description = description }
}

/// The outcome of one run.
package struct CampaignTrial<Oracle: CampaignOracle, Way: Hashable & Sendable>: Sendable {
  package var faults: [CampaignFault<Oracle>] = []
  /// The ways that were met.
  package var ways: Set<Way> = []
  /// The conversations in vector notation.
  package var transcript = ""
  /// The end of what a client wrote, in printable ASCII without the password.
  package var output: [String] = []
  /// Why no more runs are possible.
  package var problem: String?
}

/// How much a campaign has tried.
package struct CampaignCoverage<Way: Hashable & Sendable>: Sendable {
  package let possible: Set<Way>
  /// The ways that were met.
  package private(set) var seen: Set<Way> = []

  package init(_ possible: Set<Way>) { self.possible = possible }

  /// Records ways and returns how many of them are new.
  @discardableResult
  package mutating func add(_ ways: some Sequence<Way>) -> Int {
    let before = seen.count
    seen.formUnion(possible.intersection(ways))
    return seen.count - before
  }
}
