import FTPProtocol

/// What one run of a campaign tries; its description is what a file of a finding contains.
package protocol CampaignCase: Hashable, Sendable, CustomStringConvertible {
  associatedtype ReadingError: Error, CustomStringConvertible

  /// The extension of files of findings.
  static var fileExtension: String { get }
  /// How a case is made plainer.
  static var passes: [MinimizerPass<Self>] { get }

  /// How many commands or rules it has.
  var size: Int { get }

  /// Reads a file of a finding.
  init(parsing file: [UInt8]) throws(ReadingError)

  /// The contents of a file with a comment.
  func file(_ comment: [String]) -> String
}

/// A server or a client that a campaign tries: makes cases, plays them, and checks the oracles.
package protocol CampaignTarget: Sendable {
  /// What the target is made from.
  associatedtype Subject: Sendable
  /// Why a campaign cannot begin.
  associatedtype Problem: Error
  associatedtype Case: CampaignCase
  associatedtype Oracle: CampaignOracle
  /// What is counted to show how much has been tried.
  associatedtype Way: Hashable, Sendable
  associatedtype Generator

  typealias Trial = CampaignTrial<Oracle, Way>
  typealias Fault = CampaignFault<Oracle>
  typealias Finding = CampaignFinding<Case, Oracle>

  /// How many cases are tried side by side unless the user says otherwise.
  static var usualJobs: Int { get }
  /// How many findings may turn out to be accidents before their kinds are no longer looked for.
  static var mostAccidents: Int { get }
  /// Whether a case is tried as it was found if its minimized form no longer shows the fault.
  static var retriesOriginal: Bool { get }

  /// Prepares the target, and examines it.
  static func start(_ subject: Subject) async throws(Problem) -> Self

  /// All ways that are possible.
  var possible: Set<Way> { get }
  /// What the examination has shown; nil for nothing.
  var first: (tried: Case, trial: Trial)? { get }

  func makeGenerator(seed: UInt64) -> Generator

  /// Makes the case of a run, and tries it.
  func attempt(_ run: UInt64, _ generator: inout Generator, _ coverage: CampaignCoverage<Way>) async
    -> (tried: Case, trial: Trial)

  /// Tries a case: to minimize a fault with this oracle, or, if that is nil, to see whether it is a fault.
  func trial(_ tried: Case, minimizing oracle: Oracle?) async -> Trial

  /// How many repetitions of a case may run side by side.
  func mostAtOnce(_ tried: Case) -> Int

  /// Whether a finding was an accident rather than a fault.
  func isAccident(_ finding: CampaignFinding<Case, Oracle>) -> Bool

  /// Leaves everything as it was before; returns what could not be removed.
  func end() async -> [String]
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
  /// All ways that are possible.
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
