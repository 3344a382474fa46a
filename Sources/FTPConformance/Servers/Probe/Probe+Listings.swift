import FTPProtocol
import FTPSystem

extension CompletedTransfer {
  /// The lines of a LIST, in any known form.
  ///
  /// - Parameter now: The server's time, which decides the years that dates leave out; this machine's time if nil.
  /// - Returns: The lines, in order.
  func listed(at now: TimeValue? = nil) -> [ListedLine] {
    guard let now = now ?? TimeValue(secondsSince1970: LocalClock.now().seconds) else { return [] }
    return ListingParser.read(bytes, clock: ListingClock(now: now)).lines
  }
}
