/// How to count a flaky case that the baseline does not list.
public enum FlakyPolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// It fails the run, like any other problem of its level.
  case fail
  /// It is a warning.
  case warn
  /// It does not count, at any level.
  case ignore
}
