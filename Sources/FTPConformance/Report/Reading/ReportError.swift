/// Why a JSON report cannot be used, or several cannot be used together.
public struct ReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a phrase.
  public let description: String

  init(_ description: String) { self.description = description }
}
