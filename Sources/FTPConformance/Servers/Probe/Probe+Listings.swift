import FTPClient
import FTPProtocol
import FTPSystem

extension CompletedTransfer {
  /// The lines that LIST has sent, read in whatever form they have.
  ///
  /// - Parameter now: what time it is to the server, which tells the years that are not written; nil for the clock of this machine.
  /// - Returns: the lines, in order.
  func listed(at now: TimeValue? = nil) -> [ListedLine] {
    guard let now = now ?? TimeValue(secondsSince1970: LocalClock.now().seconds) else { return [] }
    return ListingParser.read(bytes, clock: ListingClock(now: now)).lines
  }
}
