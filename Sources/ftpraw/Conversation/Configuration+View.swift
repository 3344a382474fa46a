import FTPClient
import FTPConversation
import FTPProtocol

extension RawFTPClient.Configuration {
  /// A client whose conversation a view shows, with the time-outs and the amount of data that the options ask for.
  static func shown(
    by view: ConversationView, _ invocation: Invocation, showsData: Bool
  ) -> RawFTPClient.Configuration {
    var configuration = RawFTPClient.Configuration()
    if let limit = invocation.duration(.timeout) { configuration.timeouts = Timeouts(each: limit) }
    let isRecorded = invocation.value(.recordFile) != nil
    let shownBytes = showsData || isRecorded ? (invocation.flag(.full) ? Int.max : 4_096) : 0
    // Data that is shown need not be kept.
    configuration.recordingLimits =
      isRecorded
      ? RecordingLimits(dataBytes: shownBytes)
      : RecordingLimits(dataBytes: shownBytes, events: 0, totalBytes: 0)
    if let policy = invocation.addressPolicy { configuration.addressPolicy = policy }
    configuration.observer = { view.show($0) }
    return configuration
  }
}

extension Invocation {
  /// What `--data-host` says; nil for the default.
  var addressPolicy: AddressPolicy? { value(.dataHost) == "announced" ? .use : nil }
}
