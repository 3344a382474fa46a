/// How a case's first control connection ended, which is told beside the verdict: a server can answer well and then
/// hang.
public enum ConnectionEnding: String, Hashable, Sendable, CaseIterable {
  /// 221 to QUIT and then the close, or an end that the case asked for.
  case clean
  /// A reply or the close did not come in time.
  case hung
  /// The connection was reset.
  case reset
  /// The server closed it unasked, or answered QUIT with something else.
  case wrong
  /// There was none.
  case none
}
