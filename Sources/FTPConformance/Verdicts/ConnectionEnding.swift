/// How a case's first control connection ended, which is reported with the verdict: a server can answer well and then
/// hang, and a client can get its file and never send QUIT.
package enum ConnectionEnding: String, Hashable, Sendable, Codable, CaseIterable {
  /// QUIT, 221 and then the close, or an ending that the case asked for.
  case clean
  /// A reply or the close did not come in time.
  case hung
  case reset
  /// It ended without QUIT and 221: the server closed it unasked, or the client left without a word.
  case wrong
  case none
}
