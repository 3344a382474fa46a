/// What has to be there before a case can be run: something that the party under test offers, or that the user provides.
///
/// Needs are resolved once, before the first case. A case with an unmet need is skipped, and the report says which
/// and why. Each role has its own: those of servers are ``login``, ``data`` and so on.
public struct Need: Hashable, Sendable {
  /// One word: `write-access`.
  public let name: String
  /// What it is about, where the word does not say all: the label of a feature.
  public let parameter: String?

  /// Makes a need.
  package init(_ name: String, _ parameter: String? = nil) {
    self.name = name
    self.parameter = parameter
  }
}

extension Need: CustomStringConvertible {
  /// The word, and what it is about: `write-access`, `feature MLST`.
  public var description: String { parameter.map { "\(name) \($0)" } ?? name }
}
