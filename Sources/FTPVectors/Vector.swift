import FTPProtocol

/// A conversation as a file: what both sides said on both channels, and what it means.
///
/// A vector is read from text with `init(parsing:)` and written with ``description``; writing what was read
/// from a file in canonical form gives the same bytes. `Vectors/README.md` describes the notation.
///
/// ```swift
/// let vector = try Vector(parsing: text)
/// let result = VectorReplay().run(vector)
/// print(result.differences)
/// ```
public struct Vector: Hashable, Sendable {
  /// What the vector shows and why it matters, line by line, without the leading `# `.
  public var comment: [String] = []
  /// The name: the path below `Vectors/` without `.ftpv`; empty for a conversation that has none.
  public var id = ""
  /// The requirements that the vector is about.
  public var requirements: [RequirementID] = []
  /// The origin of the conversation: `hand-made`, or the recorded software; empty if unknown.
  public var origin = ""
  /// The encoding of bytes above 127 on the control connection; nil for UTF-8.
  public var charset: String?
  /// How the replies are read.
  public var reading = Reading.lenient
  /// The targets on which the conversation cannot be replayed unchanged, with the reasons.
  package var differences: [ExpectedDifference] = []
  /// The conversation, row by row.
  package var rows: [VectorRow] = []

  /// Makes an empty vector.
  public init() {}

  /// How the replies of a vector are read: a `Leniency` with a name.
  public enum Reading: String, Hashable, Sendable, CaseIterable {
    /// The parser's default.
    case lenient
    /// A multi-line reply ends with any code.
    case anyCode = "any-code"
    /// CR alone ends a line.
    case bareReturn = "bare-cr"

    /// The setting of the parser.
    public var leniency: Leniency {
      switch self {
      case .lenient: .lenient
      case .anyCode: Leniency(multilineEnd: .anyCode)
      case .bareReturn: Leniency(carriageReturnEndsLine: true)
      }
    }
  }
}

extension Vector {
  /// Whether a target's replies may differ in the whole conversation.
  package func difference(on target: ExpectedDifference.Target) -> ExpectedDifference? {
    differences.first { $0.target == target }
  }
}
