import FTPConformance

extension Invocation {
  /// The part of the cases that `--shard` names; nil for all. Throws where it names none.
  func shard() throws(UsageError) -> CaseSelection.Shard? {
    guard let text = value(.shard) else { return nil }
    guard let shard = CaseSelection.Shard(text) else {
      throw usageError("option '--shard': '\(text)' is not I/N with I from 1 to N")
    }
    return shard
  }
}
