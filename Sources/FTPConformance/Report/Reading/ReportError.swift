/// Why a report in JSON cannot be used, or several not together.
public struct ReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a phrase.
  public let description: String

  init(_ description: String) { self.description = description }
}
