/// How a case's first control connection ended, which is reported with the verdict: a server can answer well and then
/// hang, and a client have its file and never say QUIT.
public enum ConnectionEnding: String, Hashable, Sendable, CaseIterable {
  /// QUIT, 221 and then the close, or an end that the case asked for.
  case clean
  /// A reply or the close did not come in time.
  case hung
  /// The connection was reset.
  case reset
  /// It ended without QUIT and 221: the server closed it unasked, the client left without a word.
  case wrong
  /// There was none.
  case none
}
