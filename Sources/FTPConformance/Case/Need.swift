/// Something that a case needs, which the party under test offers or the user provides.
///
/// Needs are checked once, before the first case. A case with an unmet need is skipped, and the report says which
/// and why. Each role has its own needs: those for servers are ``login``, ``data`` and so on.
public struct Need: Hashable, Sendable {
  /// The name, one word: `write-access`.
  public let name: String
  /// The parameter, such as the label of a feature, or nil.
  public let parameter: String?

  package init(_ name: String, _ parameter: String? = nil) {
    self.name = name
    self.parameter = parameter
  }
}

extension Need: CustomStringConvertible {
  /// The word and its parameter: `write-access`, `feature MLST`.
  public var description: String { parameter.map { "\(name) \($0)" } ?? name }
}
