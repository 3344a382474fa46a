/// The results of replays, and how much was compared.
public struct ReplayResult: Hashable, Sendable {
  /// How many vectors were replayed.
  public var vectors = 0
  /// Why vectors were not replayed there: a reason for each.
  public var excuses: [String] = []
  /// How many things were compared: meanings, lists of verdicts, states, replies, counts.
  public var checks = 0
  /// In how many ways the bytes of servers were cut, over all vectors.
  public var segmentations = 0
  /// How many replies were compared with those of another segmentation, for tests.
  package internal(set) var comparedReplies = 0
  /// The differences from the vectors; empty if there are none.
  public var differences: [ReplayDifference] = []

  /// Makes a result of nothing.
  public init() {}

  /// Adds the result of another replay.
  public static func += (left: inout ReplayResult, right: ReplayResult) {
    left.vectors += right.vectors
    left.excuses += right.excuses
    left.checks += right.checks
    left.segmentations += right.segmentations
    left.comparedReplies += right.comparedReplies
    left.differences += right.differences
  }
}

/// One thing that was not as a vector says.
public struct ReplayDifference: Hashable, Sendable {
  /// The vector.
  public var vector: String
  /// The line of its file.
  public var line: Int
  /// What the vector says.
  public var expected: String
  /// What was found.
  public var actual: String
  /// With whom the vector was replayed; nil without sockets.
  package var target: ExpectedDifference.Target?
  /// How the bytes of the server were cut.
  package var segmentation: Segmentation
  /// The rows around the line, each with its number; the line itself begins with `>`.
  public var surroundings: [String]

  package init(
    vector: String, line: Int, expected: String, actual: String,
    target: ExpectedDifference.Target? = nil, segmentation: Segmentation = .whole,
    surroundings: [String] = []
  ) {
    self.vector = vector
    self.line = line
    self.expected = expected
    self.actual = actual
    self.target = target
    self.segmentation = segmentation
    self.surroundings = surroundings
  }
}

extension ReplayDifference: CustomStringConvertible {
  /// The difference with the rows around it, on several lines.
  public var description: String {
    let name = vector.isEmpty ? "line \(line)" : "\(vector), line \(line)"
    let way = target.map { $0 == .client ? "client, \(segmentation)" : $0.rawValue } ?? "\(segmentation)"
    let lines = ["\(name) (\(way)):", "  expected \(expected)", "  found    \(actual)"]
    return (lines + surroundings.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension Vector {
  /// The rows around a line, as ``ReplayDifference/surroundings`` has them.
  public func surroundings(of line: Int, rows count: Int = 3) -> [String] {
    let near = rows.filter { abs($0.line - line) <= count }
    let width = near.last.map { String($0.line).count } ?? 1
    return near.map { row in
      let number = String(row.line)
      let padding = String(repeating: " ", count: max(0, width - number.count))
      return "\(row.line == line ? ">" : " ") \(padding)\(number)  \(row)"
    }
  }

  /// The same vector, with line numbers as in a file for rows that have none.
  public var numbered: Vector {
    guard rows.contains(where: { $0.line == 0 }) else { return self }
    var vector = self
    vector.rows = []
    let first = vector.description.utf8.count { $0 == 0x0A }
    vector.rows = rows.enumerated().map { VectorRow($1.content, line: first + $0 + 1) }
    return vector
  }
}
